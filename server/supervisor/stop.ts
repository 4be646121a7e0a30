import { handleFaults } from '../process/faults'

const parentCheckMs = 300

export interface Stop {
  /** Resolves when this process is to end, for any reason. */
  requested: Promise<void>
  /** Why it ends, if that is a failure. */
  readonly reason: Error | undefined
  isRequested(): boolean
  throwIfRequested(): void
  request(): void
  fail(error: Error): void
}

/** Combines all ways of ending a process. Signals may arrive any number of times. */
export function stopSignal(): Stop {
  let settle: () => void = () => undefined
  let isRequested = false
  let reason: Error | undefined
  const requested = new Promise<void>((resolve) => {
    settle = resolve
  })
  const request = () => {
    isRequested = true
    settle()
  }
  const fail = (error: Error) => {
    if (!isRequested) reason = error
    request()
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!isRequested) console.log('\nStopping')
      request()
    })
  }
  handleFaults(fail)
  // The reader of our output may die first.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  return {
    requested,
    get reason() {
      return reason
    },
    isRequested: () => isRequested,
    throwIfRequested: () => {
      if (isRequested) throw new Error('Stopped.')
    },
    request,
    fail,
  }
}

/** If npm is killed, it passes on no signal, but this process gets another parent. */
export function followParent(stop: Stop): void {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) stop.request()
  }, parentCheckMs).unref()
}

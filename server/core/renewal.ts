import { log } from './log'

/** Does something again and again. */
export interface Renewal {
  /** Ends it, and waits for one that is still running. */
  stop(): Promise<void>
}

/** Calls `renew` every `ms`, one at a time: the next may need what this one returned. A failure is logged as `problem`. */
export function renewEvery(ms: number, renew: () => Promise<void>, problem: string): Renewal {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    running ??= renew()
      .catch((error: unknown) => log.warn({ err: error }, problem))
      .finally(() => {
        running = undefined
      })
  }, ms)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

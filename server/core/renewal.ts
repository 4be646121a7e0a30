import { log } from './log'

/** A task that is repeated. */
export interface Renewal {
  /** Stops it, and waits for a run in progress. */
  stop(): Promise<void>
}

/**
 * Calls `renew` every `ms`, one call at a time, because the next may need what this one returned. Failures are logged as
 * `problem`.
 */
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

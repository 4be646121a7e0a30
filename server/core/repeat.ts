import { setTimeout as wait } from 'node:timers/promises'

/** Work that goes on until it is stopped. */
export interface Repeated {
  /** Begins no new round, and waits for the current one to end. */
  stop(): Promise<void>
}

/**
 * Runs rounds until it is stopped. A round returns how many milliseconds to wait before the next one; if it fails,
 * `onFault` returns it.
 */
export function repeated(
  round: (signal: AbortSignal) => Promise<number>,
  onFault: (error: unknown) => number,
): Repeated {
  const stopping = new AbortController()
  const { signal } = stopping
  const rounds = async () => {
    while (!signal.aborted) {
      const restMs = await round(signal).catch(onFault)
      // Stopping ends the pause, which is not a fault.
      await wait(restMs, undefined, { signal }).catch(() => undefined)
    }
  }
  const running = rounds()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

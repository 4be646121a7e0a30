import { setTimeout as wait } from 'node:timers/promises'

/** Work that goes on until it is stopped. */
export interface Repeated {
  /** Begins no other round, and waits for the end of the present one. */
  stop(): Promise<void>
}

/**
 * Does rounds until it is stopped. A round returns after how many milliseconds the next one begins; if one fails,
 * `onFault` does.
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
      // Stopping ends the pause, which is no fault.
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

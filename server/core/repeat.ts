import { setTimeout as wait } from 'node:timers/promises'
import { faultLog } from './fault-log'

/** Work that goes on until it is stopped. */
export interface Repeated {
  /** Begins no new round, and waits for the current one to end. */
  stop(): Promise<void>
}

interface RepeatOptions {
  /** What a round does, as the subject of a sentence. For the log. */
  work: string
  pauseAfterFaultMs: number
}

/** Runs rounds until it is stopped. A round returns how many milliseconds to wait before the next one. */
export function repeated(
  round: (signal: AbortSignal) => Promise<number>,
  { work, pauseAfterFaultMs }: RepeatOptions,
): Repeated {
  const stopping = new AbortController()
  const { signal } = stopping
  const faults = faultLog(work)
  const attempt = async () => {
    try {
      const restMs = await round(signal)
      faults.worked()
      return restMs
    } catch (error) {
      faults.failed(error)
      return pauseAfterFaultMs
    }
  }
  const rounds = async () => {
    while (!signal.aborted) {
      const restMs = await attempt()
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

import { setTimeout as wait } from 'node:timers/promises'
import { faultLog } from './fault-log'

/** Work that goes on until it is stopped. */
export interface Repeated {
  /** Begins no new round, and waits for the current one to end. */
  stop(): Promise<void>
}

interface Waking extends Repeated {
  /** Ends the pause, or leaves out the next one if a round is running. */
  wake(): void
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
): Waking {
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
  let pause = new AbortController()
  const rounds = async () => {
    while (!signal.aborted) {
      const restMs = await attempt()
      // Being woken is not a fault.
      await wait(restMs, undefined, { signal: pause.signal }).catch(() => undefined)
      pause = new AbortController()
    }
  }
  const running = rounds()
  const wake = () => pause.abort()
  return {
    wake,
    stop: async () => {
      stopping.abort()
      wake()
      await running
    },
  }
}

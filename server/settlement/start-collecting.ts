import pLimit from 'p-limit'
import type { ConnectionRef } from '../card/connection-ref'

interface Collecting {
  /** Collects the movements of a connection soon. It waits once, however often it is added. */
  add(at: ConnectionRef): void
  /**
   * Waits for the running collection, and gives up those that wait or are added later, by notices that are still being
   * processed: the hourly run collects them.
   */
  stop(): Promise<void>
}

/**
 * Collects movements in the background, so that long lists delay neither notices nor jobs: one connection at a time in
 * each process. Two processes may collect the same connection at once, because movements that are known are not stored
 * again.
 */
export function startCollecting(collect: (at: ConnectionRef) => Promise<void>): Collecting {
  const one = pLimit(1)
  const waiting = new Set<string>()
  let stopped = false
  return {
    add(at) {
      const key = `${at.merchantId} ${at.service}`
      if (stopped || waiting.has(key)) return
      waiting.add(key)
      void one(() => {
        // What it was added for may be missing from a list that is being read.
        waiting.delete(key)
        return collect(at)
      })
    },
    async stop() {
      stopped = true
      one.clearQueue()
      await one(() => undefined)
    },
  }
}

import pLimit from 'p-limit'
import { groupBy } from '../core/group-by'
import type { ConnectionRef } from './connection-ref'

/** How many may fail before the others of the merchant wait for the next run: its connection may be broken. */
const maxFailures = 20

/** How many merchants are handled at once, so that a slow card service does not delay other merchants. */
const merchantsAtOnce = 4

const placeOf = ({ merchantId, service }: ConnectionRef) => `${merchantId} ${service}`

/**
 * Does something at the card services for every row of a list. `next`: the page after a row, shorter than `batch` if it is
 * the last. An error at one row does not stop the others. Returns how many were done.
 */
export async function eachByMerchant<T extends ConnectionRef>({
  batch,
  next,
  act,
  onError,
  forMs = Infinity,
}: {
  batch: number
  next: (after: T | undefined) => Promise<T[]>
  /** Returns whether it did anything. */
  act: (row: T) => Promise<boolean>
  /** `failed`: how many of the same merchant have failed before. */
  onError: (error: unknown, row: T, failed: number) => void
  /** How long a run spends on one merchant, in ms. The rest waits for the next run. */
  forMs?: number
}): Promise<number> {
  const spent = new Map<string, { ms: number; failures: number }>()
  let done = 0
  const handle = async (row: T) => {
    const { ms, failures } = spent.get(placeOf(row)) ?? { ms: 0, failures: 0 }
    if (ms > forMs || failures === maxFailures) return
    const began = performance.now()
    let failed = false
    try {
      if (await act(row)) done++
    } catch (error) {
      failed = true
      onError(error, row, failures)
    }
    const now = { ms: ms + performance.now() - began, failures: failures + Number(failed) }
    spent.set(placeOf(row), now)
  }
  for (let after: T | undefined; ; ) {
    const page = await next(after)
    await pLimit(merchantsAtOnce).map([...groupBy(page, placeOf).values()], async (rows) => {
      for (const row of rows) await handle(row)
    })
    after = page.at(-1)
    if (page.length < batch) return done
  }
}

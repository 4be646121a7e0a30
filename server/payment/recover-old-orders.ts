import { setTimeout as wait } from 'node:timers/promises'
import pLimit from 'p-limit'
import { contextOf } from '../core/context'
import type { Runtime } from '../core/runtime'
import { requireMerchant } from '../merchant/find-merchant'
import type { OperationRow } from '../store/operations'
import { type OnStillPending, recoverOf } from './recover'
import { takeOldOrder } from './take-over'

/** How many orders are recovered at once, and how many of one merchant: a look-up takes up to some minutes. */
const lanes = { total: 8, ofMerchant: 4 }

/**
 * Completes orders, and late payments, that have had no outcome for so long that their look-up can take minutes: a card
 * service that lists payments by time may have to list all since then. Each is recovered on its own, so a long look-up
 * does not delay others. Any number of workers may do this at once. Returns how many were taken over and how many of
 * them are complete.
 */
export async function recoverOldOrders(
  runtime: Runtime,
  {
    staleSeconds,
    onError,
    pauseMs = 5000,
  }: { staleSeconds: number; onError: OnStillPending; pauseMs?: number },
): Promise<{ taken: number; completed: number }> {
  const running: string[] = []
  let after = ''
  const result = { taken: 0, completed: 0 }
  // One after the other, so that each knows what the others have taken.
  const inTurn = pLimit(1)
  const take = () =>
    inTurn(async () => {
      const except = running.filter((id, index) => isNth(running, id, index, lanes.ofMerchant))
      const { begun, last } = await takeOldOrder(runtime.db, { staleSeconds, after, except })
      after = last
      if (begun) running.push(begun.merchantId)
      return begun
    })

  async function recover(begun: OperationRow): Promise<void> {
    const { merchantId } = begun
    try {
      const owner = await requireMerchant(runtime.db, merchantId)
      result.taken++
      result.completed += await recoverOf(contextOf(runtime, owner), [begun], { onError, patient: true })
    } finally {
      running.splice(running.indexOf(merchantId), 1)
    }
  }

  async function lane(): Promise<void> {
    for (;;) {
      const begun = await take()
      if (begun) await recover(begun)
      else if (running.length === 0) return
      // Others may become due while a look-up is long.
      else await wait(pauseMs)
    }
  }
  await Promise.all(Array.from({ length: lanes.total }, lane))
  return result
}

/** Whether an entry of a list is the nth of its value. */
const isNth = (list: readonly string[], value: string, index: number, n: number): boolean =>
  list.slice(0, index + 1).filter((each) => each === value).length === n

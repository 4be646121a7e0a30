import type { Context } from '../core/context'
import { fail } from '../model/errors'
import { operateOrder } from '../payment/operate'
import { requireAccount } from '../store/accounts'
import { type OrderRecord, requireOrder } from '../store/orders'
import { requireSubscription } from '../store/subscriptions'

/** An order whose payment was confirmed, and its amount in minor units. */
export interface Confirmed {
  orderId: string
  amount: bigint
}

/** What came of it: what was charged, and why the rest was not. */
export interface PaidNow {
  charged: Confirmed[]
  refused?: unknown
}

/**
 * Pays orders of a subscription that are not paid, now and by the account's default card, in the order given. The
 * first refusal is the last: the same card would be refused again for the others, which are retried as before.
 * `context.origin` names the confirmation: sent twice, each order is charged once, and the answer is the same.
 * Throws `not-found` for an order that is not this subscription's.
 */
export async function payNow(
  context: Context,
  accountId: string,
  id: string,
  given: readonly Confirmed[],
): Promise<PaidNow> {
  const { db, merchant, origin } = context
  const confirmed = [...new Map(given.map((order) => [order.orderId, order])).values()]
  await requireAccount(db, merchant.id, accountId)
  await requireSubscription(db, merchant.id, accountId, id)
  const orders = await Promise.all(confirmed.map(({ orderId }) => requireOrder(db, merchant.id, orderId)))
  const isOwn = (row: OrderRecord) => row.accountId === accountId && row.subscriptionId === id
  if (!orders.every(isOwn)) throw fail('not-found', { what: 'order' })
  const charged: Confirmed[] = []
  for (const { orderId, amount } of confirmed) {
    const own = origin === undefined ? context : { ...context, origin: `${origin}:${orderId}` }
    try {
      await operateOrder(own, orderId, { type: 'charge' }, amount)
    } catch (error) {
      return { charged, refused: error }
    }
    charged.push({ orderId, amount })
  }
  return { charged }
}

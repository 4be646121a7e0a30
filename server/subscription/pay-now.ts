import type { Context } from '../core/context'
import { fail } from '../model/errors'
import { changeOrdersUntilRefused } from '../payment/change-orders'
import { requireAccount } from '../store/accounts'
import type { OrderRecord } from '../store/orders'
import { requireOrder } from '../store/read-orders'
import { requireSubscription, type SubscriptionRef } from '../store/subscriptions'

/** An order whose payment a person confirmed, with its amount in minor units. */
export interface ConfirmedPayment {
  orderId: string
  amount: bigint
}

/** The orders that were charged, and why the others were not. */
export interface PaidNow {
  charged: ConfirmedPayment[]
  refused?: unknown
}

/**
 * Charges the account's default card for unpaid orders of a subscription, in the order given. Stops at the first
 * refusal: the same card would be refused for the others too, which are retried as before. `context.origin` identifies
 * the confirmation: if it is sent twice, each order is charged once and the result is the same. `card`: the ID of the
 * card that the confirmation named, null if there was none; no other card is charged. Throws `not-found` for an order of
 * another subscription.
 */
export async function payNow(
  context: Context,
  {
    accountId,
    id,
    payments,
    card,
  }: SubscriptionRef & { payments: readonly ConfirmedPayment[]; card?: string | null | undefined },
): Promise<PaidNow> {
  const confirmed = [...new Map(payments.map((payment) => [payment.orderId, payment])).values()]
  await requireAccount(context, accountId)
  await requireSubscription(context, { accountId, id })
  const orders = await Promise.all(confirmed.map(({ orderId }) => requireOrder(context, orderId)))
  const isOwn = (row: OrderRecord) => row.accountId === accountId && row.subscriptionId === id
  if (!orders.every(isOwn)) throw fail('not-found', { what: 'order' })
  const outcomes = await changeOrdersUntilRefused(
    context,
    confirmed.map(({ orderId, amount }) => ({
      id: orderId,
      // Named by its order: after a lost response the list may be shorter.
      name: orderId,
      event: [{ type: 'charge' }],
      expected: amount,
      card,
    })),
  )
  const refused = outcomes.find(({ error }) => error !== undefined)?.error
  const charged = confirmed.slice(0, outcomes.filter(({ error }) => error === undefined).length)
  return refused === undefined ? { charged } : { charged, refused }
}

import type { Context } from '../core/context'
import { fail, hasCode, KassaError } from '../model/errors'
import { chargeCancelOrRefund } from '../payment/charge-cancel-refund'
import { type OrderRecord, requireOrder } from '../store/orders'

/** An order of this account. Another account's is answered as one that does not exist. */
export async function requireOwnOrder(
  { db, merchant }: Context,
  accountId: string,
  orderId: string,
): Promise<OrderRecord> {
  const found = await requireOrder(db, merchant.id, orderId)
  if (found.accountId !== accountId) throw fail('not-found', { what: 'order' })
  return found
}

/** What became of a payment that the customer asked for. */
export type Paid = 'paid' | 'failed' | 'later' | 'changed'

/**
 * Has a customer pay an order of theirs that no card has paid yet, by their default card. `attempt` names the pressing
 * of the button: sent twice it pays once, as do two attempts at a time. `expected`, minor units, is what the button
 * said. Why a payment failed is in the order's events. Throws `not-found`.
 */
export async function payOwnOrder(
  context: Context,
  accountId: string,
  orderId: string,
  { attempt, expected }: { attempt: string; expected: bigint },
): Promise<Paid> {
  const found = await requireOwnOrder(context, accountId, orderId)
  // What a card has authorised is the merchant's to charge, and never the customer's.
  if (found.serviceReference !== null) return found.charged > 0n ? 'paid' : 'changed'
  const origin = `account:${accountId}:${orderId}:${attempt}`
  try {
    await chargeCancelOrRefund({ ...context, origin }, orderId, { type: 'charge' }, expected)
    return 'paid'
  } catch (error) {
    if (!(error instanceof KassaError)) throw error
    if (hasCode(error, 'order.changed')) return 'changed'
    if (hasCode(error, 'card-service.no-response')) return 'later'
    if (hasCode(error, 'card.declined', 'payment.no-card')) return 'failed'
    // Anything else is an order that is being paid, or has been paid meanwhile.
    const now = await requireOwnOrder(context, accountId, orderId)
    return now.charged > 0n ? 'paid' : 'later'
  }
}

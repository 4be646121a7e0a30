import type { Context } from '../core/context'
import { fail, hasCode, KassaError } from '../model/errors'
import { chargeCancelOrRefund } from '../payment/charge-cancel-refund'
import { type OrderRecord, requireOrder } from '../store/orders'

/** Returns an order of this account. Throws `not found` for another account's order too. */
export async function requireOwnOrder(
  context: Context,
  { accountId, orderId }: { accountId: string; orderId: string },
): Promise<OrderRecord> {
  const found = await requireOrder(context, orderId)
  if (found.accountId !== accountId) throw fail('not-found', { what: 'order' })
  return found
}

/** The result of a payment that the customer requested. */
export type Paid = 'paid' | 'failed' | 'later' | 'changed'

/**
 * Pays an order that no card has paid yet with the customer's default card. `attempt` names the press of the button:
 * if it is sent twice, or two attempts run at once, the order is paid once. `expected` is the amount on the button,
 * in minor units. The reason for a failure is in the order's events. Throws `not-found`.
 */
export async function payOwnOrder(
  context: Context,
  {
    accountId,
    orderId,
    attempt,
    expected,
  }: { accountId: string; orderId: string; attempt: string; expected: bigint },
): Promise<Paid> {
  const found = await requireOwnOrder(context, { accountId, orderId })
  // Only the merchant charges what a card has authorised, never the customer.
  if (found.serviceReference !== null) return found.charged > 0n ? 'paid' : 'changed'
  const origin = `account:${accountId}:${orderId}:${attempt}`
  try {
    await chargeCancelOrRefund({ ...context, origin }, { orderId, event: { type: 'charge' }, expected })
    return 'paid'
  } catch (error) {
    if (!(error instanceof KassaError)) throw error
    if (hasCode(error, 'order.changed')) return 'changed'
    if (hasCode(error, 'card-service.no-response')) return 'later'
    if (hasCode(error, 'card.declined', 'payment.no-card')) return 'failed'
    // Anything else is an order that is being paid, or has been paid meanwhile.
    const now = await requireOwnOrder(context, { accountId, orderId })
    return now.charged > 0n ? 'paid' : 'later'
  }
}

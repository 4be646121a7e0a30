import { and, desc, eq, lt } from 'drizzle-orm'
import { order } from '@/db/schema'
import type { Day } from '../clock/calendar'
import type { Context } from '../context'
import { KassaError, notFound } from '../error/error'
import { operateOrder } from '../order/operate'
import { type OrderRecord, type OrderRow, requireOrder } from '../order/queries'

/** An order of this account. Another account's is answered as one that does not exist. */
export async function requireOwnOrder(
  { db, merchant }: Context,
  accountId: string,
  orderId: string,
): Promise<OrderRecord> {
  const found = await requireOrder(db, merchant.id, orderId)
  if (found.accountId !== accountId) throw notFound('Order')
  return found
}

/** The orders of one subscription, the latest date first; `before` goes on behind a date. */
export function ordersOfSubscription(
  { db, merchant }: Context,
  { accountId, subscriptionId }: { accountId: string; subscriptionId: string },
  { before, limit }: { before?: Day | undefined; limit: number },
): Promise<OrderRow[]> {
  return db
    .select()
    .from(order)
    .where(
      and(
        eq(order.merchantId, merchant.id),
        eq(order.accountId, accountId),
        eq(order.subscriptionId, subscriptionId),
        before === undefined ? undefined : lt(order.due, before),
      ),
    )
    .orderBy(desc(order.due))
    .limit(limit)
}

/** What became of a payment that the customer asked for. */
export type Paid = 'paid' | 'failed' | 'later' | 'changed'

/**
 * Has a customer pay an order of theirs that no card has paid yet, by their default card. `attempt` names the pressing
 * of the button: sent twice it pays once, as do two attempts at a time. `expected`, minor units, is what the button
 * said. Why a payment failed is in the order's events. Throws `not found`.
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
    await operateOrder({ ...context, origin }, orderId, { type: 'charge' }, expected)
    return 'paid'
  } catch (error) {
    if (!(error instanceof KassaError)) throw error
    if (error.type === 'conflict') return 'changed'
    if (error.status >= 500) return 'later'
    // A decline tells its code; what else is refused is one that is being paid, or was meanwhile.
    if (error.content.details?.code !== undefined) return 'failed'
    const now = await requireOwnOrder(context, accountId, orderId)
    return now.charged > 0n ? 'paid' : 'later'
  }
}

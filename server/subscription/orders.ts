import { and, desc, eq, lt } from 'drizzle-orm'
import { order } from '@/db/schema'
import type { Context } from '../core/context'
import type { Day } from '../model/calendar'
import type { OrderRow } from '../store/orders'

/** The orders of one subscription, the latest date first; `before` goes on behind a date. */
export function datedOrders(
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

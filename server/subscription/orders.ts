import { and, desc, eq, lt } from 'drizzle-orm'
import { order } from '@/db/schema'
import type { Context } from '../core/context'
import type { Day } from '../model/calendar'
import type { OrderRow } from '../store/orders'

/** Returns the orders of one subscription, latest date first; with `before`, only those before a date. */
export function datedOrders(
  { db, merchant }: Context,
  {
    accountId,
    subscriptionId,
    before,
    limit,
  }: { accountId: string; subscriptionId: string; before?: Day | undefined; limit: number },
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

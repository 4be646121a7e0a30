import { and, eq, sql } from 'drizzle-orm'
import { subscription } from '@/db/schema'
import type { Scope } from '../core/context'
import type { OrderRow } from './orders'

/**
 * Selects the callback address of an order: that of its subscription, which can change, or else its own. For a query from
 * `"order"`.
 */
export const callbackOfOrder = sql.raw(
  `case when subscription_id is null then callback else (
    select s.callback from subscription s
    where s.merchant_id = "order".merchant_id and s.account_id = "order".account_id and s.id = "order".subscription_id
  ) end`,
)

/** Returns rows about orders with the callback address that each order has now. */
export async function withCallbacks<Row extends { order: OrderRow }>(
  { db, merchant }: Scope,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const billed = rows.filter(({ order }) => order.subscriptionId !== null)
  if (billed.length === 0) return rows
  const accountIds = billed.map(({ order }) => order.accountId ?? '')
  const ids = billed.map(({ order }) => order.subscriptionId ?? '')
  const found = await db
    .select({ accountId: subscription.accountId, id: subscription.id, callback: subscription.callback })
    .from(subscription)
    .where(
      and(
        eq(subscription.merchantId, merchant.id),
        sql`(${subscription.accountId}, ${subscription.id}) in (
          select * from unnest(${sql.param(accountIds)}::text[], ${sql.param(ids)}::text[]))`,
      ),
    )
  const callbacks = new Map(found.map(({ accountId, id, callback }) => [`${accountId} ${id}`, callback]))
  return rows.map((row) => {
    const { accountId, subscriptionId } = row.order
    if (subscriptionId === null) return row
    return {
      ...row,
      order: { ...row.order, callback: callbacks.get(`${accountId} ${subscriptionId}`) ?? null },
    }
  })
}

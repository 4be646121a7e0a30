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

/** Looks up the callback addresses that orders have now. Returns a function that gives that of each. */
export async function callbackAddresses(
  { db, merchant }: Scope,
  orders: readonly OrderRow[],
): Promise<(order: OrderRow) => string | null> {
  const billed = orders.filter(({ subscriptionId }) => subscriptionId !== null)
  if (billed.length === 0) return ({ callback }) => callback
  const accountIds = billed.map(({ accountId }) => accountId ?? '')
  const ids = billed.map(({ subscriptionId }) => subscriptionId ?? '')
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
  const ofSubscriptions = new Map(
    found.map(({ accountId, id, callback }) => [`${accountId} ${id}`, callback]),
  )
  return ({ accountId, subscriptionId, callback }) =>
    subscriptionId === null ? callback : (ofSubscriptions.get(`${accountId} ${subscriptionId}`) ?? null)
}

import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { order, subscription } from '@/db/schema'
import type { Context } from '../core/context'
import { isOneOf } from '../core/one-of'
import { accountsById, withParts } from '../store/accounts'
import { foundAccounts, foundOrders, foundSubscriptions, type SearchResult } from './results'

const id = z.string().max(100)

/** An order, account or subscription by its id. */
export const Named = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('order'), id }),
  z.strictObject({ kind: z.literal('account'), id }),
  z.strictObject({ kind: z.literal('subscription'), accountId: id, id }),
])
type Named = z.infer<typeof Named>

/** Returns orders, accounts and subscriptions by their ids, in the given order. Unknown ones are left out. */
export async function findNamed(context: Context, items: readonly Named[]): Promise<SearchResult[]> {
  const { db, merchant } = context
  const idsOf = (kind: Named['kind']) => items.flatMap((item) => (item.kind === kind ? item.id : []))
  const [orders, accounts, subscriptions] = await Promise.all([
    db
      .select()
      .from(order)
      .where(and(eq(order.merchantId, merchant.id), isOneOf(order.id, idsOf('order')))),
    accountsById(context, idsOf('account')),
    db
      .select()
      .from(subscription)
      .where(
        and(
          eq(subscription.merchantId, merchant.id),
          sql`(${subscription.accountId}, ${subscription.id}) in (
            select * from unnest(${sql.param(accountIdsOf(items))}::text[], ${sql.param(idsOf('subscription'))}::text[]))`,
        ),
      ),
  ])
  const found = await Promise.all([
    foundOrders(context, orders),
    foundAccounts(await withParts(context, [...accounts.values()])),
    foundSubscriptions(context, subscriptions),
  ])
  const byKey = new Map(found.flat().map((result) => [keyOf(result), result]))
  return items.flatMap((item) => byKey.get(keyOf(item)) ?? [])
}

const accountIdsOf = (items: readonly Named[]) =>
  items.flatMap((item) => (item.kind === 'subscription' ? item.accountId : []))

const keyOf = (item: Named | SearchResult): string =>
  item.kind === 'subscription' ? `${item.kind} ${item.accountId} ${item.id}` : `${item.kind} ${item.id}`

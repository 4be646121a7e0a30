import type { SQL } from 'drizzle-orm'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Queryable, Transaction } from '@/db/client'
import { subscription } from '@/db/schema'
import { fail } from '../model/errors'

export type SubscriptionRow = typeof subscription.$inferSelect

export const subscriptionNamed = (merchantId: string, accountId: string, id: string) =>
  and(eq(subscription.merchantId, merchantId), eq(subscription.accountId, accountId), eq(subscription.id, id))

/** Returns all subscriptions of an account, oldest first. */
export const subscriptionsOf = (
  db: Queryable,
  merchantId: string,
  accountId: string,
): Promise<SubscriptionRow[]> =>
  db
    .select()
    .from(subscription)
    .where(and(eq(subscription.merchantId, merchantId), eq(subscription.accountId, accountId)))
    .orderBy(asc(subscription.created), asc(subscription.id))

/** Returns the subscriptions of several accounts, oldest first. */
export const subscriptionsOfAccounts = (
  db: Queryable,
  merchantId: string,
  accountIds: string[],
): Promise<SubscriptionRow[]> =>
  db
    .select()
    .from(subscription)
    .where(
      and(
        eq(subscription.merchantId, merchantId),
        sql`${subscription.accountId} = any(${sql.param(accountIds)}::text[])`,
      ),
    )
    .orderBy(asc(subscription.created), asc(subscription.id))

/** Returns a subscription, by any text. Throws `not-found` if the account has no such subscription. */
export async function requireSubscription(
  db: Queryable,
  merchantId: string,
  accountId: string,
  id: string,
): Promise<SubscriptionRow> {
  return found(isSubscriptionId(id) ? await named(db, merchantId, accountId, id) : [])
}

/** Returns a subscription and locks it until the transaction ends, so that no billing run moves it on meanwhile. */
export async function holdSubscription(
  tx: Transaction,
  merchantId: string,
  accountId: string,
  id: string,
): Promise<SubscriptionRow> {
  return found(isSubscriptionId(id) ? await named(tx, merchantId, accountId, id).for('update') : [])
}

const isSubscriptionId = (text: string) => /^[A-Za-z]{4}$/.test(text)

const named = (db: Queryable, merchantId: string, accountId: string, id: string) =>
  db
    .select()
    .from(subscription)
    .where(subscriptionNamed(merchantId, accountId, id))

function found([row]: SubscriptionRow[]): SubscriptionRow {
  if (!row) throw fail('not-found', { what: 'subscription' })
  return row
}

/**
 * Locks at most `limit` subscriptions of a merchant that fulfil a condition, the lowest dates in `first` first. Skips
 * those that another transaction has locked.
 */
export const lockSubscriptions = (
  tx: Queryable,
  merchantId: string,
  condition: SQL | undefined,
  { first, limit }: { first: PgColumn; limit: number },
): Promise<SubscriptionRow[]> =>
  tx
    .select()
    .from(subscription)
    .where(and(eq(subscription.merchantId, merchantId), condition))
    .orderBy(asc(first))
    .limit(limit)
    .for('update', { skipLocked: true })

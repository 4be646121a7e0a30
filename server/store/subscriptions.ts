import type { SQL } from 'drizzle-orm'
import { and, asc, eq } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { subscription } from '@/db/schema'
import { todayOf } from '../core/clock'
import type { Scope, TimedScope } from '../core/context'
import { isOneOf } from '../core/one-of'
import { fail } from '../model/errors'
import { continuesAfterPause } from '../model/subscription/terms'

export type SubscriptionRow = typeof subscription.$inferSelect

/** Names a subscription within its merchant. */
export type SubscriptionRef = Pick<SubscriptionRow, 'accountId' | 'id'>

export const isSubscription = (merchant: Scope['merchant'], { accountId, id }: SubscriptionRef) =>
  and(
    eq(subscription.merchantId, merchant.id),
    eq(subscription.accountId, accountId),
    eq(subscription.id, id),
  )

/** Returns all subscriptions of accounts, oldest first. */
export const subscriptionsOf = ({ db, merchant }: Scope, accountIds: readonly string[]) =>
  db
    .select()
    .from(subscription)
    .where(and(eq(subscription.merchantId, merchant.id), isOneOf(subscription.accountId, accountIds)))
    .orderBy(asc(subscription.created), asc(subscription.id))

/** Returns which of several accounts have a subscription that is paused while its account is suspended. */
export async function accountsToContinue(
  { db, merchant, clock }: TimedScope,
  accountIds: string[],
): Promise<ReadonlySet<string>> {
  if (accountIds.length === 0) return new Set()
  const today = todayOf({ merchant, clock })
  const subscriptions = await subscriptionsOf({ db, merchant }, accountIds)
  const paused = subscriptions.filter((subscription) => continuesAfterPause(subscription, today))
  return new Set(paused.map(({ accountId }) => accountId))
}

/** Returns a subscription by its id, which may be any text. Throws `not-found` unless the account has it. */
export async function requireSubscription(
  scope: Scope,
  { accountId, id }: SubscriptionRef,
): Promise<SubscriptionRow> {
  return found(isSubscriptionId(id) ? await selectSubscription(scope, { accountId, id }) : [])
}

/** Returns a subscription and locks it until the transaction ends, so that no billing run advances it meanwhile. */
export async function lockSubscription(
  scope: Scope,
  { accountId, id }: SubscriptionRef,
): Promise<SubscriptionRow> {
  return found(isSubscriptionId(id) ? await selectSubscription(scope, { accountId, id }).for('update') : [])
}

const isSubscriptionId = (text: string) => /^[A-Za-z]{4}$/.test(text)

const selectSubscription = ({ db, merchant }: Scope, { accountId, id }: SubscriptionRef) =>
  db.select().from(subscription).where(isSubscription(merchant, { accountId, id }))

function found([row]: SubscriptionRow[]): SubscriptionRow {
  if (!row) throw fail('not-found', { what: 'subscription' })
  return row
}

/**
 * Locks at most `limit` subscriptions of a merchant that meet a condition, the earliest dates in `first` first. Skips
 * those that another transaction has locked.
 */
export const lockSubscriptions = (
  { db, merchant }: Scope,
  { condition, first, limit }: { condition: SQL | undefined; first: PgColumn; limit: number },
): Promise<SubscriptionRow[]> =>
  db
    .select()
    .from(subscription)
    .where(and(eq(subscription.merchantId, merchant.id), condition))
    .orderBy(asc(first))
    .limit(limit)
    .for('update', { skipLocked: true })

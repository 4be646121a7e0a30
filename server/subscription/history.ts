import { and, desc, eq, min, sql } from 'drizzle-orm'
import { asTable } from '@/db/many'
import { subscriptionChange } from '@/db/schema'
import { type InTransaction, nameOfActor, type Scope } from '../core/context'
import { changeOfTerms } from '../model/subscription/recorded-terms'
import type { SubscriptionRef, SubscriptionRow } from '../store/subscriptions'

/**
 * Records which terms of subscriptions have changed. Call it in the transaction that changed them, which has locked their
 * rows. A subscription that is missing in `before` was created.
 */
export async function recordChanges(
  { db, merchant, actor, clock }: InTransaction,
  { before, after }: { before: readonly SubscriptionRow[]; after: readonly SubscriptionRow[] },
): Promise<void> {
  const known = new Map(before.map((row) => [keyOf(row), row]))
  const date = clock.now()
  const changes = after.flatMap((row) => {
    const change = changeOfTerms(known.get(keyOf(row)), row)
    const { accountId, id: subscriptionId } = row
    return change ? [{ merchantId: merchant.id, accountId, subscriptionId, date, change }] : []
  })
  if (changes.length === 0) return
  await db.execute(sql`
    insert into subscription_change (merchant_id, account_id, subscription_id, sequence, date, actor, change)
    select merchant_id, account_id, subscription_id,
      1 + (select coalesce(max(earlier.sequence), 0) from subscription_change earlier
        where (earlier.merchant_id, earlier.account_id, earlier.subscription_id)
          = (given.merchant_id, given.account_id, given.subscription_id)),
      date, ${nameOfActor(actor)}, change
    from ${asTable(subscriptionChange, changes)} given`)
}

const keyOf = ({ accountId, id }: SubscriptionRef) => `${accountId}/${id}`

const isOf = ({ merchant }: Scope, { accountId, id }: SubscriptionRef) =>
  and(
    eq(subscriptionChange.merchantId, merchant.id),
    eq(subscriptionChange.accountId, accountId),
    eq(subscriptionChange.subscriptionId, id),
  )

/** Returns the latest changes of a subscription's terms, newest first. */
export const changesOf = (scope: Scope, { limit, ...ref }: SubscriptionRef & { limit: number }) =>
  scope.db
    .select()
    .from(subscriptionChange)
    .where(isOf(scope, ref))
    .orderBy(desc(subscriptionChange.sequence))
    .limit(limit)

/** Returns when the history of a subscription begins; null if nothing has been recorded yet. */
export async function historyBegins(scope: Scope, ref: SubscriptionRef): Promise<Date | null> {
  const [row] = await scope.db
    .select({ date: min(subscriptionChange.date) })
    .from(subscriptionChange)
    .where(isOf(scope, ref))
  return row?.date ?? null
}

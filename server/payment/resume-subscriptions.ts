import { and, eq, lt } from 'drizzle-orm'
import { updateMany } from '@/db/many'
import { subscription } from '@/db/schema'
import { todayOf } from '../core/clock'
import type { InTransaction } from '../core/context'
import { isOneOf } from '../core/one-of'
import { dueAfterPause } from '../model/subscription/terms'

/** Resumes billing of subscriptions whose account was suspended. Dates that passed in between are not billed. */
export async function resumeSubscriptions(
  { db, merchant, clock }: InTransaction,
  accountIds: readonly string[],
): Promise<void> {
  if (accountIds.length === 0) return
  const today = todayOf({ merchant, clock })
  const passed = await db
    .select()
    .from(subscription)
    .where(
      and(
        eq(subscription.merchantId, merchant.id),
        isOneOf(subscription.accountId, accountIds),
        lt(subscription.due, today),
      ),
    )
    .for('update')
  await updateMany(
    db,
    subscription,
    ['merchantId', 'accountId', 'id'],
    passed.map((row) => ({
      merchantId: row.merchantId,
      accountId: row.accountId,
      id: row.id,
      due: dueAfterPause(row, today),
    })),
  )
}

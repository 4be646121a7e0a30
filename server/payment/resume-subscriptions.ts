import { and, eq, lt, sql } from 'drizzle-orm'
import type { Transaction } from '@/db/client'
import { updateMany } from '@/db/many'
import { subscription } from '@/db/schema'
import type { Context } from '../core/context'
import { dayOf } from '../model/calendar'
import { dueAfterPause } from '../model/subscription/terms'

/** Resumes billing the subscriptions of accounts that were suspended. Dates that passed meanwhile are not billed. */
export async function resumeSubscriptions(
  { merchant, clock }: Context,
  tx: Transaction,
  accountIds: readonly string[],
): Promise<void> {
  if (accountIds.length === 0) return
  const today = dayOf(clock.now(), merchant.timeZone)
  const passed = await tx
    .select()
    .from(subscription)
    .where(
      and(
        eq(subscription.merchantId, merchant.id),
        sql`${subscription.accountId} = any(${sql.param([...accountIds])}::text[])`,
        lt(subscription.due, today),
      ),
    )
    .for('update')
  await updateMany(
    tx,
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

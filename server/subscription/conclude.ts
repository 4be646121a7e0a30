import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import type { Transaction } from '@/db/client'
import { updateMany } from '@/db/many'
import { subscription } from '@/db/schema'
import { emailsOf } from '../account/queries'
import { announceEnds } from '../callback/write'
import { dayOf } from '../clock/calendar'
import type { Context } from '../context'
import { writeMails } from '../mail/write'
import { mailOfSubscription } from './mail'
import type { SubscriptionRow } from './queries'

/** Concludes at most `limit` subscriptions whose end has come and that have nothing left to bill; answers how many. */
export function concludeEnded(context: Context, limit: number): Promise<number> {
  const { db, merchant, clock } = context
  const today = dayOf(clock.now(), merchant.timeZone)
  return db.transaction(async (tx) => {
    const rows = await tx
      .select()
      .from(subscription)
      .where(
        and(
          eq(subscription.merchantId, merchant.id),
          lte(subscription.end, today),
          isNull(subscription.ended),
          isNull(subscription.due),
        ),
      )
      .orderBy(asc(subscription.end))
      .limit(limit)
      .for('update', { skipLocked: true })
    await conclude(context, tx, rows)
    return rows.length
  })
}

/** Marks subscriptions as ended, and writes who is told of it: once for each, whatever is done to it later. */
export async function conclude(
  context: Context,
  tx: Transaction,
  rows: readonly SubscriptionRow[],
): Promise<void> {
  const { merchant, clock } = context
  if (rows.length === 0) return
  const emails = await emailsOf(
    tx,
    merchant.id,
    rows.map(({ accountId }) => accountId),
  )
  await Promise.all([
    updateMany(
      tx,
      subscription,
      ['merchantId', 'accountId', 'id'],
      rows.map(({ merchantId, accountId, id }) => ({ merchantId, accountId, id, ended: clock.now() })),
    ),
    announceEnds(context, tx, rows),
    writeMails(
      context,
      tx,
      rows.flatMap((row) => {
        const to = emails.get(row.accountId)
        return to ? [mailOfSubscription(row, 'subscription-ended', to)] : []
      }),
    ),
  ])
}

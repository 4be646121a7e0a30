import { and, asc, eq, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Transaction } from '@/db/client'
import { updateMany } from '@/db/many'
import { subscription } from '@/db/schema'
import { announceEnds } from '../callback/write'
import type { Context } from '../core/context'
import { writeMails } from '../mail/write'
import { dayOf } from '../model/calendar'
import { emailsOf } from '../store/accounts'
import type { SubscriptionRow } from '../store/subscriptions'
import { mailOfEnd } from './mail'
import { unpaidOf } from './unpaid'

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
          or(isNull(subscription.due), and(lt(subscription.end, today), isSuspended)),
        ),
      )
      .orderBy(asc(subscription.end))
      .limit(limit)
      .for('update', { skipLocked: true })
    const over = rows.map((row) => ({ ...row, due: null }))
    await conclude(context, tx, over)
    return rows.length
  })
}

/** Of a suspended account passed dates are not caught up: those before the end will not be billed any more. */
const isSuspended = sql`exists (select 1 from account a where a.merchant_id = ${subscription.merchantId}
  and a.id = ${subscription.accountId} and a.status = 'suspended')`

/** Marks subscriptions as ended, and writes who is told of it: once for each, whatever is done to it later. */
export async function conclude(
  context: Context,
  tx: Transaction,
  rows: readonly SubscriptionRow[],
): Promise<void> {
  const { merchant, clock } = context
  if (rows.length === 0) return
  const accountIds = rows.map(({ accountId }) => accountId)
  const [emails, owed] = await Promise.all([
    emailsOf(tx, merchant.id, accountIds),
    unpaidOf(tx, merchant.id, accountIds),
  ])
  const isOwed = ({ accountId, id }: SubscriptionRow) =>
    owed.some((order) => order.accountId === accountId && order.subscriptionId === id)
  await Promise.all([
    updateMany(
      tx,
      subscription,
      ['merchantId', 'accountId', 'id'],
      rows.map(({ merchantId, accountId, id, due }) => ({
        merchantId,
        accountId,
        id,
        due,
        ended: clock.now(),
      })),
    ),
    announceEnds(context, tx, rows),
    writeMails(
      context,
      tx,
      rows.flatMap((row) => {
        const to = emails.get(row.accountId)
        return to ? [mailOfEnd(row, to.email, { unpaid: isOwed(row) })] : []
      }),
    ),
  ])
}

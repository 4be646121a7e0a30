import { updateMany } from '@/db/many'
import { subscription } from '@/db/schema'
import { notifyOfEnds } from '../callback/write'
import { type Context, type InTransaction, inTransaction } from '../core/context'
import { writeMails } from '../mail/write-mails'
import { dayOf } from '../model/calendar'
import type { Ending } from '../model/mail'
import { ended } from '../model/subscription/terms'
import { recipientsOf } from '../store/accounts'
import { isFinished } from '../store/due'
import {
  holdSubscription,
  isSubscription,
  lockSubscriptions,
  type SubscriptionRef,
  type SubscriptionRow,
} from '../store/subscriptions'
import { onAccount, today } from './account-subscriptions'
import { mailOfEnd } from './mail'
import { unpaidOf } from './unpaid-orders'

/** Ends a subscription today and removes its upcoming date. Returns all subscriptions of the account. */
export const endSubscription = (
  context: Context,
  { accountId, id }: SubscriptionRef,
): Promise<SubscriptionRow[]> =>
  onAccount(context, accountId, async (inside) => {
    const row = await holdSubscription(inside, { accountId, id })
    const over = { ...row, ...ended(row, today(context)) }
    await inside.db
      .update(subscription)
      .set({ due: over.due, end: over.end })
      .where(isSubscription(context.merchant, { accountId, id }))
    const by = context.actor.kind === 'account' ? 'customer' : 'merchant'
    if (row.ended === null) await recordEnds(inside, [over], by)
  })

/** Ends a subscription whose end has come and that has nothing left to bill. `by`: who has just decided that, if anyone. */
export async function endIfOver(
  context: InTransaction,
  row: SubscriptionRow,
  by: Ending = 'term',
): Promise<void> {
  const isOver = row.due === null && row.end !== null && row.end <= today(context)
  if (isOver && row.ended === null) await recordEnds(context, [row], by)
}

/** Ends at most `limit` subscriptions whose end has come and that have nothing left to bill. Returns how many. */
export function endFinishedSubscriptions(context: Context, limit: number): Promise<number> {
  const { merchant, clock } = context
  const today = dayOf(clock.now(), merchant.timeZone)
  return inTransaction(context, async (inside) => {
    const rows = await lockSubscriptions(inside, {
      condition: isFinished(inside.db, today),
      first: subscription.end,
      limit,
    })
    const over = rows.map((row) => ({ ...row, due: null }))
    await recordEnds(inside, over, 'term')
    return rows.length
  })
}

/** Marks subscriptions as ended and notifies once for each, whatever happens to it later. */
async function recordEnds(
  context: InTransaction,
  rows: readonly SubscriptionRow[],
  by: Ending,
): Promise<void> {
  const { db, clock } = context
  if (rows.length === 0) return
  const accountIds = rows.map(({ accountId }) => accountId)
  const [recipients, owed] = await Promise.all([
    recipientsOf(context, accountIds),
    unpaidOf(context, accountIds),
  ])
  const isOwed = ({ accountId, id }: SubscriptionRow) =>
    owed.some((order) => order.accountId === accountId && order.subscriptionId === id)
  await Promise.all([
    updateMany(
      db,
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
    notifyOfEnds(context, rows),
    writeMails(
      context,
      rows.flatMap((row) => {
        const to = recipients.get(row.accountId)
        return to ? [mailOfEnd(row, to.recipient, { by, unpaid: isOwed(row) })] : []
      }),
    ),
  ])
}

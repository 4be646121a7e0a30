import { updateMany } from '@/db/many'
import { subscription } from '@/db/schema'
import { notifyOfSubscriptions } from '../callback/write'
import { todayOf } from '../core/clock'
import { type Context, type InTransaction, inTransaction } from '../core/context'
import { claimEndMail } from '../mail/limit'
import { writeMails } from '../mail/write-mails'
import type { Day } from '../model/calendar'
import { fail } from '../model/errors'
import {
  dueAfterChange,
  ended,
  endOnceUndone,
  endUndoneByCustomer,
  isOver,
  lastPaidDay,
  type RequestedEnd,
  requestedEnd,
} from '../model/subscription/terms'
import { type AccountRow, recipientIn, recipientsOf } from '../store/accounts'
import { isFinished } from '../store/due'
import {
  isSubscription,
  lockSubscription,
  lockSubscriptions,
  type SubscriptionRef,
  type SubscriptionRow,
} from '../store/subscriptions'
import { changingSubscriptions } from './account-subscriptions'
import { requireExpected } from './expected-terms'
import { recordChanges } from './history'
import { mailOfEnd } from './mail'
import { notifyIfContinued } from './notify-continued'
import { unpaidOf } from './unpaid-orders'

/**
 * Ends a subscription: today, which removes its upcoming date, at the end of the paid period, or on a chosen day, which
 * is the last possible due date. If no period is paid, its end is today. `expected`: the confirmed last day. Returns
 * all subscriptions of the account. Throws `subscription.ended` if it has ended and the end is not today, and
 * `subscription.end-changed` if another day would be the last.
 */
export const endSubscription = (
  context: Context,
  {
    accountId,
    id,
    on = 'today',
    expected,
  }: SubscriptionRef & { on?: 'today' | 'period' | Day | undefined; expected?: Day | undefined },
): Promise<SubscriptionRow[]> =>
  changingSubscriptions(context, accountId, async (inside, _, account) => {
    const row = await lockSubscription(inside, { accountId, id })
    const day = todayOf(context)
    const isRunning = row.ended === null && !isOver(row, day)
    // Nothing more will be billed before its end, which is the end of the paid period.
    const isPeriodLast = on === 'period' && row.due === null && isRunning
    const paidUntil = account.status === 'suspended' ? null : lastPaidDay(row, day)
    const last = on === 'today' ? day : on === 'period' ? (paidUntil ?? day) : on
    if (expected !== undefined && expected !== (isPeriodLast ? row.end : last) && row.ended === null)
      throw fail('subscription.end-changed')
    if (isPeriodLast) return
    if (last <= day) await endToday(inside, row)
    else if (isRunning) await endLater(inside, account, { row, last, isPeriod: on === 'period' })
    else throw fail('subscription.ended', {})
  })

async function endToday(context: InTransaction, row: SubscriptionRow): Promise<void> {
  const over = { ...row, ...ended(row, todayOf(context)) }
  if (row.ended !== null) return writeEnd(context, over)
  const asked = { ...over, ending: requestedEnd(row, askedNow(context)) }
  await writeEnd(context, asked)
  await recordEnds(context, [asked])
}

async function endLater(
  context: InTransaction,
  account: AccountRow,
  { row, last, isPeriod }: { row: SubscriptionRow; last: Day; isPeriod: boolean },
): Promise<void> {
  const { by, at } = askedNow(context)
  const ending = { ...requestedEnd(row, { by, at }), ...(isPeriod && { period: true as const }) }
  const ends = { ...row, end: last, ending }
  const after = { ...ends, due: dueAfterChange(ends, todayOf(context)) }
  await writeEnd(context, after)
  await notifyIfContinued(context, account, { before: row, after })
  const recipient = by === 'customer' ? recipientIn(account) : undefined
  if (!recipient || !('id' in (await claimEndMail(context, row)))) return
  const owed = await unpaidOf(context, [row.accountId])
  const unpaid = owed.filter(({ subscriptionId }) => subscriptionId === row.id)
  await writeMails(context, [mailOfEnd(ends, recipient, { by, unpaid })])
}

/** Who asks for an end, and when. */
const askedNow = ({ actor, clock }: Context): { by: RequestedEnd['by']; at: Date } => ({
  by: actor.kind === 'account' ? 'customer' : 'merchant',
  at: clock.now(),
})

/**
 * Undoes a future end: the subscription continues, until its previous end, if any. Customers can undo only what they
 * asked for: an end that the merchant had asked for stays. What the page showed: `expected` is the hash of the terms, and
 * `agreed` is the end that the subscription has again, null for none. Returns all subscriptions of the account. Throws
 * `subscription.ended`, `subscription.changed` or `subscription.end-not-undoable`.
 */
export const undoEnd = (
  context: Context,
  {
    accountId,
    id,
    expected,
    agreed,
  }: SubscriptionRef & { expected?: string | undefined; agreed?: Day | null | undefined },
): Promise<SubscriptionRow[]> =>
  changingSubscriptions(context, accountId, async (inside, _, account) => {
    const row = await lockSubscription(inside, { accountId, id })
    const day = todayOf(context)
    if (row.ended !== null || isOver(row, day)) throw fail('subscription.ended', {})
    if (context.actor.kind === 'account' && row.ending?.by !== 'customer') {
      // The same press again finds the end undone already.
      if (row.ending === null && row.due !== null) return
      throw fail('subscription.end-not-undoable')
    }
    // The first press has done it. This one must not remove the agreed end, too.
    if (agreed !== undefined && row.ending === null && row.end === agreed) return
    const goesOn =
      context.actor.kind === 'account'
        ? { ...row, ...endUndoneByCustomer(row.ending, day) }
        : { ...row, end: endOnceUndone(row.ending, day), ending: null }
    if (agreed !== undefined && goesOn.end !== agreed) throw fail('subscription.changed')
    requireExpected(expected, { before: row })
    const after = { ...goesOn, due: dueAfterChange(goesOn, day) }
    await writeEnd(inside, after)
    await notifyIfContinued(inside, account, { before: row, after })
  })

const writeEnd = async ({ db, merchant }: InTransaction, row: SubscriptionRow): Promise<void> => {
  const { due, end, ending } = row
  await db.update(subscription).set({ due, end, ending }).where(isSubscription(merchant, row))
}

/** Ends a subscription whose end has come and that has nothing left to bill. */
export async function endIfOver(context: InTransaction, row: SubscriptionRow): Promise<void> {
  if (isOver(row, todayOf(context)) && row.ended === null) await recordEnds(context, [row])
}

/** Ends at most `limit` subscriptions whose end has come and that have nothing left to bill. Returns how many. */
export function endFinishedSubscriptions(context: Context, limit: number): Promise<number> {
  return inTransaction(context, async (inside) => {
    const rows = await lockSubscriptions(inside, {
      condition: isFinished(todayOf(inside)),
      first: subscription.end,
      limit,
    })
    const over = await recordEnds(
      inside,
      rows.map((row) => ({ ...row, due: null })),
    )
    await recordChanges(inside, { before: rows, after: over })
    return rows.length
  })
}

/** Marks subscriptions as ended and notifies once for each. Returns them. */
async function recordEnds(
  context: InTransaction,
  rows: readonly SubscriptionRow[],
): Promise<SubscriptionRow[]> {
  const { db, clock } = context
  if (rows.length === 0) return []
  const over = rows.map((row) => ({ ...row, ended: clock.now(), planned: null }))
  const accountIds = rows.map(({ accountId }) => accountId)
  const [recipients, owed] = await Promise.all([
    recipientsOf(context, accountIds),
    unpaidOf(context, accountIds),
  ])
  const owedFor = ({ accountId, id }: SubscriptionRow) =>
    owed.filter((order) => order.accountId === accountId && order.subscriptionId === id)
  await Promise.all([
    updateMany(
      db,
      subscription,
      ['merchantId', 'accountId', 'id'],
      over.map(({ merchantId, accountId, id, due, ended, planned }) => ({
        ...{ merchantId, accountId, id, due, ended, planned },
      })),
    ),
    notifyOfSubscriptions(context, 'subscription.ended', rows),
    writeMails(
      context,
      rows.flatMap((row) => {
        const to = recipients.get(row.accountId)
        return to
          ? [mailOfEnd(row, to.recipient, { by: row.ending?.by ?? 'term', unpaid: owedFor(row) })]
          : []
      }),
    ),
  ])
  return over
}

import { todayOf } from '../core/clock'
import type { Context, InTransaction } from '../core/context'
import type { Day } from '../model/calendar'
import type { Upcoming } from '../model/subscription/schemas'
import { dueAfterPause } from '../model/subscription/terms'
import { type AccountRow, accountTransaction, requireAccount } from '../store/accounts'
import { confirmAccount } from '../store/confirm-account'
import { upcoming } from '../store/subscription-response'
import {
  requireSubscription,
  type SubscriptionRef,
  type SubscriptionRow,
  subscriptionsOf,
} from '../store/subscriptions'
import { recordChanges } from './history'
import { notifyOfNewEnds } from './notify-of-new-ends'

/** Returns all subscriptions of an account, oldest first. Throws `not-found`. */
export async function listSubscriptions(context: Context, accountId: string): Promise<SubscriptionRow[]> {
  await requireAccount(context, accountId)
  return subscriptionsOf(context, [accountId])
}

/** Returns the next dates of a subscription and their amounts. Throws `not-found`. */
export async function previewSubscription(
  context: Context,
  { accountId, id, count }: SubscriptionRef & { count: number },
): Promise<Upcoming[]> {
  const account = await requireAccount(context, accountId)
  const row = await requireSubscription(context, { accountId, id })
  return upcoming(withChargeable(account, row, todayOf(context)), count)
}

/**
 * A subscription with the next date that can be charged as its due date: those that pass while its account is suspended
 * are not charged later.
 */
export const withChargeable = (
  { status }: Pick<AccountRow, 'status'>,
  row: SubscriptionRow,
  now: Day,
): SubscriptionRow =>
  status === 'suspended' && row.due !== null && row.due < now ? { ...row, due: dueAfterPause(row, now) } : row

/**
 * Changes the subscriptions of an account, one request at a time, records what changed, and notifies of new ends. `work`
 * receives those that exist. Returns all of them after the change. Throws `not-found`.
 */
export function changingSubscriptions(
  context: Context,
  accountId: string,
  work: (inside: InTransaction, existing: SubscriptionRow[], account: AccountRow) => Promise<void>,
): Promise<SubscriptionRow[]> {
  return accountTransaction(context, accountId, async (inside, account) => {
    await confirmAccount(inside, account)
    // Locked, so that nothing that billing changes meanwhile is recorded as this request's.
    const before = await subscriptionsOf(inside, [accountId]).for('update')
    await work(inside, before, account)
    const after = await subscriptionsOf(inside, [accountId])
    await Promise.all([recordChanges(inside, { before, after }), notifyOfNewEnds(inside, { before, after })])
    return after
  })
}

import type { Transaction } from '@/db/client'
import type { Context } from '../core/context'
import { dayOf } from '../model/calendar'
import type { Upcoming } from '../model/subscription/schemas'
import { dueAfterPause } from '../model/subscription/terms'
import { type AccountRow, accountTransaction, requireAccount } from '../store/accounts'
import { confirmAccount } from '../store/confirm-account'
import { upcoming } from '../store/subscription-response'
import { requireSubscription, type SubscriptionRow, subscriptionsOf } from '../store/subscriptions'

/** Returns all subscriptions of an account, oldest first. Throws `not found`. */
export async function listSubscriptions(
  { db, merchant }: Context,
  accountId: string,
): Promise<SubscriptionRow[]> {
  await requireAccount(db, merchant.id, accountId)
  return subscriptionsOf(db, merchant.id, accountId)
}

/** Returns the next dates of a subscription and their amounts. Throws `not found`. */
export async function previewSubscription(
  context: Context,
  accountId: string,
  id: string,
  count: number,
): Promise<Upcoming[]> {
  const { db, merchant } = context
  const { status } = await requireAccount(db, merchant.id, accountId)
  const row = await requireSubscription(db, merchant.id, accountId, id)
  // Dates that pass while an account is suspended are not billed later, so they are not upcoming.
  const isPassed = status === 'suspended' && row.due !== null && row.due < today(context)
  return upcoming(isPassed ? { ...row, due: dueAfterPause(row, today(context)) } : row, count)
}

/** Changes the subscriptions of an account, one request at a time, and returns all of them. Throws `not found`. */
export function onAccount(
  context: Context,
  accountId: string,
  work: (tx: Transaction, existing: SubscriptionRow[], account: AccountRow) => Promise<void>,
): Promise<SubscriptionRow[]> {
  const { merchant } = context
  return accountTransaction(context, accountId, async (tx, account) => {
    await confirmAccount(context, tx, account)
    await work(tx, await subscriptionsOf(tx, merchant.id, accountId), account)
    return subscriptionsOf(tx, merchant.id, accountId)
  })
}

/** Returns the current day in the merchant's time zone. */
export const today = ({ merchant, clock }: Context) => dayOf(clock.now(), merchant.timeZone)

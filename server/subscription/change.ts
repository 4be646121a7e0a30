import type { Transaction } from '@/db/client'
import { subscription } from '@/db/schema'
import type { Context } from '../core/context'
import { newSubscriptionId } from '../core/id'
import { writeMails } from '../mail/write'
import { type Day, dayOf } from '../model/calendar'
import { fail } from '../model/errors'
import { priced } from '../model/order/price'
import { scheduleTerms } from '../model/subscription/dates'
import type { Upcoming } from '../model/subscription/schemas'
import { dueAfterChange, dueAfterPause, ended, firstDue, passedDates } from '../model/subscription/terms'
import { type AccountRow, accountTransaction, requireAccount } from '../store/accounts'
import { confirmAccount } from '../store/confirm-account'
import { upcoming } from '../store/subscription-response'
import {
  holdSubscription,
  requireSubscription,
  type SubscriptionRow,
  subscriptionNamed,
  subscriptionsOf,
} from '../store/subscriptions'
import { conclude } from './conclude'
import { mailOfStart } from './mail'
import type { SubscriptionChange, SubscriptionCreatable } from './schemas'

/** All subscriptions of an account, oldest first. Throws `not-found`. */
export async function listSubscriptions(
  { db, merchant }: Context,
  accountId: string,
): Promise<SubscriptionRow[]> {
  await requireAccount(db, merchant.id, accountId)
  return subscriptionsOf(db, merchant.id, accountId)
}

/** The next dates of a subscription and their amounts. Throws `not-found`. */
export async function previewSubscription(
  context: Context,
  accountId: string,
  id: string,
  count: number,
): Promise<Upcoming[]> {
  const { db, merchant } = context
  const { status } = await requireAccount(db, merchant.id, accountId)
  const row = await requireSubscription(db, merchant.id, accountId, id)
  // Dates that pass while an account is suspended are not caught up, so they are none to come.
  const isPassed = status === 'suspended' && row.due !== null && row.due < today(context)
  return upcoming(isPassed ? { ...row, due: dueAfterPause(row, today(context)) } : row, count)
}

/** Adds a subscription to an account. Answers all of the account's. */
export function createSubscription(
  context: Context,
  accountId: string,
  input: SubscriptionCreatable,
): Promise<SubscriptionRow[]> {
  return onAccount(context, accountId, async (tx, existing, account) => {
    if (context.origin !== undefined && existing.some(({ origin }) => origin === context.origin)) return
    const terms = newTerms(context, input)
    if (terms.end !== null && terms.end < terms.start) {
      throw fail('subscription.end-before-start')
    }
    refuseBacklog(terms, today(context))
    const [made] = await tx
      .insert(subscription)
      .values({
        ...terms,
        merchantId: context.merchant.id,
        accountId,
        id: unusedId(existing),
        due: firstDue(terms),
        origin: context.origin ?? null,
        created: context.clock.now(),
      })
      .returning()
    if (!made) throw new Error('An inserted subscription was not returned')
    const to = account.customer?.email
    if (to) await writeMails(context, tx, [mailOfStart(made, to)])
    await concludeIfOver(context, tx, made)
  })
}

/** Replaces all of a subscription but its id and what it has billed. Answers all of the account's. */
export const replaceSubscription = (
  context: Context,
  accountId: string,
  id: string,
  input: SubscriptionCreatable,
): Promise<SubscriptionRow[]> =>
  changed(context, accountId, id, (row) => {
    const { start, end } = row
    const terms = newTerms(context, { ...input, start: input.start ?? start })
    // What has ended keeps its end, unless the new one speaks of it.
    return row.ended !== null && input.end === undefined ? { ...terms, end } : terms
  })

/** Changes what is present in `change`. Answers all of the account's. */
export const changeSubscription = (
  context: Context,
  accountId: string,
  id: string,
  change: SubscriptionChange,
): Promise<SubscriptionRow[]> =>
  changed(context, accountId, id, (row) => {
    const { number, end, callback, schedule, ...rest } = change
    const items = change.items ?? row.items
    const currency = change.currency ?? row.currency
    return {
      ...row,
      ...definedOf(rest),
      ...definedOf({ number, end, callback }),
      ...(schedule !== undefined && { schedule: scheduleTerms(schedule) }),
      amount: priced(items, currency, 'ordered').amount,
    }
  })

/** Ends a subscription now: a date still to come goes, the end is today. Answers all of the account's. */
export const endSubscription = (
  context: Context,
  accountId: string,
  id: string,
): Promise<SubscriptionRow[]> =>
  onAccount(context, accountId, async (tx) => {
    const row = await holdSubscription(tx, context.merchant.id, accountId, id)
    const over = { ...row, ...ended(row, today(context)) }
    await tx
      .update(subscription)
      .set({ due: over.due, end: over.end })
      .where(subscriptionNamed(context.merchant.id, accountId, id))
    if (row.ended === null) await conclude(context, tx, [over])
  })

type Terms = Pick<
  SubscriptionRow,
  'number' | 'items' | 'currency' | 'amount' | 'schedule' | 'start' | 'end' | 'callback'
>

function newTerms(context: Context, input: SubscriptionCreatable): Terms {
  return {
    number: input.number ?? null,
    items: input.items,
    currency: input.currency,
    amount: priced(input.items, input.currency, 'ordered').amount,
    schedule: scheduleTerms(input.schedule),
    start: input.start ?? today(context),
    end: input.end ?? null,
    callback: input.callback ?? null,
  }
}

/** Writes what `next` makes of a subscription, with the due date that follows from it. */
const changed = (
  context: Context,
  accountId: string,
  id: string,
  next: (row: SubscriptionRow) => Terms,
): Promise<SubscriptionRow[]> =>
  onAccount(context, accountId, async (tx) => {
    const row = await holdSubscription(tx, context.merchant.id, accountId, id)
    const { number, items, currency, amount, schedule, start, end, callback } = next(row)
    const terms = {
      ...{ number, items, currency, amount, schedule, start, callback },
      end: row.ended === null ? end : endOfEnded(row, end),
    }
    const due =
      row.ended !== null
        ? null
        : dueAfterChange({ ...terms, due: row.due, billed: row.billed }, today(context))
    await tx
      .update(subscription)
      .set({ ...terms, due })
      .where(subscriptionNamed(context.merchant.id, accountId, id))
    await concludeIfOver(context, tx, { ...row, ...terms, due })
  })

/** The most dates before today that a new subscription may have: more are a mistyped year, and would all be charged. */
const mostPassed = 100

function refuseBacklog(terms: Terms, now: Day): void {
  if (passedDates(terms, now, mostPassed + 1) <= mostPassed) return
  throw fail('subscription.too-many-passed', { most: mostPassed })
}

/** What has ended was told, and stays ended: its end can come earlier, and no later. */
function endOfEnded(row: SubscriptionRow, end: Day | null): Day | null {
  if (end !== null && row.end !== null && end <= row.end) return end
  if (end === row.end) return end
  throw fail('subscription.ended')
}

/** A subscription with nothing left to bill, whose end has come, has ended; one with a later end will have then. */
async function concludeIfOver(context: Context, tx: Transaction, row: SubscriptionRow): Promise<void> {
  const isOver = row.due === null && row.end !== null && row.end <= today(context)
  if (isOver && row.ended === null) await conclude(context, tx, [row])
}

/** Works on the subscriptions of an account, one request at a time, and answers them all. Throws `not-found`. */
function onAccount(
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

function unusedId(existing: readonly SubscriptionRow[]): string {
  const id = newSubscriptionId()
  return existing.some((row) => row.id === id) ? unusedId(existing) : id
}

const today = ({ merchant, clock }: Context) => dayOf(clock.now(), merchant.timeZone)

/** The properties that have a value, null being one. */
const definedOf = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>
  }

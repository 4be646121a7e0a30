import type { Transaction } from '@/db/client'
import { subscription } from '@/db/schema'
import { lockAccount, requireAccount } from '../account/queries'
import { dayOf } from '../clock/calendar'
import type { Context } from '../context'
import { invalidContent } from '../error/error'
import { newSubscriptionId } from '../id/id'
import { priced } from '../order/price'
import { upcoming } from './answer'
import { requireSubscription, type SubscriptionRow, subscriptionNamed, subscriptionsOf } from './queries'
import { scheduleTerms } from './schedule'
import type { SubscriptionChange, SubscriptionCreatable, Upcoming } from './schemas'
import { dueAfterChange, ended, firstDue } from './terms'

/** All subscriptions of an account, oldest first. Throws `not found`. */
export async function listSubscriptions(
  { db, merchant }: Context,
  accountId: string,
): Promise<SubscriptionRow[]> {
  await requireAccount(db, merchant.id, accountId)
  return subscriptionsOf(db, merchant.id, accountId)
}

/** The next dates of a subscription and their amounts. Throws `not found`. */
export async function previewSubscription(
  { db, merchant }: Context,
  accountId: string,
  id: string,
  count: number,
): Promise<Upcoming[]> {
  await requireAccount(db, merchant.id, accountId)
  return upcoming(await requireSubscription(db, merchant.id, accountId, id), count)
}

/** Adds a subscription to an account. Answers all of the account's. */
export function createSubscription(
  context: Context,
  accountId: string,
  input: SubscriptionCreatable,
): Promise<SubscriptionRow[]> {
  return onAccount(context, accountId, async (tx, existing) => {
    if (context.origin !== undefined && existing.some(({ origin }) => origin === context.origin)) return
    const terms = newTerms(context, input)
    if (terms.end !== null && terms.end < terms.start) {
      throw invalidContent('date', 'The end is before the start. Give an end on or after it.', {
        property: 'end',
      })
    }
    await tx.insert(subscription).values({
      ...terms,
      merchantId: context.merchant.id,
      accountId,
      id: unusedId(existing),
      due: firstDue(terms),
      origin: context.origin ?? null,
      created: context.clock.now(),
    })
  })
}

/** Replaces all of a subscription but its id and what it has billed. Answers all of the account's. */
export const replaceSubscription = (
  context: Context,
  accountId: string,
  id: string,
  input: SubscriptionCreatable,
): Promise<SubscriptionRow[]> =>
  changed(context, accountId, id, (row) => newTerms(context, { ...input, start: input.start ?? row.start }))

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
    const row = await requireSubscription(tx, context.merchant.id, accountId, id)
    await tx
      .update(subscription)
      .set(ended(row, today(context)))
      .where(subscriptionNamed(context.merchant.id, accountId, id))
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
    const row = await requireSubscription(tx, context.merchant.id, accountId, id)
    const terms = next(row)
    const { number, items, currency, amount, schedule, start, end, callback } = terms
    await tx
      .update(subscription)
      .set({
        ...{ number, items, currency, amount, schedule, start, end, callback },
        due: dueAfterChange({ ...terms, due: row.due, billed: row.billed }, today(context)),
      })
      .where(subscriptionNamed(context.merchant.id, accountId, id))
  })

/** Works on the subscriptions of an account, one request at a time, and answers them all. Throws `not found`. */
function onAccount(
  { db, merchant }: Context,
  accountId: string,
  work: (tx: Transaction, existing: SubscriptionRow[]) => Promise<void>,
): Promise<SubscriptionRow[]> {
  return db.transaction(async (tx) => {
    await lockAccount(tx, merchant.id, accountId)
    await work(tx, await subscriptionsOf(tx, merchant.id, accountId))
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

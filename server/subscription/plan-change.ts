import { isDeepStrictEqual } from 'node:util'
import { updateMany } from '@/db/many'
import { subscription } from '@/db/schema'
import { capabilitiesOf, requireChargeable } from '../card/capabilities'
import { todayOf } from '../core/clock'
import { type Context, type InTransaction, inTransaction } from '../core/context'
import { writeMails } from '../mail/write-mails'
import { addDays } from '../model/calendar'
import { fail } from '../model/errors'
import { dueOf, scheduleTerms } from '../model/subscription/dates'
import { type PlannedChange, withPlanned } from '../model/subscription/planned-change'
import { dueAfterChange } from '../model/subscription/terms'
import { recipientIn } from '../store/accounts'
import { isChangeDue } from '../store/due'
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
import { firstChargeable, mailOfChange } from './mail'
import type { SubscriptionPlan } from './schemas'

/**
 * Plans a change that applies to the due dates from a day on, in place of any that was planned before. Without a day,
 * it applies from the next due date after today. If `notify` is set, the customer is notified by e-mail of a new price or
 * schedule, but never twice about the same change. `expected`: the hash of the terms that the plan is based on. Returns
 * all subscriptions of the account. Throws `subscription.ended`, `subscription.changed`, `subscription.plan-late`,
 * `subscription.plan-after-end`, and what creating a subscription with these terms throws.
 */
export async function planChange(
  context: Context,
  {
    accountId,
    id,
    plan: { notify = false, ...plan },
    expected,
  }: SubscriptionRef & { plan: SubscriptionPlan; expected?: string | undefined },
): Promise<SubscriptionRow[]> {
  const { cardService: service } = context.merchant
  const isRepriced = plan.items !== undefined || plan.currency !== undefined
  const capabilities = isRepriced ? await capabilitiesOf(context, service) : undefined
  return changingSubscriptions(context, accountId, async (inside, _, account) => {
    const row = await lockSubscription(inside, { accountId, id })
    const planned = plannedOf(row, plan, todayOf(context))
    requireExpected(expected, { before: row, after: { ...row, planned } })
    if (capabilities) requireChargeable(capabilities, { service, ...withPlanned({ ...row, planned }) })
    const wasNotified = isDeepStrictEqual(row.planned, { ...planned, notified: true })
    const recipient = notify && !wasNotified ? recipientIn(account) : undefined
    const after = withDue(inside, { ...row, planned })
    const day = firstChargeable(account, planned.from, todayOf(inside))
    const mail = recipient && mailOfChange({ before: { ...row, planned: null }, after, day }, recipient)
    const notified = mail !== undefined || wasNotified
    await writePlan(inside, { ...after, planned: { ...planned, ...(notified && { notified }) } })
    if (mail) await writeMails(inside, [mail])
  })
}

/**
 * Withdraws a planned change, if there is one. `expected`: the hash of the terms that a person saw. Returns all
 * subscriptions of the account. Throws `subscription.changed`.
 */
export const withdrawPlan = (
  context: Context,
  { accountId, id, expected }: SubscriptionRef & { expected?: string | undefined },
): Promise<SubscriptionRow[]> =>
  changingSubscriptions(context, accountId, async (inside) => {
    const row = await lockSubscription(inside, { accountId, id })
    const after = { ...row, planned: null }
    requireExpected(expected, { before: row, after })
    if (row.planned !== null) await writePlan(inside, withDue(inside, after))
  })

function plannedOf(
  row: SubscriptionRow,
  { from, items, currency, schedule }: Omit<SubscriptionPlan, 'notify'>,
  now: string,
): PlannedChange {
  if (row.ended !== null) throw fail('subscription.ended', {})
  const { start, end, billed } = row
  const next = dueOf(
    { schedule: row.schedule, start, end: end ?? undefined },
    { from: addDays(now, 1), billed: billed ?? undefined },
  )
  const day = from ?? next
  if (day === undefined || (end !== null && day > end)) throw fail('subscription.plan-after-end')
  if (day <= now) throw fail('subscription.plan-late')
  const planned: PlannedChange = {
    from: day,
    ...(items !== undefined && { items }),
    ...(currency !== undefined && { currency }),
    ...(schedule !== undefined && { schedule: scheduleTerms(schedule) }),
  }
  // The billing run must never find a change that it cannot apply.
  withPlanned({ ...row, planned })
  return planned
}

/** A subscription with the due date that follows from its planned change. */
const withDue = (context: InTransaction, row: SubscriptionRow): SubscriptionRow => ({
  ...row,
  due: row.ended === null ? dueAfterChange(row, todayOf(context)) : null,
})

/** Writes a subscription's planned change and due date. */
const writePlan = async ({ db, merchant }: InTransaction, row: SubscriptionRow): Promise<void> => {
  const { planned, due } = row
  await db.update(subscription).set({ planned, due }).where(isSubscription(merchant, row))
}

/** Applies at most `limit` planned changes whose day has come. Returns how many. */
export function makePlannedChanges(context: Context, limit: number): Promise<number> {
  return inTransaction(context, async (inside) => {
    const condition = isChangeDue(todayOf(inside))
    const rows = await lockSubscriptions(inside, { condition, first: subscription.created, limit })
    await makePlans(inside, { before: rows, after: rows.map(withPlanned) })
    return rows.length
  })
}

/** Applies planned changes: writes the new terms of subscriptions, and records them. */
export async function makePlans(
  context: InTransaction,
  changed: { before: readonly SubscriptionRow[]; after: readonly SubscriptionRow[] },
): Promise<void> {
  await updateMany(
    context.db,
    subscription,
    ['merchantId', 'accountId', 'id'],
    changed.after.map(({ merchantId, accountId, id, items, currency, amount, schedule, planned }) => ({
      ...{ merchantId, accountId, id, items, currency, amount, schedule, planned },
    })),
  )
  await recordChanges(context, changed)
}

import { subscription } from '@/db/schema'
import { capabilitiesOf, requireChargeable } from '../card/capabilities'
import { todayOf } from '../core/clock'
import type { Context } from '../core/context'
import { definedOf } from '../core/defined-of'
import { writeMails } from '../mail/write-mails'
import type { Day } from '../model/calendar'
import { fail, KassaError } from '../model/errors'
import { storedMetadata } from '../model/metadata'
import type { Money } from '../model/money/money'
import { priced } from '../model/order/price'
import { scheduleTerms } from '../model/subscription/dates'
import { type Changeable, type PlannedChange, withPlanned } from '../model/subscription/planned-change'
import { dueAfterChange, isOver, requestedEnd } from '../model/subscription/terms'
import { recipientIn } from '../store/accounts'
import {
  isSubscription,
  lockSubscription,
  type SubscriptionRef,
  type SubscriptionRow,
} from '../store/subscriptions'
import { changingSubscriptions } from './account-subscriptions'
import { refuseMoreBacklog } from './backlog'
import { endIfOver } from './end-subscription'
import { requireExpected } from './expected-terms'
import { firstChargeable, mailOfChange } from './mail'
import { notifyIfContinued } from './notify-continued'
import type { SubscriptionChange, SubscriptionReplacement } from './schemas'
import { newTerms, type SubscriptionTerms } from './subscription-terms'

/**
 * Replaces all of a subscription except its id and what it has billed. A planned change is withdrawn. Returns all
 * subscriptions of the account.
 */
export async function replaceSubscription(
  context: Context,
  { accountId, id, subscription }: SubscriptionRef & { subscription: SubscriptionReplacement },
): Promise<SubscriptionRow[]> {
  const { cardService: service } = context.merchant
  const capabilities = await capabilitiesOf(context, service)
  return applyChange(context, { accountId, id }, (row) => {
    const { start, end, ending, ended } = row
    const terms = newTerms(context, { ...subscription, start: subscription.start ?? start })
    requireChargeable(capabilities, { service, ...terms })
    // Unless the request sets one, an ended subscription keeps its end, and so does one that its customer ended: a
    // caller that sends a new price may not know of that.
    const keepsEnd = ended !== null || ending?.by === 'customer'
    return keepsEnd && subscription.end === undefined ? { ...terms, end } : terms
  })
}

/**
 * Changes the properties present in `change`. With `notify`, the customer is mailed about a new price or schedule.
 * `expected`: the hash of the terms that the change is based on. Returns all subscriptions of the account. Throws
 * `subscription.changed` if it would change terms other than those.
 */
export async function changeSubscription(
  context: Context,
  { accountId, id, change, ...confirmed }: SubscriptionRef & Confirmed & { change: SubscriptionChange },
): Promise<SubscriptionRow[]> {
  const { cardService: service } = context.merchant
  const isRepriced = change.items !== undefined || change.currency !== undefined
  const capabilities = isRepriced ? await capabilitiesOf(context, service) : undefined
  const requireChargeablePrice = ({ amount, currency }: Money) => {
    if (capabilities) requireChargeable(capabilities, { service, amount, currency })
  }
  return applyChange(
    context,
    { accountId, id },
    (row) => {
      const { schedule, metadata, ...rest } = change
      const items = change.items ?? row.items
      const currency = change.currency ?? row.currency
      const { amount } = priced(items, currency, change.items === undefined ? 'currency' : 'items')
      requireChargeablePrice({ amount, currency })
      return {
        ...row,
        ...definedOf(rest),
        ...(metadata !== undefined && { metadata: storedMetadata(metadata) }),
        ...(schedule !== undefined && { schedule: scheduleTerms(schedule) }),
        amount,
      }
    },
    { ...confirmed, requireChargeablePrice },
  )
}

/** What a member confirms with a change. */
interface Confirmed {
  notify?: boolean | undefined
  expected?: string | undefined
}

interface ChangeOptions extends Confirmed {
  /** Throws if the card service cannot charge a price. */
  requireChargeablePrice?: (price: Money) => void
}

/** Writes the terms that `next` returns for a subscription, and the due date that follows from them. */
const applyChange = (
  context: Context,
  { accountId, id }: SubscriptionRef,
  next: (row: SubscriptionRow) => SubscriptionTerms & { planned?: PlannedChange | null },
  { notify = false, expected, requireChargeablePrice }: ChangeOptions = {},
): Promise<SubscriptionRow[]> =>
  changingSubscriptions(context, accountId, async (inside, _, account) => {
    const row = await lockSubscription(inside, { accountId, id })
    const {
      number,
      items,
      currency,
      amount,
      schedule,
      start,
      end,
      callback,
      metadata,
      planned = null,
    } = next(row)
    const terms = {
      ...{ number, items, currency, amount, schedule, start, callback, metadata, planned },
      end: row.ended === null ? end : endOfEnded(row, end),
    }
    requireExpected(expected, { before: row, after: terms })
    requireStartBeforeEnd(row, terms)
    requirePlanFits(terms, requireChargeablePrice)
    const kept = terms.end === row.end ? row.ending : null
    const due =
      row.ended !== null
        ? null
        : dueAfterChange({ ...terms, due: row.due, billed: row.billed, ending: kept }, todayOf(context))
    refuseMoreBacklog(account, { before: row, after: { ...terms, due } }, todayOf(context))
    const ending = endingAfter(context, { row, due, end: terms.end })
    await inside.db
      .update(subscription)
      .set({ ...terms, due, ending })
      .where(isSubscription(context.merchant, { accountId, id }))
    const after = { ...row, ...terms, due, ending }
    const recipient = notify && row.ended === null ? recipientIn(account) : undefined
    const day = firstChargeable(account, due ?? terms.start, todayOf(inside))
    const mail = recipient && mailOfChange({ before: row, after, day }, recipient)
    if (mail) await writeMails(inside, [mail])
    await notifyIfContinued(inside, account, { before: row, after })
    await endIfOver(inside, after)
  })

/**
 * Refuses a new start after an end that stays: nothing would ever be charged. A new end before the start is how a
 * subscription ends before it begins.
 */
function requireStartBeforeEnd(row: SubscriptionRow, { start, end }: SubscriptionTerms): void {
  const isOnlyStart = row.ended === null && start !== row.start && end === row.end
  if (isOnlyStart && end !== null && end < start) throw fail('subscription.start-after-end')
}

/** Refuses terms with which the planned change cannot be made or charged: the billing run must never find one. */
function requirePlanFits(
  terms: Changeable,
  requireChargeablePrice: ChangeOptions['requireChargeablePrice'],
): void {
  if (terms.planned === null) return
  try {
    const price = withPlanned(terms)
    requireChargeablePrice?.(price)
  } catch (error) {
    if (!(error instanceof KassaError)) throw error
    // Not about the request, which may be right: the caller would look for the amount there.
    throw fail('subscription.plan-misfit', { from: terms.planned.from }, { cause: error })
  }
}

/** Who asked for the end after a change. A new end in the future is part of the terms; one that has come ends it now. */
function endingAfter(
  context: Context,
  { row, due, end }: { row: SubscriptionRow } & Pick<SubscriptionRow, 'due' | 'end'>,
) {
  if (row.ended !== null || end === row.end) return row.ending
  if (!isOver({ due, end, ending: null }, todayOf(context))) return null
  return requestedEnd(row, { by: 'merchant', at: context.clock.now() })
}

/** Payers were notified of the end, so an ended subscription stays ended: its end can move back, but not forward. */
function endOfEnded(row: SubscriptionRow, end: Day | null): Day | null {
  if (end !== null && row.end !== null && end <= row.end) return end
  if (end === row.end) return end
  throw fail('subscription.ended', { field: 'end' })
}

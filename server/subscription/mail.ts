import { isDeepStrictEqual } from 'node:util'
import { type Day, dayOf } from '../model/calendar'
import type { Ending, NewMail, Recipient } from '../model/mail'
import { priced } from '../model/order/price'
import { datesFrom } from '../model/subscription/dates'
import { termsOn, withPlanned } from '../model/subscription/planned-change'
import { mailLines } from '../payment/payment-mail'
import type { SubscriptionRow } from '../store/subscriptions'

/** Returns the mail to the payer about the start of a subscription. */
export function mailOfStart(row: SubscriptionRow, recipient: Recipient): NewMail {
  const { due, end } = row
  const data = { ...subscriptionIn(row), ...(due !== null && { due }), ...(end !== null && { end }) }
  return { ...recipient, template: 'subscription-started', data }
}

/**
 * Returns the mail to the payer about the end of a subscription. `unpaid`: an order of the subscription is still
 * unpaid.
 */
export function mailOfEnd(
  row: SubscriptionRow,
  recipient: Recipient,
  { by, unpaid }: { by: Ending; unpaid: boolean },
): NewMail {
  const { created, end } = row
  const data = { ...subscriptionIn(row), end: end ?? dayOf(created, 'UTC'), by, ...(unpaid && { unpaid }) }
  return { ...recipient, template: 'subscription-ended', data }
}

/**
 * Returns the mail to the payer about a new price or schedule; undefined if neither changes. `after`: the subscription
 * with the change, which may be planned; it applies to due dates from `day` on. `before`: without it.
 */
export function mailOfChange(
  { before, after, day }: { before: SubscriptionRow; after: SubscriptionRow; day: Day },
  recipient: Recipient,
): NewMail | undefined {
  const from = firstDateFrom(after, day)
  const old = termsOn(before, from)
  const terms = termsOn(after, from)
  const isRescheduled = !isDeepStrictEqual(old.schedule, terms.schedule)
  if (hasPriceOf(old, terms) && !isRescheduled) return undefined
  const next = withPlanned(after)
  const data = {
    ...subscriptionIn(terms),
    before: priceOf(old),
    from,
    ...(isRescheduled && { scheduleBefore: old.schedule }),
    ...(!hasPriceOf(terms, next) &&
      after.planned && { later: { ...priceOf(next), from: firstDateFrom(after, after.planned.from) } }),
  }
  return { ...recipient, template: 'price-changed', data }
}

type Price = Pick<SubscriptionRow, 'amount' | 'currency'>

const priceOf = ({ amount, currency }: Price) => ({ amount: amount.toString(), currency })

const hasPriceOf = (one: Price, other: Price): boolean =>
  one.amount === other.amount && one.currency === other.currency

/** Returns a subscription's first due date from a day on. */
function firstDateFrom({ schedule, start, end, due, planned }: SubscriptionRow, from: Day): Day {
  const terms = { schedule, start, end: end ?? undefined, planned }
  // At most one date waits to be billed for each day before the change.
  return (due === null ? [] : datesFrom(terms, due, 5000)).find((day) => day >= from) ?? from
}

const subscriptionIn = ({ id, items, currency, amount, schedule, start }: SubscriptionRow) => ({
  subscription: id,
  amount: amount.toString(),
  currency,
  lines: mailLines(priced(items, currency, 'ordered').lines),
  schedule,
  start,
})

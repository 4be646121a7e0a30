import { type Day, dayOf } from '../model/calendar'
import type { Ending, NewMail, Recipient } from '../model/mail'
import { priced } from '../model/order/price'
import { datesFrom } from '../model/subscription/dates'
import { withPlanned } from '../model/subscription/planned-change'
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

/** Returns the mail to the payer about a new price. `after`: the subscription with the change, made or planned. */
export function mailOfPriceChange(
  { amount, currency }: Pick<SubscriptionRow, 'amount' | 'currency'>,
  after: SubscriptionRow,
  recipient: Recipient,
): NewMail {
  const data = {
    ...subscriptionIn(withPlanned(after)),
    before: { amount: amount.toString(), currency },
    from: firstDateOf(after),
  }
  return { ...recipient, template: 'price-changed', data }
}

/** Returns the first due date to which a change of a subscription applies. */
function firstDateOf({ schedule, start, end, due, planned }: SubscriptionRow): Day {
  const from = planned?.from ?? due ?? start
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

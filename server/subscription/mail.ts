import { dayOf } from '../model/calendar'
import type { Ending, NewMail, Recipient } from '../model/mail'
import { priced } from '../model/order/price'
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

const subscriptionIn = ({ id, items, currency, amount, schedule, start }: SubscriptionRow) => ({
  subscription: id,
  amount: amount.toString(),
  currency,
  lines: mailLines(priced(items, currency, 'ordered').lines),
  schedule,
  start,
})

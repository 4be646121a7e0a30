import { dayOf } from '../model/calendar'
import type { NewMail } from '../model/mail'
import { priced } from '../model/order/price'
import { mailLines } from '../payment/payment-mail'
import type { SubscriptionRow } from '../store/subscriptions'

/** The mail that tells the payer that a subscription has started. */
export function mailOfStart(row: SubscriptionRow, to: string): NewMail {
  const { accountId, due, end } = row
  const data = { ...subscriptionIn(row), ...(due !== null && { due }), ...(end !== null && { end }) }
  return { accountId, to, template: 'subscription-started', data }
}

/** The mail that tells the payer that it has ended; `unpaid`: something that was billed for it is still to be paid. */
export function mailOfEnd(row: SubscriptionRow, to: string, { unpaid }: { unpaid: boolean }): NewMail {
  const { accountId, created, end } = row
  const data = { ...subscriptionIn(row), end: end ?? dayOf(created, 'UTC'), ...(unpaid && { unpaid }) }
  return { accountId, to, template: 'subscription-ended', data }
}

const subscriptionIn = ({ id, items, currency, amount, schedule, start }: SubscriptionRow) => ({
  subscription: id,
  amount: amount.toString(),
  currency,
  lines: mailLines(priced(items, currency, 'ordered').lines),
  schedule,
  start,
})

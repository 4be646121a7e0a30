import { dayOf } from '../clock/calendar'
import type { NewMail } from '../mail/schemas'
import { mailLines } from '../order/mail'
import { priced } from '../order/price'
import type { SubscriptionRow } from './queries'

/** The mail that tells the payer that a subscription has started, or ended. */
export function mailOfSubscription(
  row: SubscriptionRow,
  template: 'subscription-started' | 'subscription-ended',
  to: string,
): NewMail {
  const { accountId, id, items, currency, amount, schedule, start, due, end } = row
  const base = {
    subscription: id,
    amount: amount.toString(),
    currency,
    lines: mailLines(priced(items, currency, 'ordered').lines),
    schedule,
    start,
  }
  return template === 'subscription-started'
    ? { accountId, to, template, data: { ...base, ...(due !== null && { due }) } }
    : { accountId, to, template, data: { ...base, end: end ?? dayOf(row.created, 'UTC') } }
}

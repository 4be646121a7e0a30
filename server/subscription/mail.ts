import { type Day, dayOf } from '../model/calendar'
import type { Ending, MailMoney, NewMail, Recipient } from '../model/mail'
import { priced } from '../model/order/price'
import { firstDateFrom } from '../model/subscription/dates'
import { termsOn, withPlanned } from '../model/subscription/planned-change'
import { hasDatesOf, hasPriceOf } from '../model/subscription/same-terms'
import { mailLines } from '../payment/payment-mail'
import type { AccountRow } from '../store/accounts'
import type { SubscriptionRow } from '../store/subscriptions'
import type { UnpaidOrder } from './unpaid-orders'

/** Returns the mail to the payer about the start of a subscription. */
export function mailOfStart(row: SubscriptionRow, recipient: Recipient): NewMail {
  const { due, end } = row
  const data = { ...subscriptionIn(row), ...(due !== null && { due }), ...(end !== null && { end }) }
  return { ...recipient, template: 'subscription-started', data }
}

/** Returns the mail to the payer about the end of a subscription. `unpaid`: its orders that are still unpaid. */
export function mailOfEnd(
  row: SubscriptionRow,
  recipient: Recipient,
  { by, unpaid }: { by: Ending; unpaid: readonly UnpaidOrder[] },
): NewMail {
  const { created, end, ending } = row
  const isRetried = unpaid.every(({ givenUp }) => !givenUp)
  const data = {
    ...{ ...subscriptionIn(row), end: end ?? dayOf(created, 'UTC'), by },
    ...(by === 'customer' && ending?.at !== undefined && { asked: ending.at }),
    ...(unpaid.length > 0 && { unpaid: true, ...(isRetried && { retried: true }) }),
  }
  return { ...recipient, template: 'subscription-ended', data }
}

/** Returns the mail to the payer that a subscription which was to end is billed again. `by`: who undid its end. */
export function mailOfContinuation(
  row: SubscriptionRow & { due: Day },
  recipient: Recipient,
  by: 'customer' | 'merchant',
): NewMail {
  const { due, end } = row
  const terms = termsOn(row, due)
  const later = laterPrice(row, terms)
  const data = {
    ...{ ...subscriptionIn(terms), by, due },
    ...(end !== null && { end }),
    ...(later && { later }),
  }
  return { ...recipient, template: 'subscription-continues', data }
}

/** The planned price, if it differs from that of `terms`, and the first date to which it applies. */
function laterPrice(row: SubscriptionRow, terms: SubscriptionRow): (MailMoney & { from: Day }) | undefined {
  const next = withPlanned(row)
  const from = row.planned && !hasPriceOf(terms, next) ? firstDateFrom(row, row.planned.from) : undefined
  return from === undefined ? undefined : { ...priceOf(next), from }
}

/**
 * Returns the mail to the payer about a new price or schedule; undefined if neither changes, or if no payment is left.
 * `after`: the subscription with the change, which may be planned, and with the due date that follows from it. `before`:
 * without the change. It applies to due dates from `day` on.
 */
export function mailOfChange(
  { before, after, day }: { before: SubscriptionRow; after: SubscriptionRow; day: Day },
  recipient: Recipient,
): NewMail | undefined {
  const from = firstDateFrom(after, day)
  if (from === undefined) return undefined
  const [old, terms] = [termsOn(before, from), termsOn(after, from)]
  if (hasPriceOf(old, terms) && hasDatesOf(old, terms)) return undefined
  const later = laterPrice(after, terms)
  const data = {
    ...subscriptionIn(terms),
    before: { ...priceOf(old), schedule: old.schedule, start: old.start },
    from,
    ...(later && { later }),
  }
  return { ...recipient, template: 'price-changed', data }
}

/** The first day from `day` on that can be charged: days that pass while an account is suspended are not charged later. */
export const firstChargeable = ({ status }: Pick<AccountRow, 'status'>, day: Day, today: Day): Day =>
  status === 'suspended' && day < today ? today : day

type Price = Pick<SubscriptionRow, 'amount' | 'currency'>

const priceOf = ({ amount, currency }: Price) => ({ amount: amount.toString(), currency })

const subscriptionIn = ({ id, number, items, currency, amount, schedule, start }: SubscriptionRow) => ({
  subscription: id,
  ...(number !== null && { number }),
  amount: amount.toString(),
  currency,
  lines: mailLines(priced(items, currency).lines),
  schedule,
  start,
})

import type { Merchant } from '@/db/schema'
import type { MovedBefore } from '../document/vat-rate'
import type { NewPaymentLink } from '../link/payment-link'
import { addDays } from '../model/calendar'
import type { MailCard, MailLine, NewMail, Recipient } from '../model/mail'
import type { Line, TakenUnits } from '../model/order/lines'
import { isRequested } from '../model/order/reasons'
import type { PaymentCard, PaymentRecord } from '../model/order/records'
import { paymentOf } from '../store/order-payment'
import type { EventRow, OrderRow } from '../store/orders'
import { movedLines } from './moved-lines'

/** Whether an event is a failed subscription payment, which the payer can still make. */
export const isFailedPayment = ({ due }: OrderRow, { type, original, reason }: EventRow): boolean =>
  // Other failures, mostly of refunds, are between the merchant and the card service.
  type === 'fail' && original === 'charge' && isRequested(reason) && due !== null

/** Whether the payer has to act on a failed payment. One whose request was lost is repeated without the payer. */
export const isAskedOfPayer = (order: OrderRow, event: EventRow): boolean =>
  isFailedPayment(order, event) && (event.error?.code !== 'never arrived' || order.retryOn === null)

interface PaymentMail {
  merchant: Pick<Merchant, 'retryDays' | 'bookkeeping'>
  /** For an order without lines: what was moved before; undefined if nothing was. */
  before?: MovedBefore | undefined
  recipient: Recipient
  /** The units that the event moved, if it consists of units. */
  units?: TakenUnits[] | null | undefined
  /** The card that was charged, if it may be different from that of the order. */
  card?: PaymentCard | undefined
  /** Whether that card was only tried: the link does not pay with it. */
  isTried?: boolean | undefined
  /** Where the payer can pay, for a payment that failed. */
  link?: NewPaymentLink | undefined
  /** Whether giving up the payment pauses subscriptions of the account. */
  paused?: boolean
}

/** Returns the mail to the payer about an order's event; undefined for an event that sends no mail. */
export function mailOf(
  order: OrderRow,
  event: EventRow,
  {
    merchant,
    before = { rate: merchant.bookkeeping.defaultVat ?? null, movements: [] },
    recipient,
    units = null,
    card: used,
    isTried = false,
    link,
    paused = false,
  }: PaymentMail,
): NewMail | undefined {
  const base = {
    order: order.id,
    amount: (event.amount ?? order.amount).toString(),
    currency: order.currency,
    ...(order.number !== null && { number: order.number }),
    ...cardOf(used ?? paymentOf(order)),
  }
  // Units that are free move no money.
  if (event.amount === 0n) return undefined
  const date = event.date.toISOString()
  if (event.type === 'charge' || event.type === 'refund') {
    const moved = movedLines(order, { kind: event.type, amount: BigInt(base.amount), units, before })
    const { charged, refunded, cancelled, ordered } = order
    const standing = { paid: `${charged}`, refunded: `${refunded}`, total: `${order.amount - cancelled}` }
    // A refund is whole if it returns all that was ever paid.
    const all = event.type === 'charge' ? order.amount : charged + ordered === 0n ? refunded : order.amount
    const data = { ...base, ...moved, date, standing, whole: base.amount === `${all}` }
    if (event.type === 'refund') return { ...recipient, template: 'refund', data }
    const due = order.due === null ? {} : { due: order.due }
    return { ...recipient, template: 'receipt', data: { ...data, ...due } }
  }
  if (!isAskedOfPayer(order, event) || order.due === null) return undefined
  const code = event.error?.code ?? ''
  // The order still names the card of an earlier attempt, which has since been removed from the account.
  const { card, ...cardless } = base
  const failure = {
    ...{ ...cardless, ...(card && code !== 'no card' && { card }) },
    ...{ lines: mailLines(order.lines), due: order.due, code },
    ...{ ...attemptOf(order, merchant), ...(link && { expires: link.expires.toISOString() }) },
  }
  const mail = { ...recipient, ...(link && { secret: link.url }) }
  const { retryOn } = order
  if (retryOn === null) return { ...mail, template: 'payment-given-up', data: { ...failure, paused } }
  const data = { ...failure, nextTry: retryOn }
  return code === '3ds authentication failure' && !isTried
    ? { ...mail, template: 'payment-approval', data }
    : { ...mail, template: 'payment-failed', data }
}

/** Returns which of how many attempts has just failed: those not still to come. */
export function attemptOf(
  { failedOn, retryOn }: Pick<OrderRow, 'failedOn' | 'retryOn'>,
  { retryDays }: Pick<Merchant, 'retryDays'>,
): { attempt: number; attempts: number } {
  const retries = [...new Set(retryDays)]
  const attempts = retries.length + 1
  const ahead =
    failedOn === null || retryOn === null
      ? 0
      : retries.filter((count) => addDays(failedOn, count) >= retryOn).length
  return { attempt: attempts - ahead, attempts }
}

/** Returns the lines of an order or subscription as a mail shows them. */
export const mailLines = (lines: readonly Line[] | null): MailLine[] =>
  (lines ?? []).map(({ name, quantity = 1, unit, vat = 0, total }) => ({
    ...(name !== undefined && { name }),
    quantity,
    ...(unit !== undefined && { unit }),
    vat,
    total,
  }))

function cardOf({ scheme, last4, expires }: Pick<PaymentRecord, 'scheme' | 'last4' | 'expires'>): {
  card?: MailCard
} {
  return scheme && last4 && expires ? { card: { scheme, last4, expires } } : {}
}

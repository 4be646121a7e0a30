import type { MailCard, MailLine, NewMail, Recipient } from '../model/mail'
import type { Line } from '../model/order/lines'
import type { PaymentRecord } from '../model/order/records'
import type { EventRow, OrderRow } from '../store/orders'

/** Whether the payment of an event failed because the customer has to approve it, which is possible until it is given up. */
export const needsApproval = (order: OrderRow, { error }: EventRow): boolean =>
  error?.code === '3ds authentication failure' && order.retryOn !== null && order.due !== null

/** Returns the mail to the payer about an event that `needsApproval`, with the link that leads to it. */
export function mailOfApproval(
  order: OrderRow,
  { recipient, url, expires }: { recipient: Recipient; url: string; expires: Date },
): NewMail | undefined {
  const { id, number, amount, currency, lines, payment, due, retryOn } = order
  if (due === null || retryOn === null) return undefined
  const about = { order: id, amount: amount.toString(), currency, ...(number !== null && { number }) }
  return {
    ...{ ...recipient, template: 'payment-approval', secret: url },
    data: {
      ...{ ...about, ...cardOf(payment), lines: mailLines(lines), due, nextTry: retryOn },
      expires: expires.toISOString(),
    },
  }
}

/** Returns the mail to the payer about an order's event; undefined for an event that sends no mail. */
export function mailOf(order: OrderRow, event: EventRow, recipient: Recipient): NewMail | undefined {
  const base = {
    order: order.id,
    amount: (event.amount ?? order.amount).toString(),
    currency: order.currency,
    ...(order.number !== null && { number: order.number }),
    ...cardOf(order.payment),
  }
  const date = event.date.toISOString()
  const whole = base.amount === order.amount.toString()
  if (event.type === 'charge') {
    const lines = whole ? mailLines(order.lines) : []
    const due = order.due === null ? {} : { due: order.due }
    return { ...recipient, template: 'receipt', data: { ...base, ...due, lines, date, whole } }
  }
  if (event.type === 'refund') return { ...recipient, template: 'refund', data: { ...base, date, whole } }
  // Other failures, mostly of refunds, are between the merchant and the card service.
  const isPayment = event.type === 'fail' && event.original === 'charge' && event.reason === null
  if (!isPayment || order.due === null) return undefined
  const code = event.error?.code ?? ''
  // The order still names the card of an earlier attempt, which has since been removed from the account.
  const { card, ...cardless } = base
  const tried = { ...cardless, ...(card && code !== 'no card' && { card }) }
  const failure = { ...tried, lines: mailLines(order.lines), due: order.due, code }
  return order.retryOn === null
    ? { ...recipient, template: 'payment-given-up', data: failure }
    : { ...recipient, template: 'payment-failed', data: { ...failure, nextTry: order.retryOn } }
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

function cardOf({ scheme, last4, expires }: PaymentRecord): { card?: MailCard } {
  return scheme && last4 && expires ? { card: { scheme, last4, expires } } : {}
}

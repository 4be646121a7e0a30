import { capitalised } from '@/server/model/capitalised'
import type { Money } from '@/server/model/money/money'
import { participleOf } from '@/server/model/order/event-words'
import type { Outputs } from '../../../_parts/merchant'
import { nameOf, type OrderAction, type OrderDetail } from './order-action'

/** The button that confirms: "Refund 30,00 kr", but "Charge 30,00 kr now" for an unpaid order. */
export const actInWords = (action: OrderAction, order: OrderDetail, sum: string): string =>
  action.type === 'charge' && !order.isPaid ? `Charge ${sum} now` : `${nameOf(action, order)} ${sum}`

/** The button that closes the dialog. "Cancel" would be ambiguous beside an order that is cancelled. */
export const keepInWords = ({ type }: OrderAction, { isPaid }: OrderDetail): string =>
  type === 'cancel' && isPaid ? 'Keep order' : 'Cancel'

/** What confirming does, with the sum in words. */
export function consequence({ type }: OrderAction, { payerName, isPaid }: OrderDetail, sum: string): string {
  const payer = payerName ?? 'the customer'
  if (type === 'charge')
    return `${payerName ?? 'The customer'} will be charged ${sum} now${isPaid ? '' : ', on the default card'}. You can refund it later.`
  if (type === 'refund') return `${sum} will be refunded to ${payer}’s card. This cannot be undone.`
  return isPaid
    ? `The reservation of ${sum} will be released, and ${payer} will not be charged. This cannot be undone.`
    : `${sum} will be written off and not retried. This cannot be undone.`
}

/** "Refunded 102.00 kr of T-2". */
export function doneInWords(
  { type, amount }: Outputs['order']['operate'],
  { currency }: OrderDetail,
  name: string,
  money: (of: Money) => string,
): string {
  if (amount === null || (type !== 'charge' && type !== 'refund' && type !== 'cancel'))
    return `Accepted by the card service: ${name}. The outcome follows.`
  return `${capitalised(participleOf[type])} ${money({ amount, currency })} of ${name}`
}

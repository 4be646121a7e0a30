import { eventInWords } from '@/server/model/order/event-words'
import type { ActivityItem } from '../../../_parts/activity'
import type { useMerchant } from '../../../_parts/merchant'
import { eventLooks } from '../../_parts/event-looks'
import { itemWords, reasonWords } from '../../_parts/reason-words'
import type { OrderDetail } from './order-action'

type OrderPageEvent = OrderDetail['events'][number]
type Format = Pick<ReturnType<typeof useMerchant>, 'money' | 'price' | 'quantity'>

/** An event of an order as its activity shows it. */
export function eventItem(order: OrderDetail, event: OrderPageEvent, format: Format): ActivityItem {
  const [icon, tone] = eventLooks[event.type]
  return {
    key: `event ${event.sequence}`,
    at: event.date,
    icon,
    tone,
    title: titleOf(order, event, format),
    by: event.by,
    more: detailsOf(order, event, format),
  }
}

/** Whether an event of type `accept` is about a payment that the customer has still to approve. */
const isWaiting = ({ accepted, events }: OrderDetail, event: OrderPageEvent) =>
  event.type === 'accept' &&
  accepted.some(({ approvalUntil }) => approvalUntil) &&
  event.sequence === events.findLast(({ type }) => type === 'accept')?.sequence

/** Whether a failure reverses what was recorded as done. */
const isReversal = ({ type, amount }: OrderPageEvent) => type === 'fail' && amount !== null

function titleOf(order: OrderDetail, event: OrderPageEvent, { money }: Format): string {
  const amount = event.type === 'order' ? order.amount : event.amount
  const sum = amount === null ? '' : ` ${money({ amount, currency: order.currency })}`
  if (isWaiting(order, event)) return `Waiting for the customer’s approval at the bank:${sum}`
  if (event.type === 'accept') return `${eventInWords(event)}:${sum}`
  return isReversal(event) ? `${eventInWords(event)} later:${sum}` : `${eventInWords(event)}${sum}`
}

function detailsOf(order: OrderDetail, event: OrderPageEvent, format: Format): string | undefined {
  const { error, reason } = event
  const parts = [
    itemsOf(order, event, format),
    reason && !isReversal(event) ? reasonWords[reason] : '',
    error ? `${error.description} (${error.code})` : '',
  ]
  return parts.filter(Boolean).join('\n') || undefined
}

/** Which lines an event concerned. */
function itemsOf({ lines, currency }: OrderDetail, { items, type }: OrderPageEvent, format: Format): string {
  if (!lines || type === 'order' || type === 'fail') return ''
  if (items === null || typeof items === 'number') return ''
  return [items]
    .flat()
    .map((item) => itemWords(item, { lines, currency }, format))
    .join(', ')
}

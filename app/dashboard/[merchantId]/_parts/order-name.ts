import type { Day } from '@/server/model/calendar'
import { type NamedOrder, nameOnPage } from '@/server/model/order/order-name'
import { dayInSentence } from '../../_parts/day-words'

/** Names an order in a list: "T-1", or "Coffee, 20 November". */
export const shortOrderName = (order: NamedOrder, today: Day): string =>
  nameOnPage(order, (due) => dayInSentence(due, today))

/** Names an order where the context does not show that it is one: "Order T-1". */
export function orderName(order: NamedOrder, today: Day): string {
  const name = shortOrderName(order, today)
  return isBare(name, order) ? `Order ${name}` : name
}

/** The same within a sentence or after a colon: "order T-1". */
export function orderNameInSentence(order: NamedOrder, today: Day): string {
  const name = shortOrderName(order, today)
  return isBare(name, order) ? `order ${name}` : name
}

const isBare = (name: string, { number, id }: NamedOrder) => name === number || name === id

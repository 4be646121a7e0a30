import type { Day } from '../calendar'
import { isolated } from '../isolated'

export interface NamedOrder {
  id: string
  number: string | null
  /** What the order's subscription is called. */
  subscriptionName?: string | null | undefined
  /** The due date of the subscription that the order bills. */
  due?: Day | null
}

/** Names an order by its number, or by the subscription and due date that it bills: "Coffee, 20 November". */
export function nameOfOrder(
  { id, number, subscriptionName, due }: NamedOrder,
  dayInWords: (day: Day) => string,
): string {
  if (number !== null) return number
  if (!due) return subscriptionName ? `Payment of ${subscriptionName}` : id
  const day = dayInWords(due)
  return subscriptionName ? `${subscriptionName}, ${day}` : `Payment due ${day}`
}

/**
 * The same for a page, where a name that is written from right to left must not turn around the day behind it.
 */
export const nameOnPage = (
  { subscriptionName, ...order }: NamedOrder,
  dayInWords: (day: Day) => string,
): string =>
  nameOfOrder({ ...order, subscriptionName: subscriptionName && isolated(subscriptionName) }, dayInWords)

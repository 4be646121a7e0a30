import type { Day } from '../calendar'

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
  return subscriptionName ? `${isolated(subscriptionName)}, ${day}` : `Payment due ${day}`
}

/** Keeps a name in a script that is written from right to left from turning around the day behind it. */
const isolated = (name: string): string => (isRightToLeft.test(name) ? `\u2068${name}\u2069` : name)

const isRightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

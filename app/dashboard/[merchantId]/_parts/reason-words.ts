import { type Line, matches } from '@/server/model/order/lines'
import { givenReasons } from '@/server/model/order/reasons'
import type { ItemChoice } from '@/server/model/order/schemas'
import type { useMerchant } from '../../_parts/merchant'

/** The reason of an event, in the words of the activity. */
export const reasonWords = {
  expired: 'The authorisation expired.',
  released: 'The card service released the rest when a part was charged.',
  external: 'Done at the card service, not through Kassa.',
  requested: 'Reason: requested by the customer',
  duplicate: 'Reason: duplicate',
  fraud: 'Reason: fraud',
  other: 'Reason: other',
} as const

/** Why somebody refunded or cancelled, or why it happened without a request. */
export const reasonNames = {
  requested: 'Requested by the customer',
  duplicate: 'Duplicate',
  fraud: 'Fraud',
  other: 'Other',
  expired: 'Authorisation expired',
  released: 'Rest was released',
  external: 'Done at the card service',
} as const

/** The reasons that a person can give for a refund or cancellation. */
export const reasonChoices = givenReasons.map((value) => ({ value, label: reasonNames[value] }))

/**
 * An item of an event on an order with these lines, with the merchant's formatters: "1.5 kg × Cheese". A line that cannot be
 * divided has its own quantity, although it is selected as one unit.
 */
export function itemWords(
  item: ItemChoice,
  { lines, currency }: { lines: readonly Line[]; currency: string },
  format: Pick<ReturnType<typeof useMerchant>, 'quantity' | 'price'>,
): string {
  const { name, price } = item
  const [only, ...others] = lines.filter((line) => matches(line, item))
  const whole = others.length === 0 ? (only?.quantity ?? 1) : 1
  const isWhole = !Number.isInteger(whole)
  const quantity = isWhole ? whole : (item.quantity ?? 1)
  const unit = isWhole ? only?.unit : item.unit
  const what = name ?? (price === undefined ? 'item' : `item at ${format.price(price, currency)}`)
  return `${format.quantity(quantity)} ${unit ? `${unit} ` : ''}× ${what}`
}

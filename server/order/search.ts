import * as z from 'zod'
import { realClock } from '../core/clock'
import type { TimedScope } from '../core/context'
import { Scheme } from '../model/card/schemas'
import { text } from '../model/fields'
import { parseSearch } from '../model/search-text'
import { amountRange, minorRangeOf } from './amount-range'
import { OrderListQuery } from './list-orders'
import { orderSorts } from './order-sorts'

/** How people search orders: everything that the REST list accepts, and more. */
export const OrderSearch = OrderListQuery.omit({ limit: true }).extend({
  ...amountRange,
  card: z
    .string()
    .regex(/^\d{4}$/, 'must be the last four digits of the card, such as "1111"')
    .optional(),
  scheme: Scheme.optional(),
  subscription: text().optional(),
  tag: text().optional(),
  product: text().optional(),
  failed: z.literal('yes').optional(),
  /** Only orders whose authorisation expires within a day. */
  expiring: z.literal('yes').optional(),
  /** Part of a number, of a customer's name or e-mail address, an amount, a card, an id, a tag, or metadata. */
  search: text().optional(),
  sort: z.enum(orderSorts).optional(),
})
export type OrderSearch = z.output<typeof OrderSearch>

/**
 * Returns the filters of a search. Amounts without a currency are in the merchant's own. Throws
 * `search.amount-too-fine`.
 */
export function filtersOf(
  context: TimedScope,
  { least, most, card, failed, expiring, search, ...query }: OrderSearch,
) {
  const said = search === undefined ? undefined : parseSearch(search)
  return {
    ...query,
    ...minorRangeOf(context.merchant, { least, most, currency: query.currency }),
    last4: card,
    failed: failed === 'yes',
    expiringAt: expiring && realClock(context).now(),
    ...(said && said.text !== '' && { search: said }),
  }
}

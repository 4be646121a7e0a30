import { z } from 'zod'
import type { Merchant } from '@/db/schema'
import { fail } from '../model/errors'
import { decimal } from '../model/fields'
import { toMinor } from '../model/money/money'
import { OrderListQuery } from './list-orders'

const amountText = z
  .string()
  .max(40)
  .transform((text) => Number(text.replace(/\s/g, '').replace(',', '.')))
  .pipe(decimal(1e15).nonnegative())

/** How people search orders: everything that the REST list accepts, and more. */
export const OrderSearch = OrderListQuery.omit({ limit: true }).extend({
  least: amountText.optional().meta({ description: 'Orders of at least this amount of the currency' }),
  most: amountText.optional(),
  card: z
    .string()
    .regex(/^\d{4}$/, 'must be the last four digits of the card, such as "1111"')
    .optional(),
  failed: z.literal('yes').optional(),
})
export type OrderSearch = z.output<typeof OrderSearch>

/**
 * Returns the filters of a search. Amounts without a currency are in the merchant's own. Throws
 * `search.amount-too-fine`.
 */
export function filtersOf(merchant: Merchant, { least, most, card, failed, ...query }: OrderSearch) {
  const byAmount = least !== undefined || most !== undefined
  const currency = query.currency ?? (byAmount ? merchant.currency : undefined)
  const inMinor = (amount: number | undefined, field: string) => {
    if (amount === undefined || currency === undefined) return undefined
    const minor = toMinor(amount, currency)
    if (minor === undefined) {
      throw fail('search.amount-too-fine', { currency, amount, field })
    }
    return minor
  }
  return {
    ...query,
    ...(currency && { currency }),
    least: inMinor(least, 'least'),
    most: inMinor(most, 'most'),
    last4: card,
    failed: failed === 'yes',
  }
}

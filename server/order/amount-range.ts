import * as z from 'zod'
import type { Merchant } from '@/db/schema'
import { fail } from '../model/errors'
import { decimal } from '../model/fields'
import { toMinor } from '../model/money/money'

const amountText = z
  .string()
  .max(40)
  .transform((text) => Number(text.replace(/\s/g, '').replace(',', '.')))
  .pipe(decimal(1e15).nonnegative())

/** The minimum and maximum amounts that a list shows, in the major unit. */
export const amountRange = {
  least: amountText.optional().meta({ description: 'At least this amount of the currency' }),
  most: amountText.optional(),
}

/** The largest amount that PostgreSQL can compare. No order reaches it. */
const mostInDatabase = 2n ** 63n - 1n

interface AmountRange {
  least?: number | undefined
  most?: number | undefined
  currency?: string | undefined
}

/**
 * Returns the limits in minor units and their currency, which is the merchant's own unless given. Throws
 * `search.amount-too-fine`.
 */
export function minorRangeOf(
  merchant: Pick<Merchant, 'currency'>,
  { least, most, currency: given }: AmountRange,
) {
  const byAmount = least !== undefined || most !== undefined
  const currency = given ?? (byAmount ? merchant.currency : undefined)
  const inMinor = (amount: number | undefined, field: string) => {
    if (amount === undefined || currency === undefined) return undefined
    const minor = toMinor(amount, currency)
    if (minor === undefined) throw fail('search.amount-too-fine', { currency, amount, field })
    return minor < mostInDatabase ? minor : mostInDatabase
  }
  return { ...(currency && { currency }), least: inMinor(least, 'least'), most: inMinor(most, 'most') }
}

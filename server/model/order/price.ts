import { fail } from '../errors'
import { maxAmount, toMinor } from '../money/money'
import { type Line, newLine } from './lines'
import type { Items } from './schemas'

/** The maximum number of units of an order: each is stored with its state. */
const maxUnits = 10_000

/**
 * The amount of a new order in minor units, and its lines, if it has any. Subscriptions have the items of orders to
 * come. Throws `amount.too-fine`, `order.costs-nothing`, `order.too-large` or `order.too-many-units`. `field`: what of the
 * request an amount that is too fine for its currency is reported for.
 */
export function priced(
  items: Items,
  currency: string,
  field: 'items' | 'currency' = 'items',
): { amount: bigint; lines: Line[] | null } {
  if (typeof items === 'number') {
    const amount = toMinor(items, currency)
    if (amount === undefined) throw fail('amount.too-fine', { currency, field })
    return { amount: withinLimit(amount, currency), lines: null }
  }
  const lines = [items].flat().map((item) => newLine(item, currency))
  if (lines.reduce((sum, line) => sum + line.units.length, 0) > maxUnits) {
    throw fail('order.too-many-units', { max: maxUnits })
  }
  const amount = lines.reduce((sum, line) => sum + BigInt(line.total), 0n)
  if (amount <= 0n) throw fail('order.costs-nothing')
  return { amount: withinLimit(amount, currency), lines }
}

function withinLimit(amount: bigint, currency: string): bigint {
  if (amount <= maxAmount) return amount
  throw fail('order.too-large', { max: { amount: maxAmount, currency } })
}

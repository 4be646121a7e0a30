import { invalidContent } from '../errors'
import { largestAmount, toMajorText, toMinor } from '../money/money'
import { type Line, newLine } from './lines'
import { tooFine } from './rules'
import type { Items, State } from './schemas'

/**
 * The amount of an order in minor units, and its lines, if it has any, with all units in `state`. Throws `invalid
 * content` for an amount that is finer than the currency, zero, or above the largest.
 */
export function priced(
  items: Items,
  currency: string,
  state: State,
): { amount: bigint; lines: Line[] | null } {
  if (typeof items === 'number') {
    const amount = toMinor(items, currency)
    if (amount === undefined) throw tooFine(currency, 'items')
    return { amount: withinLimit(amount, currency), lines: null }
  }
  const lines = [items].flat().map((item) => newLine(item, currency, state))
  if (lines.reduce((sum, line) => sum + line.units.length, 0) > 10_000) throw tooManyUnits()
  const amount = lines.reduce((sum, line) => sum + BigInt(line.total), 0n)
  if (amount <= 0n) {
    throw invalidContent('Item', 'The items cost nothing. Give at least one line with a price above 0.', {
      property: 'items',
    })
  }
  return { amount: withinLimit(amount, currency), lines }
}

function withinLimit(amount: bigint, currency: string): bigint {
  if (amount <= largestAmount) return amount
  throw invalidContent('number', `The order is above ${toMajorText(largestAmount, currency)} ${currency}.`, {
    property: 'items',
  })
}

const tooManyUnits = () =>
  invalidContent('Item', 'An order has at most 10,000 whole units. Split it into several orders.', {
    property: 'items',
  })

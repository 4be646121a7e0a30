import { exponentOf } from './currencies'
import { type Money, toMajor } from './money'

/** Formats an amount for a locale (BCP 47): "1 234,50 kr". */
export function moneyIn(locale: string, money: Money): string {
  // `Intl` has other decimals than ISO 4217 for some currencies.
  const digits = exponentOf(money.currency)
  return written(locale, toMajor(money), money.currency, digits, digits)
}

/**
 * Formats a price in major units in the same way. A price can be finer than the minor unit, and keeps all its decimals.
 */
export const priceIn = (locale: string, major: number, currency: string): string =>
  written(locale, major, currency, exponentOf(currency), 6)

function written(locale: string, major: number, currency: string, least: number, most: number): string {
  const decimals = { minimumFractionDigits: least, maximumFractionDigits: most }
  const parts = new Intl.NumberFormat(locale, { style: 'currency', currency, ...decimals }).formatToParts(
    major,
  )
  const { group, decimal } = separatorsIn(locale)
  return parts
    .map(({ type, value }) => (type === 'group' ? group : type === 'decimal' ? decimal : value))
    .join('')
}

const known = new Map<string, { group: string; decimal: string }>()

/**
 * The separators of a locale, the same for all currencies. `Intl` formats some currencies of a region differently, such
 * as "€1,250.00" beside "1 250,00 kr" in en-SE, where the comma is ambiguous.
 */
function separatorsIn(locale: string): { group: string; decimal: string } {
  const found = known.get(locale)
  if (found) return found
  const parts = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'XTS',
    minimumFractionDigits: 2,
  }).formatToParts(1234567.5)
  const partOf = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? ''
  const separators = { group: partOf('group'), decimal: partOf('decimal') }
  known.set(locale, separators)
  return separators
}

import { numberFormat } from '../formats'
import { exponentOf } from './currencies'
import { type Money, toMajor } from './money'

/** Formats an amount for a locale (BCP 47): "1 234,50 kr". */
export function moneyIn(locale: string, money: Money): string {
  // `Intl` and ISO 4217 differ in the decimals of some currencies.
  const digits = exponentOf(money.currency)
  return written(locale, toMajor(money), money.currency, digits, digits)
}

/**
 * Formats a price in major units in the same way. A price can be finer than the minor unit, and keeps all its decimals.
 */
export const priceIn = (locale: string, major: number, currency: string): string =>
  written(locale, major, currency, exponentOf(currency), 6)

/** Returns a formatted amount without the currency after it, which `total` names: "125.00" beside "237.00 kr". */
export function withoutUnitOf(total: string, amount: string): string {
  const unit = /\D*$/.exec(total)?.[0] ?? ''
  return amount.endsWith(unit) ? amount.slice(0, amount.length - unit.length) : amount
}

/** Formats an amount without its currency, for a column whose head names it. */
export const bareMoneyIn = (locale: string, money: Money): string =>
  bare(locale, toMajor(money), money.currency, exponentOf(money.currency))

/** Formats a price without its currency. */
export const barePriceIn = (locale: string, major: number, currency: string): string =>
  bare(locale, major, currency, 6)

const ofNumbers = new Set(['minusSign', 'integer', 'group', 'decimal', 'fraction'])

function bare(locale: string, major: number, currency: string, max: number): string {
  const parts = partsOf(locale, major, currency, exponentOf(currency), max)
  return parts
    .filter(({ type }) => ofNumbers.has(type))
    .map(({ value }) => value)
    .join('')
}

const written = (...amount: Parameters<typeof partsOf>): string =>
  partsOf(...amount)
    .map(({ value }) => value)
    .join('')

function partsOf(locale: string, major: number, currency: string, min: number, max: number) {
  const { group, decimal } = separatorsIn(locale)
  const decimals = { minimumFractionDigits: min, maximumFractionDigits: max }
  const parts = numberFormat(locale, { style: 'currency', currency, ...decimals }).formatToParts(major)
  return parts.map(({ type, value }) => ({
    type,
    value: type === 'group' ? group : type === 'decimal' ? decimal : value,
  }))
}

const known = new Map<string, { group: string; decimal: string }>()

/**
 * The separators of a locale: those of its plain numbers, for all currencies. `Intl` formats some currencies of a region
 * differently, such as "€1,250.00" beside "1 250,00 kr" in en-SE, where the comma is ambiguous.
 */
export function separatorsIn(locale: string): { group: string; decimal: string } {
  const found = known.get(locale)
  if (found) return found
  const parts = numberFormat(locale, { minimumFractionDigits: 2 }).formatToParts(1234567.5)
  const partOf = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? ''
  const separators = { group: partOf('group'), decimal: partOf('decimal') }
  known.set(locale, separators)
  return separators
}

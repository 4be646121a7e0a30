import Big from 'big.js'
import { exponentOf } from './currencies'

/**
 * The largest amount that Kassa handles, in minor units. With at most 15 digits, every amount is exactly representable
 * as a JSON number in the major unit and comes back as the same number.
 */
export const maxAmount = 999_999_999_999_999n

/**
 * Converts an amount in the major unit to minor units: `toMinor(13.37, 'SEK')` is `1337n`. Works on the number's
 * shortest decimal text and never multiplies floats. Undefined if the amount is finer than the currency's minor unit.
 */
export function toMinor(major: number, currency: string): bigint | undefined {
  const minor = new Big(String(major)).times(new Big(10).pow(exponentOf(currency)))
  return minor.eq(minor.round(0)) ? BigInt(minor.toFixed(0)) : undefined
}

/** An amount of money. */
export interface Money {
  /** Minor units. */
  amount: bigint
  currency: string
}

/** An amount in minor units of a currency, and the number of items it covers. */
export interface CountedAmount extends Money {
  count: number
}

/** Adds up counted amounts: the number of items, and their sums per currency. */
export const totalsOf = (sums: readonly CountedAmount[]) => ({
  count: sums.reduce((sum, { count }) => sum + count, 0),
  sums,
})

/**
 * Converts an amount to a number in the major unit, for JSON: 1337n SEK is `13.37`. The division of two exact numbers
 * returns the number nearest to the result, which is also what its decimal text is read as.
 */
export const toMajor = ({ amount, currency }: Money): number =>
  amount <= maxAmount && amount >= -maxAmount
    ? Number(amount) / 10 ** exponentOf(currency)
    : Number(toMajorText({ amount, currency }))

/** Converts an amount to decimal text in the major unit, with the currency's decimals: `13.30`, `1000`, `1.234`. */
export function toMajorText({ amount, currency }: Money): string {
  const exponent = exponentOf(currency)
  if (exponent === 0) return amount.toString()
  const sign = amount < 0n ? '-' : ''
  const digits = (amount < 0n ? -amount : amount).toString().padStart(exponent + 1, '0')
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}

/**
 * The cost of a line in minor units: quantity × price × (1 + vat/100), rounded once, half away from zero. `price` is in
 * the major unit, per unit, excluding VAT; `vat` is a percentage.
 */
export function lineTotal(line: { price: number; quantity: number; vat: number }, currency: string): bigint {
  const total = new Big(String(line.price))
    .times(String(line.quantity))
    .times(new Big(String(line.vat)).plus(100))
    .times(new Big(10).pow(exponentOf(currency)))
  return BigInt(total.div(100).round(0, Big.roundHalfUp).toFixed(0))
}

/**
 * The price excluding VAT of a price that includes it, both in the major unit, with at most six decimals. NaN if a number
 * is missing.
 */
export const priceBeforeVat = (price: number, vat: number): number =>
  Number.isFinite(price) && Number.isFinite(vat)
    ? new Big(String(price))
        .times(100)
        .div(new Big(String(vat)).plus(100))
        .round(6)
        .toNumber()
    : Number.NaN

/**
 * The cost of the first `count` of `of` equal units of a line together, in minor units, rounded half up. A unit costs
 * the difference between two of these, so the units always add up to `total`.
 */
export const costOfFirst = (count: number, of: number, total: bigint): bigint =>
  (2n * total * BigInt(count) + BigInt(of)) / (2n * BigInt(of))

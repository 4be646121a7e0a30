import Big from 'big.js'
import { exponentOf } from '../money/currencies'
import type { ExchangeRates } from './exchange-rates'
import { vatCurrencyOf } from './vat-currency'

/** The VAT of a document in the currency in which its seller accounts for VAT. */
export interface AccountingVat {
  currency: string
  /** What one unit of the document's currency is worth in it: decimals as text. */
  rate: string
  /** Minor units as text, never negative. */
  vat: string
}

/**
 * Returns the VAT of a document in the seller's currency; undefined if it has no VAT, is in that currency, or if no rate
 * is known. `referenced`: that of the document which it corrects or reverses, whose rate applies.
 */
export function accountingVatOf(
  { currency, vat }: { currency: string; vat: bigint },
  {
    country,
    rates = {},
    referenced,
  }: {
    country: string
    rates?: ExchangeRates | undefined
    referenced?: AccountingVat | null | undefined
  },
): AccountingVat | undefined {
  const to = referenced?.currency ?? vatCurrencyOf(country)
  const rate = referenced?.rate ?? rates[currency]
  if (vat === 0n || to === undefined || to === currency || rate === undefined) return undefined
  const worth = new Big(`${vat}`).times(rate).toFixed()
  return { currency: to, rate, vat: inMinorUnits(worth, { from: currency, to }) }
}

/**
 * Rounds half up to minor units of a currency. `worth`: minor units of another currency times its exchange rate, decimals
 * as text.
 */
export function inMinorUnits(worth: string, { from, to }: { from: string; to: string }): string {
  const shift = new Big(10).pow(exponentOf(to) - exponentOf(from))
  return new Big(worth).times(shift).round(0, Big.roundHalfUp).toFixed(0)
}

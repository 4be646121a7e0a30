import Big from 'big.js'
import { exponentOf } from '../money/currencies'
import { isInEu } from '../vat-number'
import type { ExchangeRates } from './exchange-rates'

/** The VAT of a document in the currency in which its seller accounts for VAT. */
export interface AccountingVat {
  currency: string
  /** What one unit of the document's currency is worth in it: decimals as text. */
  rate: string
  /** Minor units as text, never negative. */
  vat: string
}

const notEuro: Record<string, string> = {
  CZ: 'CZK',
  DK: 'DKK',
  GB: 'GBP',
  HU: 'HUF',
  NO: 'NOK',
  PL: 'PLN',
  RO: 'RON',
  SE: 'SEK',
}

/**
 * The currency in which documents must state the VAT, whatever the order's currency is: that of the seller's country, by
 * its ISO 3166 code. Undefined where we know of no such rule. Sources: Article 230 of Directive 2006/112/EC (EU), VAT
 * Notice 700 (United Kingdom), bokføringsforskriften § 5-1-1 (Norway).
 */
export const vatCurrencyOf = (country: string): string | undefined =>
  notEuro[country] ?? (isInEu(country) ? 'EUR' : undefined)

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

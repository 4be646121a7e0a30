import { isInEu } from '../vat-number'

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

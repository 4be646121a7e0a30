import Big from 'big.js'
import { isCurrency } from '../money/currencies'

/** What one unit of other currencies is worth in the merchant's own: decimals as text, by currency. */
export type ExchangeRates = Record<string, string>

const line = /^([a-z]{3})[\s=:]+(\d{1,9}(?:[.,]\d{1,9})?)$/i

/**
 * Reads rates as people type them: a currency and its rate per line, or with semicolons or a comma and a space in
 * between, such as "EUR 11.2345, USD 10,4". Undefined if a part is not a currency with a positive rate, or names a
 * currency again.
 */
export function readExchangeRates(typed: string): ExchangeRates | undefined {
  const rates: ExchangeRates = {}
  for (const part of typed.split(/[\n;]|,\s/).map((each) => each.trim())) {
    if (part === '') continue
    const [, currency = '', rate = ''] = line.exec(part) ?? []
    const code = currency.toUpperCase()
    if (!isCurrency(code) || Object.hasOwn(rates, code)) return undefined
    const value = new Big(rate.replace(',', '.'))
    if (value.lte(0)) return undefined
    rates[code] = value.toFixed()
  }
  return rates
}

/** Writes rates so that `readExchangeRates` returns them. */
export const writeExchangeRates = (rates: ExchangeRates): string =>
  Object.entries(rates)
    .map(([currency, rate]) => `${currency} ${rate}`)
    .join('\n')

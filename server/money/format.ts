import { exponentOf } from './currencies'
import { toMajor } from './money'

/** An amount of minor units as people of a locale (BCP 47) write it: "1 234,50 kr". */
export function moneyIn(locale: string, minor: bigint, currency: string): string {
  // Intl has other decimals than ISO 4217 for some currencies.
  const digits = exponentOf(currency)
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return new Intl.NumberFormat(locale, { style: 'currency', currency, ...decimals }).format(
    toMajor(minor, currency),
  )
}

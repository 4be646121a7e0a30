import { log } from '../../core/log'
import { isCurrency } from '../../model/money/currencies'

const logged = new Set<string>()

/**
 * Whether Kassa has the currency of an object at Stripe. Another system has created one in any other currency, so it is
 * left out: Kassa could not show its amount. Each such currency is logged once.
 */
export function hasKnownCurrency({ currency }: { currency: string }): boolean {
  const code = currency.toUpperCase()
  if (isCurrency(code)) return true
  if (!logged.has(code))
    log.warn({ currency: code }, 'Payments at Stripe in a currency that Kassa does not have are left out')
  logged.add(code)
  return false
}

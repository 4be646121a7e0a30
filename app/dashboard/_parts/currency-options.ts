import { useMounted } from '@mantine/hooks'
import { currencies } from '@/server/model/money/currencies'
import { useMerchant } from './merchant'

const common = ['SEK', 'NOK', 'DKK', 'EUR', 'USD', 'GBP', 'CHF', 'PLN']

/** The currencies for a select: the merchant's own first, then common ones, then all others. */
export function useCurrencyOptions() {
  const { currency } = useMerchant()
  // The server may know different names from the browser.
  const isMounted = useMounted()
  const named = (code: string) => ({ value: code, label: isMounted ? labelOf(code) : code })
  const first = [...new Set([currency, ...common])]
  return [
    { group: 'Common', items: first.map(named) },
    { group: 'All', items: currencies.filter((code) => !first.includes(code)).map(named) },
  ]
}

/** Rare currencies have no name, only their code. */
const labelOf = (code: string): string => [...new Set([code, names.of(code) ?? code])].join(' – ')

const names = new Intl.DisplayNames('en', { type: 'currency' })

'use client'

import { NativeSelect } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { currencies } from '@/server/model/money/currencies'
import { useMerchant } from '../../_parts/merchant'

const common = ['SEK', 'NOK', 'DKK', 'EUR', 'USD', 'GBP', 'CHF', 'PLN']

/** A list of currencies: the merchant's own first, then common ones. */
export function CurrencyField({
  value,
  change,
  error,
}: {
  value: string
  change: (currency: string) => void
  error: string | undefined
}) {
  const { currency } = useMerchant()
  // The server may know different names from the browser.
  const isMounted = useMounted()
  const named = (code: string) => ({
    value: code,
    label: isMounted ? `${code} – ${names.of(code) ?? code}` : code,
  })
  const first = [...new Set([currency, ...common])]
  return (
    <NativeSelect
      label="Currency"
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
      data={[
        { group: 'Common', items: first.map(named) },
        { group: 'All', items: currencies.filter((code) => !first.includes(code)).map(named) },
      ]}
      error={error}
    />
  )
}

const names = new Intl.DisplayNames('en', { type: 'currency' })

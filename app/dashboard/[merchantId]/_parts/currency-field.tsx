'use client'

import { NativeSelect } from '@mantine/core'
import { useCurrencyOptions } from '../../_parts/currency-options'

/** A list of currencies. */
export const CurrencyField = ({
  value,
  change,
  error,
}: {
  value: string
  change: (currency: string) => void
  error: string | undefined
}) => (
  <NativeSelect
    label="Currency"
    value={value}
    onChange={(event) => change(event.currentTarget.value)}
    data={useCurrencyOptions()}
    error={error}
  />
)

'use client'

import { NativeSelect } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { countryCodes } from '@/server/model/countries'

/** A list of countries, by name. Without `optional`, one of them is chosen. */
export function CountryField({
  name,
  value = '',
  optional = false,
  disabled = false,
  error,
}: {
  name: string
  value?: string | undefined
  optional?: boolean
  error: string | undefined
  disabled?: boolean
}) {
  // The server may know different names from the browser.
  const isMounted = useMounted()
  return (
    <NativeSelect
      // Another order of the options would select another country.
      key={String(isMounted)}
      label="Country"
      name={name}
      defaultValue={value}
      data={[...(optional ? [{ value: '', label: 'Unknown' }] : []), ...(isMounted ? named() : countryCodes)]}
      error={error}
      disabled={disabled}
    />
  )
}

const named = () => {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  return countryCodes
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en'))
}

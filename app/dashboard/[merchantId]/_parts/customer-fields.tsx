'use client'

import { NativeSelect, TextInput } from '@mantine/core'
import type { Customer } from '@/server/model/account'
import { CountryField } from '../../_parts/country-field'

/** The fields, with the API names that errors refer to. */
const fields = [
  { name: 'name', label: 'Name' },
  { name: 'email', label: 'E-mail' },
  { name: 'phone', label: 'Phone' },
  { name: 'identityNumber', label: 'Identity number' },
  { name: 'vatNumber', label: 'VAT number' },
  { name: 'id', label: 'Customer ID in your system' },
] as const
const addressFields = [
  { name: 'street', label: 'Street' },
  { name: 'zipCode', label: 'Postal code' },
  { name: 'city', label: 'City' },
] as const

/** The fields of a customer. `at` returns the error for a property. */
export function CustomerFields({
  customer,
  at,
}: {
  customer: Customer
  at: (property: string) => string | undefined
}) {
  return (
    <>
      {fields.map(({ name, label }) => (
        <TextInput
          key={name}
          label={label}
          name={name}
          defaultValue={customer[name]}
          maxLength={500}
          error={at(name)}
        />
      ))}
      <NativeSelect
        label="Type"
        description="Peppol invoices (XML) need an organisation with an EU VAT number (other than Swedish) or, in the Nordic countries, Belgium and the Netherlands, a company number."
        name="type"
        defaultValue={customer.type ?? ''}
        data={[
          { value: '', label: 'Unknown' },
          { value: 'person', label: 'Person' },
          { value: 'organisation', label: 'Organisation' },
        ]}
      />
      {addressFields.map(({ name, label }) => (
        <TextInput
          key={name}
          label={label}
          name={`address.${name}`}
          defaultValue={customer.address?.[name]}
          maxLength={500}
          error={at(`address.${name}`)}
        />
      ))}
      <CountryField
        optional
        name="address.countryCode"
        value={customer.address?.countryCode}
        error={at('address.countryCode')}
      />
    </>
  )
}

export const customerProperties = [
  /^(name|email|phone|identityNumber|vatNumber|id)$/,
  /^address\.(street|zipCode|city|countryCode)$/,
]

/** Returns the customer in the form. Empty fields are left out. */
export function customerOf(form: FormData): Customer {
  const given = (names: readonly { name: string }[], prefix = '') =>
    Object.fromEntries(
      names.flatMap(({ name }) => {
        const value = String(form.get(prefix + name) ?? '').trim()
        return value ? [[name, value]] : []
      }),
    )
  const address = given([...addressFields, { name: 'countryCode' }], 'address.')
  return {
    ...given([...fields, { name: 'type' }]),
    ...(Object.keys(address).length > 0 && { address }),
  }
}

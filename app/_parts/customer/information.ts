import { iso31661 } from 'iso-3166'
import { Customer } from '@/server/model/account'
import { countryName } from '@/server/model/formats'
import { maskedIdentity } from '@/server/model/mask-identity'
import { exampleVatNumber, flawInVatNumber } from '@/server/model/vat-number'
import type { PostedForm } from '../form'
import { identityNumberFlaw, postalCodeFlaw } from './country-rules'
import type { Words } from './words'

/** The fields of the form, by their names in the posted form, and the property of the customer that each one sets. */
const properties = {
  type: 'type',
  name: 'name',
  identitynumber: 'identityNumber',
  vatnumber: 'vatNumber',
  street: 'address.street',
  zipcode: 'address.zipCode',
  city: 'address.city',
  countrycode: 'address.countryCode',
  email: 'email',
  phone: 'phone',
} as const
export type FieldName = keyof typeof properties
export const fieldNames = Object.keys(properties) as FieldName[]
export type InformationValues = Partial<Record<FieldName, string>>
export type InformationFlaws = Partial<Record<FieldName, string>>

const beginningOf = (name: FieldName): string => `before-${name}`

/** Returns the hidden fields of a form, which have the values that it begins with. */
export function beginningsOf(customer: Customer | null): Record<string, string> {
  const values = valuesOf(customer)
  return Object.fromEntries(fieldNames.map((name) => [beginningOf(name), values[name] ?? '']))
}

/** Returns the trimmed values of the fields that differ from what the form began with. Those that were emptied are empty. */
export const changesIn = (form: PostedForm): InformationValues =>
  Object.fromEntries(
    fieldNames.flatMap((name) => {
      const value = form.get(name)?.trim()
      return value === undefined || value === form.get(beginningOf(name))?.trim() ? [] : [[name, value]]
    }),
  )

/** Returns the fields for stored customer information with changes. */
export function changedValues(customer: Customer | null, changes: InformationValues): InformationValues {
  const values = { ...valuesOf(customer), ...changes }
  return filled((name) => values[name])
}

/** Returns the fields for stored customer information. */
function valuesOf(customer: Customer | null): InformationValues {
  const address = Object.entries(customer?.address ?? {}).map(([part, value]) => [`address.${part}`, value])
  const known: Record<string, unknown> = { ...customer, ...Object.fromEntries(address) }
  return filled((field) => known[properties[field]])
}

const filled = (value: (name: FieldName) => unknown): InformationValues =>
  Object.fromEntries(fieldNames.flatMap((name) => (value(name) ? [[name, value(name)]] : [])))

/** Returns the customer that a form describes, before validation. Other stored properties stay as they are. */
function customerFrom(values: InformationValues): unknown {
  const customer: Record<string, unknown> = {}
  const address: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(values)) {
    const [name = '', part] = properties[field as FieldName].split('.')
    if (part === undefined) customer[name] = value
    else address[part] = value
  }
  return { ...customer, ...(Object.keys(address).length > 0 && { address }) }
}

/** A customer with what a form changes, or the problems with it. */
type ReadInformation =
  | { customer: Customer; flaws?: undefined }
  | { customer?: undefined; flaws: InformationFlaws }

/**
 * Parses the changes to a stored customer or returns their problems. An e-mail address cannot be removed once there is
 * one. Stored values are accepted unchanged, because the merchant may have saved them.
 */
export function readInformation(
  changes: InformationValues,
  words: Words,
  customer: Customer | null,
): ReadInformation {
  const [stored, values] = [valuesOf(customer), changedValues(customer, changes)]
  const parsed = Customer.safeParse(customerFrom(values))
  const flaws: InformationFlaws = {}
  for (const issue of parsed.error?.issues ?? []) {
    const field = fieldNames.find((name) => name === String(issue.path.at(-1)).toLowerCase())
    if (field) flaws[field] ??= inWords(field, issue, words)
  }
  if (stored.email !== undefined && values.email === undefined) flaws.email = words.say('info.needEmail')
  const { vatnumber, countrycode = '' } = values
  if (vatnumber !== undefined && vatnumber !== stored.vatnumber && flawInVatNumber(vatnumber))
    flaws.vatnumber ??= words.say('info.badVatNumber', { example: exampleVatNumber(countrycode) })
  const rules = countryFlaws(values, words)
  for (const name of ['zipcode', 'identitynumber'] as const) {
    const isNew = values[name] !== stored[name] || values.countrycode !== stored.countrycode
    if (isNew && rules[name] !== undefined) flaws[name] ??= rules[name]
  }
  return parsed.success && Object.keys(flaws).length === 0 ? { customer: parsed.data } : { flaws }
}

/** Returns what the chosen country's rules say about the form. */
function countryFlaws(
  { countrycode: country = '', zipcode, identitynumber }: InformationValues,
  { say }: Words,
): InformationFlaws {
  const example = zipcode === undefined ? undefined : postalCodeFlaw(country, zipcode)
  const examples = identitynumber === undefined ? undefined : identityNumberFlaw(country, identitynumber)
  return {
    ...(example !== undefined && { zipcode: say('info.badPostalCode', { example }) }),
    ...(examples && { identitynumber: say('info.badIdentityNumber', examples) }),
  }
}

function inWords(field: FieldName, issue: { code: string; maximum?: unknown }, { say }: Words): string {
  if (issue.code === 'too_big') return say('info.tooLong', { max: String(issue.maximum) })
  if (field === 'email') return say('info.badEmail')
  if (field === 'countrycode') return say('info.badCountry')
  return say(field === 'type' ? 'info.badType' : 'info.bad')
}

/** All countries by name, sorted for the language. */
export function countriesIn({ language }: Words): { code: string; name: string }[] {
  const { compare } = new Intl.Collator(language)
  return iso31661
    .map(({ alpha2: code }) => ({ code, name: countryName(code, language) }))
    .sort((one, other) => compare(one.name, other.name))
}

/** Returns the stored information: labels and values. */
export function informationFacts(customer: Customer | null, { say, language }: Words): [string, string][] {
  const { name, identityNumber, vatNumber, email, phone } = customer ?? {}
  const facts = {
    'info.name': name,
    'info.identityNumber': identityNumber && maskedIdentity(identityNumber),
    'info.vatNumber': vatNumber,
    'login.mail': email,
    'info.phone': phone,
    'info.address': addressIn(customer, language),
  } as const
  return Object.entries(facts).flatMap(([key, value]): [string, string][] =>
    value === undefined ? [] : [[say(key as keyof typeof facts), value]],
  )
}

/** An address over several lines, with the name of the country. */
function addressIn(customer: Customer | null, language: string): string | undefined {
  const { street, zipCode, city, countryCode } = customer?.address ?? {}
  const place = [zipCode, city].filter(Boolean).join(' ')
  const lines = [street, place, countryCode && countryName(countryCode, language)].filter(Boolean)
  return lines.length > 0 ? lines.join('\n') : undefined
}

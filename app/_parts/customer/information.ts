import { iso31661 } from 'iso-3166'
import { Customer } from '@/server/model/account'
import type { PostedForm } from '../form'
import type { Words } from './words'

/** The fields of the form, by their names in the posted form. */
export const fieldNames = [
  ...([
    'type',
    'name',
    'identitynumber',
    'street',
    'zipcode',
    'city',
    'countrycode',
    'email',
    'phone',
  ] as const),
]
export type FieldName = (typeof fieldNames)[number]
export type Values = Partial<Record<FieldName, string>>
export type Flaws = Partial<Record<FieldName, string>>

/** Returns the trimmed value of a field. Undefined if it is empty. */
export const valuesIn = (form: PostedForm): Values => definedOf(fieldNames, (name) => form.get(name)?.trim())

/** Returns the fields for stored customer information. */
export function valuesOf(customer: Customer | null): Values {
  const { type, name, identityNumber, address, email, phone } = customer ?? {}
  const { street, zipCode, city, countryCode } = address ?? {}
  const known: Partial<Record<FieldName, string | undefined>> = {
    ...{ type, name, identitynumber: identityNumber, street, zipcode: zipCode, city },
    ...{ countrycode: countryCode, email, phone },
  }
  return definedOf(fieldNames, (field) => known[field])
}

/** Returns the customer that a form describes, before validation. Other stored properties stay as they are. */
function customerFrom(values: Values): unknown {
  const { type, name, identitynumber, street, zipcode, city, countrycode, email, phone } = values
  const address = definedOf(
    ['street', 'zipCode', 'city', 'countryCode'] as const,
    (part) => ({ street, zipCode: zipcode, city, countryCode: countrycode })[part],
  )
  const rest = definedOf(
    ['type', 'name', 'identityNumber', 'email', 'phone'] as const,
    (part) => ({ type, name, identityNumber: identitynumber, email, phone })[part],
  )
  return { ...rest, ...(Object.keys(address).length > 0 && { address }) }
}

/** Parses the form or returns its problems. `needsEmail`: an address cannot be removed once there is one. */
export function readInformation(
  values: Values,
  words: Words,
  { needsEmail }: { needsEmail: boolean },
): { customer: Customer; flaws?: undefined } | { flaws: Flaws } {
  const parsed = Customer.safeParse(customerFrom(values))
  const flaws: Flaws = {}
  for (const issue of parsed.error?.issues ?? []) {
    const field = fieldNames.find((name) => name === String(issue.path.at(-1)).toLowerCase())
    if (field) flaws[field] ??= inWords(field, issue, words)
  }
  if (needsEmail && values.email === undefined) flaws.email = words.say('info.needEmail')
  return parsed.success && Object.keys(flaws).length === 0 ? { customer: parsed.data } : { flaws }
}

function inWords(field: FieldName, issue: { code: string; maximum?: unknown }, { say }: Words): string {
  if (issue.code === 'too_big') return say('info.tooLong', { most: String(issue.maximum) })
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

const countryName = (code: string, language: string): string =>
  new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code

/** Returns the stored information: labels and values. */
export function informationFacts(customer: Customer | null, { say, language }: Words): [string, string][] {
  const { name, identityNumber, email, phone } = customer ?? {}
  const facts = {
    'info.name': name,
    'info.identityNumber': identityNumber,
    'login.mail': email,
    'info.phone': phone,
    'info.address': addressIn(customer, language),
  } as const
  return Object.entries(facts).flatMap(([key, value]): [string, string][] =>
    value === undefined ? [] : [[say(key as keyof typeof facts), value]],
  )
}

/** An address over several lines, with the name of the country. */
export function addressIn(customer: Customer | null, language: string): string | undefined {
  const { street, zipCode, city, countryCode } = customer?.address ?? {}
  const place = [zipCode, city].filter(Boolean).join(' ')
  const lines = [street, place, countryCode && countryName(countryCode, language)].filter(Boolean)
  return lines.length > 0 ? lines.join('\n') : undefined
}

/** Returns the values that are not empty, with their labels. */
function definedOf<Name extends string>(
  names: readonly Name[],
  value: (name: Name) => string | undefined,
): Partial<Record<Name, string>> {
  const entries = names.flatMap((name): [Name, string][] => {
    const given = value(name)
    return given === undefined || given === '' ? [] : [[name, given]]
  })
  return Object.fromEntries(entries) as Partial<Record<Name, string>>
}

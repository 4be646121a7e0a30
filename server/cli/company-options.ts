import { definedOf } from '../core/defined-of'
import type { SeriesChange } from '../document/change-series'
import { chosen } from './command'

const names = [
  'legal-name',
  'street',
  'postcode',
  'city',
  'company-country',
  'organisation-number',
  'vat-number',
  'tax-number',
  'phone',
  'particulars',
  'default-vat',
  'sells',
  'exchange-rates',
  'zero-vat',
  'zero-vat-reason',
  'invoice-prefix',
  'invoice-next',
  'invoice-yearly',
  'credit-note-prefix',
  'credit-note-next',
  'credit-note-yearly',
] as const

/** The options about the merchant's company, its VAT and the numbers of its documents. */
export const companyOptions = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]))

type Values = Readonly<Record<string, unknown>>

export const onOrOff = { on: true, off: false }

const sold = { goods: 'goods', services: 'services' }

const categories: Record<string, string> = { 'zero-rated': 'Z', exempt: 'E', export: 'G', outside: 'O' }

/** An empty text or `none` removes a detail. */
const orNull = (value: unknown) => (value === '' || value === 'none' ? null : value)

/** Returns what the options change of the company and its VAT, not checked yet. */
export function companyChange(values: Values): object {
  const { 'zero-vat': zeroVat, 'zero-vat-reason': reason } = values
  if (reason !== undefined && zeroVat === undefined)
    throw new Error('--zero-vat is missing. --zero-vat-reason belongs to it.')
  const address = definedOf({
    street: orNull(values.street),
    zipCode: orNull(values.postcode),
    city: orNull(values.city),
    countryCode: orNull(values['company-country']),
  })
  const vatNumber = orNull(values['vat-number'])
  const company = definedOf({
    legalName: orNull(values['legal-name']),
    organisationNumber: orNull(values['organisation-number']),
    vatNumber,
    withoutVat: vatNumber === undefined ? undefined : values['vat-number'] === 'none' ? true : null,
    taxNumber: orNull(values['tax-number']),
    phone: orNull(values.phone),
    particulars: orNull(values.particulars),
    address: Object.keys(address).length > 0 ? address : undefined,
  })
  const defaultVat = orNull(values['default-vat'])
  const bookkeeping = definedOf({
    defaultVat: typeof defaultVat === 'string' ? Number(defaultVat) : defaultVat,
    exchangeRates: orNull(values['exchange-rates']),
    sells: values.sells === undefined ? undefined : chosen('sells', values.sells, sold),
    zeroVat:
      typeof zeroVat === 'string'
        ? definedOf({ category: chosen('zero-vat', zeroVat, categories), reason })
        : undefined,
  })
  return {
    ...(Object.keys(company).length > 0 && { company }),
    ...(Object.keys(bookkeeping).length > 0 && { bookkeeping }),
  }
}

/** Returns what the options change of the numbers of documents, not checked yet. */
export function seriesChanges(
  values: Values,
): ({ [Name in keyof SeriesChange]?: unknown } & Pick<SeriesChange, 'series'>)[] {
  return (['invoice', 'credit-note'] as const).flatMap((series) => {
    const [prefix, next, yearly] = ['prefix', 'next', 'yearly'].map((name) => values[`${series}-${name}`])
    const isYearly = yearly === undefined ? undefined : chosen(`${series}-yearly`, yearly, onOrOff)
    const change = definedOf({ prefix, isYearly, next: next === undefined ? undefined : Number(next) })
    return Object.keys(change).length > 0 ? [{ series, ...change }] : []
  })
}

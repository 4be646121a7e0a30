import { countryCodes } from './countries'

/** What follows the country's letters in VAT numbers of the EU, as listed by VIES. */
const formats: Record<string, RegExp> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^\d[A-Z0-9+*]\d{5}[A-Z]{1,2}$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{10}01$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
}

/** Examples for the most frequent countries, and for Greece, whose letters are not its ISO code. */
const examples: Record<string, string> = {
  AT: 'ATU12345678',
  DE: 'DE123456789',
  DK: 'DK12345678',
  EL: 'EL123456789',
  FI: 'FI12345678',
  FR: 'FRXX123456789',
  NL: 'NL123456789B01',
  SE: 'SE556012345601',
}

/** Greek numbers begin with EL, and those of Northern Ireland with XI. */
const prefixOf = (country: string) => (country === 'GR' ? 'EL' : country)
const countryAt = (prefix: string) => (prefix === 'EL' ? 'GR' : prefix)

/** Whether a country, by its ISO 3166 code, belongs to the EU. */
export const isInEu = (country: string): boolean => Object.hasOwn(formats, prefixOf(country))

/** The country whose VAT applies in a country: Monaco counts as France, and its businesses have French VAT numbers. */
export const vatAreaOf = (country: string): string => (country === 'MC' ? 'FR' : country)

/** A VAT number without spaces, dots and hyphens, in capitals. */
export const plainVatNumber = (text: string): string => text.replace(/[\s.-]/g, '').toUpperCase()

/** Whether a VAT number begins with the letters of a country. What customers enter is not checked. */
export function namesCountry(vatNumber: string): boolean {
  const prefix = plainVatNumber(vatNumber).slice(0, 2)
  return prefix === 'EL' || prefix === 'XI' || countryCodes.includes(prefix)
}

/** The country of an EU VAT number; undefined for any other text. */
export function euCountryOf(vatNumber: string): string | undefined {
  const plain = plainVatNumber(vatNumber)
  const prefix = plain.slice(0, 2)
  return Object.hasOwn(formats, prefix) && formats[prefix]?.test(plain.slice(2))
    ? countryAt(prefix)
    : undefined
}

/** Whether a VAT number is for trade in goods with Northern Ireland, which follows the EU's rules for it. */
export const isNorthernIrish = (vatNumber: string): boolean =>
  /^XI(\d{9}|\d{12}|(GD|HA)\d{3})$/.test(plainVatNumber(vatNumber))

/**
 * Returns what is wrong with a VAT number; undefined if nothing is. It must begin with a country code. The rest is
 * checked for countries of the EU.
 */
export function flawInVatNumber(vatNumber: string): string | undefined {
  const plain = plainVatNumber(vatNumber)
  const prefix = plain.slice(0, 2)
  if (!/^[A-Z]{2}[A-Z0-9]{2,18}$/.test(plain))
    return 'must be a VAT number with its country code, such as SE556012345601'
  if (!isInEu(countryAt(prefix)) || euCountryOf(plain) !== undefined) return undefined
  const example = examples[prefixOf(prefix)]
  return `is not a VAT number of ${prefix}${example ? `. It looks like ${example}` : ''}`
}

/** What VAT numbers of a country look like; for a country that is not listed, any. */
export const exampleVatNumber = (country: string): string => examples[prefixOf(country)] ?? 'SE556012345601'

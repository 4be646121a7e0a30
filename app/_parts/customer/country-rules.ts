import { validate as danishPerson } from 'stdnum/lib/cjs/dk/cpr'
import { validate as danishCompany } from 'stdnum/lib/cjs/dk/cvr'
import { validate as finnishPerson } from 'stdnum/lib/cjs/fi/hetu'
import { validate as finnishCompany } from 'stdnum/lib/cjs/fi/ytunnus'
import { validate as norwegianPerson } from 'stdnum/lib/cjs/no/fodselsnummer'
import { validate as norwegianCompany } from 'stdnum/lib/cjs/no/orgnr'
import { validate as swedishCompany } from 'stdnum/lib/cjs/se/orgnr'
import { validate as swedishPerson } from 'stdnum/lib/cjs/se/personnummer'

/** What postal codes and identity numbers of a country look like. Countries without rules accept anything. */
interface CountryRules {
  /** Of a postal code in capitals, without spaces. */
  postalCode: RegExp
  /** A postal code as people of the country write it. */
  example: string
  /** Identity numbers of people and of organisations, each with check digits. A sole trader uses a personal number. */
  identity?: { isValid(number: string): boolean; person: string; organisation: string }
}

const fiveDigits = /^\d{5}$/
const fourDigits = /^\d{4}$/

type Validate = (number: string) => { isValid: boolean }

const anyOf =
  (...validators: Validate[]) =>
  (number: string): boolean =>
    validators.some((validate) => validate(number).isValid)

/** Twelve digits begin with a person's century, or 16 for an organisation. Without a hyphen, the check expects neither. */
const swedish = (number: string): boolean => {
  const [, short = number] = /^(?:1[689]|20)(\d{6}[-+]?\d{4})$/.exec(number.replace(/\s/g, '')) ?? []
  return anyOf(swedishPerson, swedishCompany)(short.replace(/^(\d{6})(\d{4})$/, '$1-$2'))
}

const rules: Record<string, CountryRules> = {
  SE: {
    postalCode: fiveDigits,
    example: '123 45',
    identity: { isValid: swedish, person: '811228-9874', organisation: '556036-0793' },
  },
  NO: {
    postalCode: fourDigits,
    example: '0150',
    identity: {
      isValid: anyOf(norwegianPerson, norwegianCompany),
      person: '15108695088',
      organisation: '988 077 917',
    },
  },
  DK: {
    postalCode: fourDigits,
    example: '1050',
    identity: {
      isValid: anyOf(danishPerson, danishCompany),
      person: '211062-5629',
      organisation: '13 58 56 28',
    },
  },
  FI: {
    postalCode: fiveDigits,
    example: '00100',
    identity: {
      isValid: anyOf(finnishPerson, finnishCompany),
      person: '131052-308T',
      organisation: '2077474-0',
    },
  },
  AT: { postalCode: fourDigits, example: '1010' },
  BE: { postalCode: fourDigits, example: '1000' },
  CH: { postalCode: fourDigits, example: '8001' },
  CZ: { postalCode: fiveDigits, example: '110 00' },
  DE: { postalCode: fiveDigits, example: '10115' },
  EE: { postalCode: fiveDigits, example: '10111' },
  ES: { postalCode: fiveDigits, example: '28001' },
  FR: { postalCode: fiveDigits, example: '75001' },
  GB: { postalCode: /^(?:[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}|GIR0AA)$/, example: 'SW1A 1AA' },
  IT: { postalCode: fiveDigits, example: '00118' },
  LT: { postalCode: fiveDigits, example: 'LT-01001' },
  LU: { postalCode: fourDigits, example: '1009' },
  LV: { postalCode: fourDigits, example: 'LV-1010' },
  NL: { postalCode: /^[1-9]\d{3}[A-Z]{2}$/, example: '1012 AB' },
  PL: { postalCode: /^\d{2}-?\d{3}$/, example: '00-001' },
  PT: { postalCode: /^\d{4}-?\d{3}$/, example: '1000-001' },
  US: { postalCode: /^\d{5}(?:-?\d{4})?$/, example: '10001' },
}

/** What some people write before a postal code instead of the country's code: its sign on cars. */
const signs: Record<string, string> = {
  AT: 'A',
  BE: 'B',
  DE: 'D',
  ES: 'E',
  FR: 'F',
  IT: 'I',
  LU: 'L',
  NO: 'N',
  SE: 'S',
}

const withoutCountry = (code: string, country: string): string =>
  code.replace(new RegExp(`^(?:${country}|${signs[country] ?? country})-?(?=\\d)`), '')

/** Returns an example of the country's postal codes if the code is not one of them. */
export function postalCodeFlaw(country: string, code: string): string | undefined {
  const known = rules[country]
  return !known || known.postalCode.test(withoutCountry(code.toUpperCase().replace(/\s/g, ''), country))
    ? undefined
    : known.example
}

/** Returns examples of the country's identity numbers if the number is not one of them. */
export function identityNumberFlaw(
  country: string,
  number: string,
): { person: string; organisation: string } | undefined {
  const known = rules[country]?.identity
  if (!known || known.isValid(number)) return undefined
  return { person: known.person, organisation: known.organisation }
}

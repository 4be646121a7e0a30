import Big from 'big.js'
import * as z from 'zod'
import { isTestNumber } from './card/test-numbers'
import { cardNumbersIn } from './card-number'
import { countryCodes } from './countries'
import { isCurrency } from './money/currencies'
import { maxAmount } from './money/money'

/** NUL and lone surrogates cannot be stored, or would be changed. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

const storable = { error: 'must not contain NUL characters or unpaired surrogates' }

/**
 * Card numbers are for creating card tokens only; any other field would store them. Only published test numbers are
 * refused, because one in ten of a merchant's own long numbers has the check digit of a card number.
 */
export const hasNoCardNumber = (text: string) => !cardNumbersIn(text).some(isTestNumber)

export const noCardNumber = {
  error: 'must not contain a card number. Send a card number only to create a card token',
}

/** Any text that PostgreSQL can store. */
export const storableText = (length: number) => z.string().max(length).refine(isStorable, storable)

/** The maximum length of a text. A longer one is not searched for card numbers, which would take long. */
const max = (length: number) =>
  z.maxLength(length, { abort: true, error: `must have at most ${length} characters` })

/** A text of at most this many characters, which may be empty. */
export const textUpTo = (length: number) =>
  z.string().check(max(length)).refine(isStorable, storable).refine(hasNoCardNumber, noCardNumber)

/** A non-empty text of at most 500 characters. */
export const text = () => textUpTo(500).min(1)

/**
 * The characters that RFC 3986 allows in an address. `URL` alone accepts, and repairs, much more than OpenAPI promises.
 */
const webAddress =
  /^\w+:\/\/(?:\[[\dA-Fa-f:.]+\]|[\w.~!$&'()*+,;=-])(?:[\w.~!$&'()*+,;=:@/?#-]|%[\dA-Fa-f]{2})*$/

const noAddress = {
  error: 'must be an http or https URL, with spaces, brackets and non-ASCII characters percent-encoded',
}

export const url = () =>
  z
    .url({ protocol: /^https?$/, abort: true, ...noAddress })
    .regex(webAddress, noAddress)
    .check(max(2000))
    .refine(hasNoCardNumber, noCardNumber)

/**
 * RFC 5322 without quotes and comments, in a domain with a dot. The domain may be Punycode.
 */
const emailAddress =
  /^(?!\.)(?!.*\.\.)[\w.!#$%&'*+/=?^`{|}~-]*[\w!#$%&'*+/=?^`{|}~-]@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])$/

const noEmail = 'must be an e-mail address, such as "jane@example.com"'

/** Also for the domains that browsers and mail programs show with letters of any script. */
const emailError = ({ input }: { input?: unknown }) =>
  typeof input === 'string' && /[^\0-\x7f]/.test(input)
    ? `${noEmail}, with ASCII characters only. Write other characters of the domain in Punycode, such as "xn--bcher-kva.example"`
    : noEmail

export const email = () =>
  z.email({ pattern: emailAddress, error: emailError }).check(max(320)).refine(hasNoCardNumber, noCardNumber)

const currencyPattern = /^[A-Z]{3}$/

const noCurrency = 'must be a three-letter ISO 4217 code in capitals, such as "SEK"'

export const currency = () =>
  z
    .string(noCurrency)
    .regex(currencyPattern, noCurrency)
    .refine(isCurrency, {
      error: 'is not a currency of ISO 4217. Use a code such as "SEK"',
      params: { type: 'currency' },
    })
    .meta({ description: 'Currency, ISO 4217', example: 'SEK' })

const countries = new Set(countryCodes)

const countryPattern = /^[A-Z]{2}$/

const noCountry = 'must be a two-letter ISO 3166 code in capitals, such as "SE"'

export const countryCode = () =>
  z
    .string(noCountry)
    .regex(countryPattern, noCountry)
    .refine((code) => countries.has(code), {
      error: 'is not a country of ISO 3166. Use a code such as "SE"',
      params: { type: 'country' },
    })
    .meta({ description: 'Country, ISO 3166 alpha-2', example: 'SE' })

/** A number with at most six decimals, for values that can be finer than the minor unit. */
export const decimal = (largest: number) =>
  z
    .number()
    .max(largest)
    .refine((value) => new Big(String(value)).round(6).eq(String(value)), {
      error: 'must have at most six decimals',
    })

/** An amount in the major unit. Its decimals are checked where its currency is known. */
export const amount = () =>
  z
    .number()
    .positive()
    // For any currency. The limit of a currency with decimals is lower, and checked together with the currency.
    .max(Number(maxAmount))
    .meta({ description: 'Amount in the major unit of the currency', example: 13.37 })

/** YYYY-MM-DD: an existing day, whose year has four digits in every time zone. */
export const date = () =>
  z.iso
    .date('must be a date such as "2026-03-31"')
    .refine((day) => day >= '1000-01-01' && day <= '9998-12-31', {
      error: 'must be a day of the years 1000 to 9998',
      params: { type: 'date' },
    })
    .meta({ example: '2026-03-31' })

export const dateTime = () => z.iso.datetime({ precision: 3 }).meta({ example: '2026-03-31T14:03:00.000Z' })

/** An instant as cursors contain it. PostgreSQL has no year 0. */
export const instant = () =>
  z.iso
    .datetime({ precision: 3 })
    .refine((at) => !at.startsWith('0000'), { error: 'must be after the year 0' })

/** A whole number in a query, as digits: `Number` alone would also accept `0x10` and an empty text. */
export const wholeNumberText = ({ min, max }: { min: number; max: number }) =>
  z.preprocess(
    (given) => (typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : given),
    // A number that is out of range gets the message with the range.
    z
      .int({ error: ({ code }) => (code === 'invalid_type' ? 'must be a whole number' : undefined) })
      .min(min)
      .max(max),
  )

export const id = (what: string) =>
  z
    .string()
    .regex(/^[A-Za-z]{16}$/)
    .meta({ description: `Identifier of the ${what}, 16 letters`, example: 'aKdRUwhpmEoXqTfB' })

const termsOfPatterns = new Map<string, string>([
  [String(webAddress), 'url'],
  [String(currencyPattern), 'currency'],
  [String(countryPattern), 'country'],
])

/** The API's name for a text that must match a pattern; undefined for a pattern without a name. */
export const termOfPattern = (pattern: string): string | undefined => termsOfPatterns.get(pattern)

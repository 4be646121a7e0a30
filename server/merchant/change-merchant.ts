import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import * as z from 'zod'
import type { Merchant } from '@/db/schema'
import { merchant } from '@/db/schema'
import type { Scope } from '../core/context'
import { definedOf } from '../core/defined-of'
import { type CardLimits, cardLimitNames } from '../model/card/limits'
import { colourOf } from '../model/colour'
import { type Company, countryOfCompany, soldAbroad } from '../model/company'
import { readExchangeRates } from '../model/document/exchange-rates'
import { vatCurrencyOf } from '../model/document/vat-currency'
import { fail } from '../model/errors'
import { countryCode, currency, decimal, email, text, textUpTo, url } from '../model/fields'
import { flawInVatNumber, plainVatNumber } from '../model/vat-number'
import { callbackHost } from './callback-hosts'
import { refusingUnknownTimeZone, timeZone } from './create-merchant'

const limit = () => z.int().min(1).max(1_000_000).nullable().optional()

const cardLimits = Object.fromEntries(cardLimitNames.map((name) => [name, limit()])) as {
  [Name in keyof CardLimits]: ReturnType<typeof limit>
}

const vatNumber = () =>
  text()
    .superRefine((given, check) => {
      const flaw = flawInVatNumber(given)
      if (flaw) check.addIssue({ code: 'custom', message: flaw })
    })
    .transform(plainVatNumber)

const phone = () =>
  textUpTo(50).regex(/^(?=(?:\D*\d){3})[\d +()./-]+$/, 'must be a phone number, such as +46 8 123 456')

const companyChange = z
  .strictObject({
    legalName: text().nullable(),
    address: z
      .strictObject({
        street: text().nullable(),
        zipCode: text().nullable(),
        city: text().nullable(),
        countryCode: countryCode().nullable(),
      })
      .partial(),
    organisationNumber: text().nullable(),
    vatNumber: vatNumber().nullable(),
    withoutVat: z.boolean().nullable(),
    taxNumber: textUpTo(50).min(1).nullable(),
    phone: phone().nullable(),
    particulars: textUpTo(300).min(1).nullable(),
  })
  .partial()

const exchangeRates = () =>
  z
    .string()
    .max(1000)
    .transform((typed, check) => {
      const rates = readExchangeRates(typed)
      if (rates) return rates
      check.addIssue({
        code: 'custom',
        message: 'must have currencies with their exchange rates, such as "EUR 11.2345", each once',
      })
      return z.NEVER
    })

const bookkeepingChange = z
  .strictObject({
    defaultVat: decimal(100).min(0).nullable(),
    sells: z.enum(soldAbroad).nullable(),
    exchangeRates: exchangeRates().nullable(),
    zeroVat: z.strictObject({ category: z.enum(['Z', 'E', 'G', 'O']), reason: text().optional() }).nullable(),
  })
  .partial()

/**
 * The properties of a merchant that can be changed; those left out stay the same. Null removes a part of the
 * branding, the company or the bookkeeping.
 */
export const MerchantChange = z.strictObject({
  name: text().optional(),
  timeZone: timeZone().optional(),
  currency: currency().optional(),
  locale: z
    .string()
    .refine(isLocale, {
      error: 'is not a language with a country that is known here. Use one such as "en-SE"',
    })
    .optional(),
  retryDays: z
    .array(z.int().min(1).max(60))
    .max(10)
    .refine((days) => days.every((day, index) => index === 0 || day > (days[index - 1] ?? 0)), {
      error: 'must grow: days after the first failure, such as 1, 3, 5, 7',
    })
    .optional(),
  publicKeyPaysByAccount: z.boolean().optional(),
  renewAuthorisations: z.boolean().optional(),
  /** Null restores the default of a limit. */
  cardLimits: z.strictObject(cardLimits).optional(),
  callbackHosts: z.array(callbackHost()).max(100).optional(),
  branding: z
    .strictObject({
      name: text().nullable(),
      logo: url().nullable(),
      colour: z
        .string()
        .refine((colour) => colourOf(colour) !== undefined, { error: 'must be a colour such as "#0b5f63"' })
        .nullable(),
      supportEmail: email().nullable(),
      website: url()
        .refine((address) => address.startsWith('https://'), { error: 'must begin with "https://"' })
        .nullable(),
    })
    .partial()
    .optional(),
  company: companyChange.optional(),
  bookkeeping: bookkeepingChange.optional(),
})
export type MerchantChange = z.infer<typeof MerchantChange>

/** What a form began with of the lists that are saved as a whole: an older list would undo other changes. */
export const MerchantExpected = MerchantChange.pick({ callbackHosts: true })

/** Refuses to replace hosts that the form did not show. The same form sent again finds the hosts that it saved. */
function requireExpectedHosts(
  now: Merchant['callbackHosts'],
  { before, after }: { before?: string[] | undefined; after?: string[] | undefined },
): void {
  if (!before || !after) return
  if (![before, after].some((hosts) => isDeepStrictEqual(now, hosts))) throw fail('merchant.changed')
}

/**
 * Changes a merchant and returns it before and after; undefined for an unknown id. If the company moves to a country with
 * another currency, its exchange rates are removed. Locks the merchant, because branding, card limits, company and
 * bookkeeping are changed part by part. Throws `merchant.changed` if it would replace callback hosts other than
 * the `expected` ones.
 */
export function changeMerchant(
  { db, merchant: { id } }: Scope,
  { branding, cardLimits, company, bookkeeping, ...change }: MerchantChange,
  expected: z.infer<typeof MerchantExpected> = {},
): Promise<{ before: Merchant; after: Merchant } | undefined> {
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(merchant).where(eq(merchant.id, id)).for('no key update')
    if (!row) return undefined
    requireExpectedHosts(row.callbackHosts, { before: expected.callbackHosts, after: change.callbackHosts })
    const changes = {
      ...definedOf(change),
      // Customers know most merchants by their own name.
      branding: merged(row.branding, {
        ...(change.name !== undefined && row.branding.name === row.name && { name: change.name }),
        ...branding,
      }),
      cardLimits: merged(row.cardLimits, cardLimits),
      company: mergedCompany(row.company, company),
    }
    const hasOtherCurrency =
      vatCurrencyOf(countryOfCompany(row)) !== vatCurrencyOf(countryOfCompany({ ...row, ...changes }))
    // They would be rates to a currency that is no longer the company's.
    const kept = hasOtherCurrency ? { ...row.bookkeeping, exchangeRates: undefined } : row.bookkeeping
    const written = { ...changes, bookkeeping: merged(kept, bookkeeping) }
    const [after] = await refusingUnknownTimeZone(
      tx.update(merchant).set(written).where(eq(merchant.id, id)).returning(),
    )
    return after && { before: row, after }
  })
}

/** Returns the parts with changes applied; null removes a part. */
const merged = (known: object, change: object = {}) =>
  Object.fromEntries(Object.entries({ ...known, ...change }).filter(([, part]) => part != null))

const mergedCompany = (known: Company, { address, ...change }: z.infer<typeof companyChange> = {}): Company =>
  merged(known, { ...change, ...(address && { address: merged(known.address ?? {}, address) }) })

function isLocale(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0 && new Intl.Locale(tag).region !== undefined
  } catch {
    return false
  }
}

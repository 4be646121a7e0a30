import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '@/db/client'
import { merchant } from '@/db/schema'
import { colourOf } from '../colour/colour'
import { currency, email, text, url } from '../schema/fields'
import { isTimeZone, type Merchant } from './merchant'

/** What can be changed of a merchant; what is left out stays. Null takes a part of the branding away. */
export const MerchantChange = z.strictObject({
  name: text().optional(),
  timeZone: z
    .string()
    .refine(isTimeZone, { error: 'is not an IANA time zone. Use one such as "Europe/Stockholm"' })
    .optional(),
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
  branding: z
    .strictObject({
      name: text().nullable(),
      logo: url().nullable(),
      colour: z
        .string()
        .refine((colour) => colourOf(colour) !== undefined, { error: 'must be a colour such as "#0b5f63"' })
        .nullable(),
      supportEmail: email().nullable(),
    })
    .partial()
    .optional(),
})
export type MerchantChange = z.infer<typeof MerchantChange>

/**
 * Changes a merchant, and answers what it was and is; undefined when there is none of that id. Locked, for branding
 * is changed part by part.
 */
export function changeMerchant(
  db: Database,
  id: string,
  { branding, ...change }: MerchantChange,
): Promise<{ before: Merchant; after: Merchant } | undefined> {
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(merchant).where(eq(merchant.id, id)).for('no key update')
    if (!row) return undefined
    const parts = Object.entries({ ...row.branding, ...branding }).filter(([, part]) => part != null)
    const [after] = await tx
      .update(merchant)
      .set({ ...definedOf(change), branding: Object.fromEntries(parts) })
      .where(eq(merchant.id, id))
      .returning()
    return after && { before: row, after }
  })
}

const definedOf = (change: object) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))

function isLocale(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0 && new Intl.Locale(tag).region !== undefined
  } catch {
    return false
  }
}

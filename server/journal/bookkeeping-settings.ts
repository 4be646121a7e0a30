import { eq } from 'drizzle-orm'
import * as z from 'zod'
import { type Merchant, merchant } from '@/db/schema'
import { type Context, inTransaction } from '../core/context'
import { accountsOf, chartNameOf, chartNames } from '../model/chart'
import type { BookkeepingSettings } from '../model/company'

const accountNumber = () =>
  z.string().regex(/^[1-9]\d{3,7}$/, { error: 'must be an account number of four to eight digits' })

const within = (min: number, max: number) => z.int().min(min).max(max)

/** What can be changed of how the books are exported. What is left out stays the same; null restores a default. */
export const BookkeepingChange = z.strictObject({
  chartName: z.enum(chartNames).nullable().optional(),
  /** Account numbers by what is posted. */
  chart: z
    .record(
      z
        .string()
        .regex(
          /^(?:receivable|bank|fees|disputed|losses|other|sales\.(?:reverse-charge|intra-community|export)|(?:sales|vat)\.(?:\d{1,2}(?:\.\d{1,4})?|other|unknown|oss))$/,
          {
            error: 'must be the name of an account',
          },
        ),
      accountNumber().nullable(),
    )
    .optional(),
  oneStopShop: z.boolean().nullable().optional(),
  fiscalYearStart: within(1, 12).nullable().optional(),
  datev: z
    .strictObject({
      consultant: within(1001, 9_999_999).nullable(),
      client: within(1, 99_999).nullable(),
    })
    .partial()
    .optional(),
})
export type BookkeepingChange = z.output<typeof BookkeepingChange>

/** Returns how a merchant's books are exported. */
export const bookkeepingSettings = (owner: Merchant) => ({
  chartName: chartNameOf(owner),
  accounts: accountsOf(owner),
  oneStopShop: owner.bookkeeping.oneStopShop ?? false,
  fiscalYearStart: owner.bookkeeping.fiscalYearStart ?? 1,
  datev: owner.bookkeeping.datev ?? {},
})

/** Changes how a merchant's books are exported. Returns the settings before and after. */
export const changeBookkeeping = (
  context: Context,
  { chart, datev, ...change }: BookkeepingChange,
): Promise<{ before: BookkeepingSettings; after: BookkeepingSettings }> =>
  inTransaction(context, async ({ db, merchant: { id } }) => {
    // Locked, because the settings are changed part by part.
    const [row] = await db
      .select({ before: merchant.bookkeeping })
      .from(merchant)
      .where(eq(merchant.id, id))
      .for('no key update')
    const before = row?.before ?? {}
    const after = defined({
      ...before,
      ...change,
      chart: defined({ ...before.chart, ...chart }),
      datev: defined({ ...before.datev, ...datev }),
    }) as BookkeepingSettings
    await db.update(merchant).set({ bookkeeping: after }).where(eq(merchant.id, id))
    return { before, after }
  })

const defined = (parts: object) =>
  Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== null && part !== undefined))

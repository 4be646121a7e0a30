import { and, eq } from 'drizzle-orm'
import * as z from 'zod'
import { numberSeries } from '@/db/schema'
import { todayOf } from '../core/clock'
import { type Context, type InTransaction, inTransaction } from '../core/context'
import { documentSeries } from '../model/document/content'
import { fail } from '../model/errors'
import { comparedInFileNames } from './file-name'
import { formOf, lockSeries, readSeries, type SeriesRow } from './number-series'

export const SeriesChange = z.strictObject({
  series: z.enum(documentSeries),
  /** Without digits, so that two prefixes never make the same number. */
  prefix: z
    .string()
    .regex(/^[A-Za-z/-]{0,8}$/, 'must be up to eight letters, hyphens and slashes')
    .optional(),
  isYearly: z.boolean().optional(),
  next: z.int().min(1).max(999_999_999).optional(),
})
export type SeriesChange = z.infer<typeof SeriesChange>

/**
 * Changes how a merchant's documents are numbered, and returns the series before and after. Numbers only go forward, so
 * that none is used twice. Throws `series.…` errors.
 */
export async function changeSeries(
  context: Context,
  { series, ...change }: SeriesChange,
): Promise<{ before: SeriesRow; after: SeriesRow }> {
  await readSeries(context)
  return inTransaction(context, async (inside) => {
    // Waits for documents that are being issued.
    await lockSeries(inside, { wait: true })
    const rows = await readSeries(inside)
    const before = rows.find((row) => row.series === series)
    const other = rows.find((row) => row.series !== series)
    if (!before || !other) throw new Error(`Merchant ${context.merchant.id} has no series ${series}`)
    const { prefix = before.prefix, isYearly = before.isYearly } = change
    const after = { ...before, prefix, isYearly, next: change.next ?? before.next }
    if (after.prefix !== before.prefix) {
      if (comparedInFileNames(after.prefix) === comparedInFileNames(other.prefix))
        throw fail('series.same-prefix', { field: 'prefix' })
      if (isUsed(other, after.prefix)) throw fail('series.used-prefix', { field: 'prefix' })
    }
    const min = minNext(inside, before, after)
    if (change.next !== undefined && change.next < min) throw fail('series.backwards', { field: 'next', min })
    after.next = change.next ?? min
    const { year, next } = after
    await inside.db
      .update(numberSeries)
      .set({ prefix, isYearly, year, next })
      .where(and(eq(numberSeries.merchantId, after.merchantId), eq(numberSeries.series, series)))
    return { before, after }
  })
}

/**
 * The lowest number that can be next. Numbers of a form that was used before, such as `KR2026-`, continue after its
 * highest one, so that none is used twice and none is missing; if the form stays, not before the series. Those of another
 * form continue where the series is; if they no longer restart each year, after the highest number of all years.
 */
function minNext(inside: InTransaction, before: SeriesRow, after: SeriesRow): number {
  const isToggled = before.isYearly !== after.isYearly
  if (isToggled && after.isYearly) after.year = Math.max(before.year, Number(todayOf(inside).slice(0, 4)))
  const highest = before.used[formOf(after)]
  const isSame = !isToggled && before.prefix === after.prefix
  if (highest !== undefined) return Math.max(highest + 1, isSame ? before.next : 1)
  if (!isToggled || after.isYearly) return before.next
  return Math.max(before.next, ...Object.values(before.used).map((number) => number + 1))
}

/** Whether documents of a series have numbers that begin with a prefix and go on with digits, as numbers or as file names. */
function isUsed({ used }: SeriesRow, prefix: string): boolean {
  const compared = comparedInFileNames(prefix)
  return Object.keys(used).some(
    (form) => form.startsWith(compared) && /^(\d+-)?$/.test(form.slice(compared.length)),
  )
}

import { and, desc, eq } from 'drizzle-orm'
import type { Queryable, Transaction } from '@/db/client'
import { numberSeries } from '@/db/schema'
import { todayOf } from '../core/clock'
import type { Context, InTransaction } from '../core/context'
import { type Day, laterDay } from '../model/calendar'
import type { DocumentKind, DocumentSeries } from '../model/document/content'
import { comparedInFileNames } from './file-name'

export type SeriesRow = typeof numberSeries.$inferSelect

const defaultPrefix: Record<DocumentSeries, string> = { invoice: '', 'credit-note': 'C' }

/** Receipts and invoices are numbered in one series. */
const seriesOf = (kind: DocumentKind): DocumentSeries => (kind === 'credit-note' ? 'credit-note' : 'invoice')

/** `2026-000001` in a yearly series, otherwise `1`; after the prefix. */
export const numberIn = ({ prefix, isYearly, year, next }: SeriesRow): string =>
  isYearly ? `${prefix}${year}-${String(next).padStart(6, '0')}` : `${prefix}${next}`

/** What numbers begin with, such as `kr2026-`, as file names compare it. */
export const formOf = ({ prefix, isYearly, year }: SeriesRow): string =>
  comparedInFileNames(isYearly ? `${prefix}${year}-` : prefix)

/** Returns a merchant's two series as they are today, invoices first, and creates them if they do not exist. */
export async function readSeries({ db, merchant, clock }: Context): Promise<SeriesRow[]> {
  const today = todayOf({ merchant, clock })
  const read = async () => {
    const rows = await db
      .select()
      .from(numberSeries)
      .where(eq(numberSeries.merchantId, merchant.id))
      .orderBy(desc(numberSeries.series))
    return rows.map((row) => onDay(row, today))
  }
  const known = await read()
  if (known.length > 0) return known
  await createSeries(db, merchant.id, today)
  return read()
}

/** A yearly series restarts in a new year. It never goes back, even if a clock is behind at the turn of the year. */
const onDay = (row: SeriesRow, day: Day): SeriesRow =>
  row.isYearly && yearOf(day) > row.year ? { ...row, year: yearOf(day), next: 1 } : row

async function createSeries(db: Queryable, merchantId: string, today: Day): Promise<void> {
  const fresh = { merchantId, isYearly: true, year: yearOf(today), next: 1 }
  await db
    .insert(numberSeries)
    .values(
      (['invoice', 'credit-note'] as const).map((series) => ({
        ...fresh,
        series,
        prefix: defaultPrefix[series],
      })),
    )
    .onConflictDoNothing()
}

/**
 * Locks a merchant's series until the transaction ends, so that only one process at a time books and issues for the
 * merchant. Undefined if another process is doing so and `wait` is not set.
 */
export async function lockSeries(
  { db, merchant, clock }: InTransaction,
  { wait }: { wait: boolean },
): Promise<Numbers | undefined> {
  const lock = () =>
    db
      .select()
      .from(numberSeries)
      .where(eq(numberSeries.merchantId, merchant.id))
      .orderBy(numberSeries.series)
      .for('update', wait ? {} : { skipLocked: true })
  let rows = await lock()
  if (rows.length === 0) {
    await createSeries(db, merchant.id, todayOf({ merchant, clock }))
    rows = await lock()
  }
  return rows.length === 2 ? new Numbers(rows) : undefined
}

/** The next numbers of a merchant whose series are locked. */
export class Numbers {
  readonly #series: Map<DocumentSeries, SeriesRow>
  readonly #used = new Set<DocumentSeries>()

  constructor(rows: readonly SeriesRow[]) {
    this.#series = new Map(rows.map((row) => [row.series, { ...row }]))
  }

  /**
   * Takes the next number for a document. It is issued on `day`, or on the day of the previous number if that is later,
   * because a merchant's time zone can change and a clock can be behind.
   */
  take(kind: DocumentKind, day: Day): { number: string; issuedOn: Day } {
    const series = seriesOf(kind)
    const stored = this.#series.get(series)
    if (!stored) throw new Error(`The series ${series} is not locked`)
    const issuedOn = laterDay(day, stored.lastDay)
    const row = onDay(stored, issuedOn)
    const used = { ...row.used, [formOf(row)]: row.next }
    this.#series.set(series, { ...row, next: row.next + 1, lastDay: issuedOn, used })
    this.#used.add(series)
    return { number: numberIn(row), issuedOn }
  }

  /** Stores which numbers are next, and which are used. */
  async save(db: Transaction): Promise<void> {
    for (const series of this.#used) {
      const row = this.#series.get(series)
      if (!row) continue
      const { merchantId, year, next, lastDay, used } = row
      await db
        .update(numberSeries)
        .set({ year, next, lastDay, used })
        .where(and(eq(numberSeries.merchantId, merchantId), eq(numberSeries.series, series)))
    }
  }
}

const yearOf = (day: Day): number => Number(day.slice(0, 4))

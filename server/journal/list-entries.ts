import { and, asc, desc, eq, getTableColumns, gte, lte, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { document, journalEntry, order, payout } from '@/db/schema'
import type { Scope } from '../core/context'
import { cursorOf, rowsAfter } from '../core/cursor'
import { type Page, pageBy } from '../core/page'
import { type Day, dayIn, monthOf } from '../model/calendar'
import type { ZeroVatCategory } from '../model/document/content'
import { date, instant, storableText } from '../model/fields'
import { journalKinds } from '../model/journal'

/** A period of the books: its first and last day. */
export interface BookPeriod {
  from: Day
  to: Day
}

/** A journal entry with the numbers of its order and of its document. */
export type ListedEntry = typeof journalEntry.$inferSelect & {
  orderNumber: string | null
  documentNumber: string | null
  /** The customer's name on the document, or on the first one of the order: documents never change. */
  customerName: string | null
  /** The VAT category of EN 16931 that the document states for the rate 0, such as `AE` for reverse charge. */
  zeroVat: ZeroVatCategory | null
  /** The buyer's VAT number on the document. */
  vatNumber: string | null
  /** The country of the buyer's address on the document, ISO 3166. */
  country: string | null
  /** Whether it is the money of a payout that failed. A negative payout is positive in the journal, too. */
  isReturnedPayout: boolean
}

const customerName = sql<string | null>`case when ${document.id} is not null
  then ${document.content} -> 'buyer' ->> 'name'
  else (select first.content -> 'buyer' ->> 'name' from ${document} first
    where first.merchant_id = ${journalEntry.merchantId} and first.order_id = ${journalEntry.orderId}
    order by first.sequence limit 1) end`

export const zeroVat = sql<ZeroVatCategory | null>`(select total ->> 'category'
  from jsonb_array_elements(${document.content} -> 'totals') total where total -> 'rate' = '0'::jsonb)`

export const vatNumber = sql<string | null>`${document.content} -> 'buyer' ->> 'vatNumber'`

export const country = sql<
  string | null
>`upper(${document.content} -> 'buyer' -> 'address' ->> 'countryCode')`

const isReturnedPayout = sql<boolean>`${journalEntry.kind} = 'payout' and not exists (
  select from ${payout} paid where paid.merchant_id = ${journalEntry.merchantId}
    and paid.service = split_part(${journalEntry.source}, ' ', 1)
    and paid.id = substr(${journalEntry.source}, strpos(${journalEntry.source}, ' ') + 1))`

const places = cursorOf(z.tuple([date(), instant(), z.enum(journalKinds), storableText(300)]))

/** Returns the entries that were booked in a period, by booking date and time. */
export async function listEntries(
  { db, merchant }: Scope,
  {
    from,
    to,
    after,
    limit,
    currency,
    direction = 'descending',
  }: BookPeriod & {
    after?: string | undefined
    limit: number
    currency?: string | undefined
    direction?: 'ascending' | 'descending'
  },
): Promise<Page<ListedEntry>> {
  const place = [journalEntry.bookedOn, journalEntry.moved, journalEntry.kind, journalEntry.source]
  const sorted = direction === 'ascending' ? asc : desc
  const rows = await db
    .select({
      ...getTableColumns(journalEntry),
      orderNumber: order.number,
      documentNumber: document.number,
      customerName,
      zeroVat,
      vatNumber,
      country,
      isReturnedPayout,
    })
    .from(journalEntry)
    .leftJoin(order, and(eq(order.merchantId, journalEntry.merchantId), eq(order.id, journalEntry.orderId)))
    .leftJoin(
      document,
      and(eq(document.merchantId, journalEntry.merchantId), eq(document.id, journalEntry.documentId)),
    )
    .where(
      and(
        eq(journalEntry.merchantId, merchant.id),
        gte(journalEntry.bookedOn, from),
        lte(journalEntry.bookedOn, to),
        currency === undefined ? undefined : eq(journalEntry.currency, currency),
        after === undefined ? undefined : rowsAfter(place, placeAfter(after), direction),
      ),
    )
    .orderBy(...place.map((column) => sorted(column)))
    .limit(limit + 1)
  return pageBy(rows, limit, ({ bookedOn, moved, kind, source }) =>
    places.write([bookedOn, moved.toISOString(), kind, source]),
  )
}

function placeAfter(cursor: string): SQL[] {
  const [bookedOn, moved, kind, source] = places.read(cursor)
  return [sql`${bookedOn}`, sql`${moved}::timestamptz`, sql`${kind}`, sql`${source}`]
}

const rowsAtATime = 1000

/** Reads all entries of a period, oldest first, a thousand at a time. */
export async function* entriesOf(
  scope: Scope,
  period: BookPeriod & { currency?: string },
): AsyncGenerator<ListedEntry[]> {
  let after: string | undefined
  do {
    const page = await listEntries(scope, { ...period, after, limit: rowsAtATime, direction: 'ascending' })
    yield page.rows
    after = page.next
  } while (after !== undefined)
}

/** The months of a period, each with its days in the period. */
export function monthsOf({ from, to }: BookPeriod): BookPeriod[] {
  const first = monthOf(from)
  return Array.from({ length: monthOf(to) - first + 1 }, (_, place) => {
    const start = dayIn(first + place, 1)
    const end = dayIn(first + place, 31)
    return { from: start < from ? from : start, to: end > to ? to : end }
  })
}

import { and, asc, eq, getTableColumns, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { plainLettersSql } from '@/db/plain-letters'
import { document, type Merchant } from '@/db/schema'
import type { Context, Scope } from '../core/context'
import { rowsAfter } from '../core/cursor'
import { onDays } from '../core/day-range'
import { instantSql } from '../core/instants'
import { isOneOf } from '../core/one-of'
import { afterPosition, type Page, type Position, pageOf } from '../core/page'
import { containsPlainly, containsText, isAmount } from '../core/search-conditions'
import { columnsOf, isBeyondSums, partOfWalk, summed, type Walk, walked } from '../core/walk'
import { capitalised } from '../model/capitalised'
import { documentKinds, documentSeries } from '../model/document/content'
import { fail } from '../model/errors'
import { currency, date } from '../model/fields'
import { parseSearch } from '../model/search-text'
import { newestFirst } from './list-documents'
import { type DocumentRow, type Reversed, reverses } from './read-documents'
import { hasXml, xmlObstacleOf } from './render-document'

/** The filters of the dashboard's list. */
export const DocumentFilters = z.strictObject({
  kind: z.enum(documentKinds).optional(),
  series: z.enum(documentSeries).optional(),
  currency: currency().optional(),
  start: date().optional(),
  end: date().optional(),
  /** Documents that have no number yet. */
  waiting: z.literal('yes').optional(),
  /** The number of a document or an order, an id, an amount, or a part of the buyer's name or e-mail address. */
  search: z.string().max(200).optional(),
  /** The id of an account. */
  account: z.string().max(200).optional(),
})
export type DocumentFilters = z.output<typeof DocumentFilters>

export const DocumentSearch = DocumentFilters.extend({
  sort: z.enum(['newest', 'oldest']).optional(),
  after: z.string().max(300).optional(),
})
export type DocumentSearch = z.output<typeof DocumentSearch>

/** A document as lists show it. */
export interface DocumentSummary extends Position {
  kind: DocumentRow['kind']
  number: string | null
  issuedOn: string | null
  orderId: string
  /** The event of the order that it documents. */
  sequence: number
  orderNumber: string | undefined
  accountId: string | null
  buyer: string | undefined
  currency: string
  gross: bigint
  vat: bigint
  hasXml: boolean
  reverses: Reversed
}

const oldestFirst = sql`${asc(document.moved)}, ${asc(document.id)}`

/** All that a summary needs: a document can have many lines. */
const withoutLines = sql<DocumentRow['content']>`${document.content} - 'lines'`

/** Returns documents of a merchant, newest first unless sorted otherwise. */
export async function searchDocuments(
  { db, merchant }: Context,
  { limit, ...search }: DocumentSearch & { limit: number },
): Promise<Page<DocumentSummary>> {
  const walk = walkOf(merchant, search)
  const { id, moved } = columnsOf(document)
  const found = await db
    .select({ id, created: moved })
    .from(sql`(${walked(walk, limit + 1)}) ${document}`)
    .orderBy(walk.order)
  const { rows: places, ...end } =
    found.length > limit
      ? pageOf(found, limit)
      : await partOfWalk(db, walk, found, sql`moved`, directionOf(search))
  const condition = isOneOf(
    document.id,
    places.map(({ id }) => id),
  )
  return { rows: await summariesOf({ db, merchant }, condition, { order: walk.order }), ...end }
}

const directionOf = ({ sort }: DocumentSearch) => (sort === 'oldest' ? 'ascending' : 'descending')

const walkOf = (merchant: Merchant, search: DocumentSearch): Walk => {
  const { indexed, filter } = conditionsOf(merchant, search)
  const page = afterPosition(search.after, document.moved, document.id, directionOf(search))
  return {
    table: document,
    order: search.sort === 'oldest' ? oldestFirst : newestFirst,
    indexed: and(indexed, page),
    filter,
  }
}

/** Returns a document with its lines. Throws `not-found`. */
export async function readDocumentDetail({ db, merchant }: Scope, id: string) {
  const [row] = await db
    .select({ ...getTableColumns(document), reverses })
    .from(document)
    .where(and(eq(document.merchantId, merchant.id), eq(document.id, id)))
  if (!row) throw fail('not-found', { what: 'document' })
  const { lines, totals } = row.content
  return { ...summaryOf(row), lines, rates: totals, xmlObstacle: xmlObstacleOf(row) }
}

/** Returns all documents of an order, newest first. They are about as many as its events. */
export const documentsOfOrder = (scope: Scope, orderId: string): Promise<DocumentSummary[]> =>
  summariesOf(scope, eq(document.orderId, orderId))

/** Returns the document with a number, whose prefix may be typed in the wrong case. */
export const documentsNumbered = (scope: Scope, number: string): Promise<DocumentSummary[]> =>
  summariesOf(
    scope,
    isOneOf(document.number, [
      ...new Set([number, number.toUpperCase(), number.toLowerCase(), capitalised(number.toLowerCase())]),
    ]),
  )

/** Returns the newest documents of an account, and whether there are more. */
export async function documentsOfAccount(
  scope: Scope,
  accountId: string,
  limit: number,
): Promise<{ documents: DocumentSummary[]; isMore: boolean }> {
  const found = await summariesOf(scope, eq(document.accountId, accountId), { limit: limit + 1 })
  return { documents: found.slice(0, limit), isMore: found.length > limit }
}

async function summariesOf(
  { db, merchant }: Scope,
  condition: SQL,
  { limit, order = newestFirst }: { limit?: number; order?: SQL } = {},
): Promise<DocumentSummary[]> {
  const found = db
    .select({ ...getTableColumns(document), content: withoutLines, reverses })
    .from(document)
    .where(and(eq(document.merchantId, merchant.id), condition))
    .orderBy(order)
    .$dynamic()
  const rows = await (limit === undefined ? found : found.limit(limit))
  return rows.map(summaryOf)
}

const summaryOf = (row: DocumentRow & { reverses: Reversed }): DocumentSummary => ({
  id: row.id,
  created: row.moved,
  kind: row.kind,
  number: row.number,
  issuedOn: row.issuedOn,
  orderId: row.orderId,
  sequence: row.sequence,
  orderNumber: row.content.order.number,
  accountId: row.accountId,
  buyer: row.content.buyer.name ?? row.content.buyer.email,
  currency: row.currency,
  gross: row.gross,
  vat: row.vat,
  hasXml: hasXml(row),
  reverses: row.reverses,
})

/**
 * Counts the documents that match the filters, and adds them up per currency. Credit notes are negative. `isMore`: there
 * are too many to add up, so only the newest ones are counted.
 */
export async function totalDocuments({ db, merchant }: Context, search: DocumentFilters) {
  const walk = walkOf(merchant, search)
  const isCredit = sql`${document.kind} = 'credit-note'`
  const signed = (amount: SQL) => sql`sum(case when ${isCredit} then -${amount} else ${amount} end)`
  const [rows, isMore] = await Promise.all([
    db
      .select({
        currency: columnsOf(document).currency,
        count: sql`count(*)`.mapWith(Number),
        amount: signed(sql`${document.gross}`).mapWith(document.gross),
        vat: signed(sql`${document.vat}`).mapWith(document.vat),
      })
      .from(sql`(${summed(walk)}) ${document}`)
      .groupBy(sql`${document.currency}`)
      .orderBy(sql`${document.currency}`),
    isBeyondSums(db, [walk]),
  ])
  return { count: rows.reduce((sum, row) => sum + row.count, 0), isMore, sums: isMore ? [] : rows }
}

/** Returns the issued documents that match the filters, in order of issue, a few at a time. */
export async function* issuedDocuments(
  { db, merchant }: Context,
  search: DocumentSearch,
): AsyncGenerator<DocumentRow> {
  const { indexed, filter } = conditionsOf(merchant, { ...search, waiting: undefined })
  let last: DocumentRow | undefined
  do {
    const page =
      last && rowsAfter([document.moved, document.id], [instantSql(last.moved), sql`${last.id}`], 'ascending')
    const rows: DocumentRow[] = await db
      .select()
      .from(document)
      .where(and(indexed, filter, isNotNull(document.number), page))
      .orderBy(asc(document.moved), asc(document.id))
      .limit(20)
    yield* rows
    last = rows.at(-1)
  } while (last)
}

/** `indexed` is what the index of the list finds; `filter` is checked for each row. */
function conditionsOf(
  { id, timeZone }: Merchant,
  { kind, series, currency, waiting, search, account, ...days }: DocumentFilters,
): { indexed: SQL | undefined; filter: SQL | undefined } {
  return {
    indexed: and(
      eq(document.merchantId, id),
      account === undefined ? undefined : eq(document.accountId, account),
      onDays(document.moved, days, timeZone),
    ),
    filter: and(
      kind === undefined ? undefined : eq(document.kind, kind),
      waiting === undefined ? undefined : isNull(document.number),
      series && sql`(${document.kind} = 'credit-note') = ${series === 'credit-note'}`,
      currency === undefined ? undefined : eq(document.currency, currency),
      search === undefined ? undefined : matches(search),
    ),
  }
}

function matches(search: string): SQL | undefined {
  const { text, amount } = parseSearch(search)
  const includes = (written: SQL) => containsText(sql`lower(${written})`, text)
  return or(
    eq(document.id, text),
    eq(document.orderId, text),
    eq(document.accountId, text),
    includes(sql`${document.number}`),
    includes(sql`${document.content} -> 'order' ->> 'number'`),
    containsPlainly(plainLettersSql(sql`${document.content} -> 'buyer' ->> 'name'`), text),
    includes(sql`${document.content} -> 'buyer' ->> 'email'`),
    amount && isAmount(document.gross, document.currency, amount),
  )
}

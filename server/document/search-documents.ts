import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  isNotNull,
  isNull,
  lt,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { z } from 'zod'
import { document, type Merchant } from '@/db/schema'
import { startOfDay } from '../core/clock'
import type { Context, Scope } from '../core/context'
import { behindPosition, type Page, type Position, pageOf } from '../core/page'
import { columnsOf, partOfWalk, walked } from '../core/walk'
import { addDays } from '../model/calendar'
import { documentKinds } from '../model/document/content'
import { date } from '../model/fields'
import type { DocumentRow } from './read-documents'
import { hasXml } from './render-document'

/** The filters of the dashboard's list. */
export const DocumentSearch = z.strictObject({
  kind: z.enum(documentKinds).optional(),
  start: date().optional(),
  end: date().optional(),
  /** Documents that have no number yet. */
  waiting: z.literal('yes').optional(),
  /** The number of a document or an order, an id, or a part of the buyer's name or e-mail address. */
  text: z.string().max(200).optional(),
  after: z.string().max(300).optional(),
})
export type DocumentSearch = z.output<typeof DocumentSearch>

/** A document as lists show it. */
export interface DocumentSummary extends Position {
  kind: DocumentRow['kind']
  number: string | null
  issuedOn: string | null
  orderId: string
  orderNumber: string | undefined
  accountId: string | null
  buyer: string | undefined
  currency: string
  gross: bigint
  vat: bigint
  hasXml: boolean
}

const newestFirst = sql`${desc(document.moved)}, ${desc(document.id)}`

/** All that a summary needs: a document can have many lines. */
const withoutLines = sql<DocumentRow['content']>`${document.content} - 'lines'`

/** Returns documents of a merchant, newest first. */
export async function searchDocuments(
  { db, merchant }: Context,
  { after, limit, ...search }: DocumentSearch & { limit: number },
): Promise<Page<DocumentSummary>> {
  const { indexed, filter } = conditionsOf(merchant, search)
  const walk = {
    table: document,
    order: newestFirst,
    indexed: and(indexed, behindPosition(after, document.moved, document.id)),
    filter,
  }
  const { id, moved } = columnsOf(document)
  const found = await db
    .select({ id, created: moved })
    .from(sql`(${walked(walk, limit + 1)}) ${document}`)
    .orderBy(newestFirst)
  const { rows: places, ...end } =
    found.length > limit ? pageOf(found, limit) : await partOfWalk(db, walk, found, sql`moved`)
  const ids = sql.param(places.map(({ id }) => id))
  return { rows: await summariesOf({ db, merchant }, sql`${document.id} = any(${ids}::text[])`), ...end }
}

/** Returns the documents of an order or the newest ones of an account, newest first. */
export const documentsAbout = (
  scope: Scope,
  about: { order: string } | { account: string },
  limit: number,
): Promise<DocumentSummary[]> =>
  summariesOf(
    scope,
    'order' in about ? eq(document.orderId, about.order) : eq(document.accountId, about.account),
    limit,
  )

async function summariesOf(
  { db, merchant }: Scope,
  condition: SQL,
  limit = 1000,
): Promise<DocumentSummary[]> {
  const rows = await db
    .select({ ...getTableColumns(document), content: withoutLines })
    .from(document)
    .where(and(eq(document.merchantId, merchant.id), condition))
    .orderBy(newestFirst)
    .limit(limit)
  return rows.map(summaryOf)
}

const summaryOf = (row: DocumentRow): DocumentSummary => ({
  id: row.id,
  created: row.moved,
  kind: row.kind,
  number: row.number,
  issuedOn: row.issuedOn,
  orderId: row.orderId,
  orderNumber: row.content.order.number,
  accountId: row.accountId,
  buyer: row.content.buyer.name ?? row.content.buyer.email,
  currency: row.currency,
  gross: row.gross,
  vat: row.vat,
  hasXml: hasXml(row),
})

/** How many documents are added up at most. */
const mostSummed = 50_000

/** The number of documents that match the filters, and what they come to per currency: credit notes count as negative. */
export async function sumDocuments({ db, merchant }: Context, search: DocumentSearch) {
  const { indexed, filter } = conditionsOf(merchant, search)
  const newest = sql`(select * from ${document} where ${indexed} order by ${newestFirst} limit ${mostSummed}::int) ${document}`
  const isCredit = sql`${document.kind} = 'credit-note'`
  const signed = (amount: SQL) => sql`sum(case when ${isCredit} then -${amount} else ${amount} end)::bigint`
  const rows = await db
    .select({
      currency: columnsOf(document).currency,
      count: sql`count(*)`.mapWith(Number),
      gross: signed(sql`${document.gross}`).mapWith(document.gross),
      vat: signed(sql`${document.vat}`).mapWith(document.vat),
    })
    .from(newest)
    .where(filter)
    .groupBy(sql`${document.currency}`)
    .orderBy(sql`${document.currency}`)
  const count = rows.reduce((sum, row) => sum + row.count, 0)
  return { count, isMore: count >= mostSummed, currencies: rows }
}

/** Returns the issued documents that match the filters, in order of issue, a few at a time. */
export async function* issuedDocuments(
  { db, merchant }: Context,
  search: DocumentSearch,
): AsyncGenerator<DocumentRow> {
  const { indexed, filter } = conditionsOf(merchant, { ...search, waiting: undefined })
  let last: DocumentRow | undefined
  do {
    const behind =
      last &&
      or(gt(document.moved, last.moved), and(eq(document.moved, last.moved), gt(document.id, last.id)))
    const rows: DocumentRow[] = await db
      .select()
      .from(document)
      .where(and(indexed, filter, isNotNull(document.number), behind))
      .orderBy(asc(document.moved), asc(document.id))
      .limit(20)
    yield* rows
    last = rows.at(-1)
  } while (last)
}

/** `indexed` is what the index of the list finds; `filter` is checked for each row. */
function conditionsOf(
  { id, timeZone }: Merchant,
  { kind, start, end, waiting, text }: Omit<DocumentSearch, 'after'>,
): { indexed: SQL | undefined; filter: SQL | undefined } {
  return {
    indexed: and(
      eq(document.merchantId, id),
      start === undefined ? undefined : gte(document.moved, startOfDay(start, timeZone)),
      end === undefined ? undefined : lt(document.moved, startOfDay(addDays(end, 1), timeZone)),
    ),
    filter: and(
      kind === undefined ? undefined : eq(document.kind, kind),
      waiting === undefined ? undefined : isNull(document.number),
      text === undefined ? undefined : containsText(text.trim()),
    ),
  }
}

function containsText(text: string): SQL | undefined {
  const part = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return or(
    eq(document.id, text),
    eq(document.orderId, text),
    eq(document.accountId, text),
    sql`${document.number} ilike ${part}`,
    sql`${document.content} -> 'order' ->> 'number' ilike ${part}`,
    sql`${document.content} -> 'buyer' ->> 'name' ilike ${part}`,
    sql`${document.content} -> 'buyer' ->> 'email' ilike ${part}`,
  )
}

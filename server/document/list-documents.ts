import { and, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { document } from '@/db/schema'
import type { Context } from '../core/context'
import { onDays } from '../core/day-range'
import { isId } from '../core/id'
import { type Listing, storedSize } from '../core/listing'
import { isOneOf } from '../core/one-of'
import { afterPosition, type Page, type Position, pageOf, pageQuery } from '../core/page'
import { allWith, columnsOf, partOfWalk, walked } from '../core/walk'
import { documentKinds } from '../model/document/content'
import { fail } from '../model/errors'
import { currency, date, text } from '../model/fields'
import { requireOrder } from '../store/read-orders'
import { type DocumentRow, type Reversed, reverses } from './read-documents'

export const DocumentListQuery = z.strictObject({
  ...pageQuery,
  start: date().optional().meta({ description: "First day of the movement, in the merchant's time zone" }),
  end: date().optional().meta({ description: "Last day, included, in the merchant's time zone" }),
  kind: z.enum(documentKinds).optional(),
  number: text().optional().meta({ description: 'The number of a document' }),
  order: text().optional().meta({ description: 'Id of an order' }),
  account: text().optional().meta({ description: 'Id of an account. An account key only sees its own' }),
  currency: currency().optional(),
})
export type DocumentListFilters = z.output<typeof DocumentListQuery>

export const newestFirst = sql`${desc(document.moved)}, ${desc(document.id)}`

type Placed = Position & { size: number }

/** Returns documents of a merchant, newest first. With an account key, only those of its account. */
export async function documentListing(
  context: Context,
  filters: DocumentListFilters,
): Promise<Listing<DocumentInList>> {
  const { id, moved } = columnsOf(document)
  const { rows: places, ...ending } = await pageOfDocuments<Placed>(context, filters, (rows) =>
    context.db
      .select({ id, created: moved, size: storedSize(document.content).mapWith(Number) })
      .from(sql`(${rows}) ${document}`)
      .orderBy(newestFirst),
  )
  return { places, ending, read: (ids) => listedById(context, ids) }
}

/** Returns documents of an order, newest first. Throws `not-found` for an unknown order. */
export async function orderDocumentListing(
  context: Context,
  { orderId, ...page }: { orderId: string } & Pick<DocumentListFilters, 'limit' | 'after'>,
): Promise<Listing<DocumentInList>> {
  const { accountId } = await requireOrder(context, orderId)
  const own = ownAccount(context)
  if (own !== undefined && own !== accountId) throw fail('not-found', { what: 'order' })
  return documentListing(context, { ...page, order: orderId })
}

/** Returns a document by its id, which may be any text. Throws `not-found`, also for another account's document. */
export async function requireDocument(context: Context, id: string): Promise<DocumentInList> {
  const [row] = isId(id) ? await listedById(context, [id]) : []
  const own = ownAccount(context)
  if (!row || (own !== undefined && own !== row.accountId)) throw fail('not-found', { what: 'document' })
  return row
}

/** The account of an account key; undefined for actors who see all accounts. */
const ownAccount = ({ actor }: Context) => (actor.kind === 'account' ? actor.accountId : undefined)

/** A document, with its position in lists. */
export type DocumentInList = DocumentRow & Position & { reverses: Reversed }

async function listedById({ db, merchant }: Context, ids: readonly string[]): Promise<DocumentInList[]> {
  const rows = await db
    .select({ ...getTableColumns(document), reverses })
    .from(document)
    .where(and(eq(document.merchantId, merchant.id), isOneOf(document.id, ids)))
  // Lists are sorted by when the money moved.
  return rows.map((row) => ({ ...row, created: row.moved }))
}

/** Returns a page of documents. `read` receives the statement that selects their complete rows, newest first. */
async function pageOfDocuments<Row extends Position>(
  context: Context,
  { limit, ...filters }: DocumentListFilters,
  read: (rows: SQL) => Promise<Row[]>,
): Promise<Page<Row>> {
  const { always, few, account, others } = conditionsOf(context, filters)
  if (few) {
    const rows = sql`${allWith(document, and(always, few))} where ${and(account, others) ?? sql`true`}`
    return pageOf(await read(sql`${rows} order by ${newestFirst} limit ${limit + 1}::int`), limit)
  }
  const indexed = and(always, account)
  const walk = { table: document, order: newestFirst, indexed, filter: others }
  const rows = await read(walked(walk, limit + 1))
  return rows.length > limit ? pageOf(rows, limit) : partOfWalk(context.db, walk, rows, sql`moved`)
}

/** `few` matches few documents, and has an index. */
function conditionsOf(context: Context, filters: Omit<DocumentListFilters, 'limit'>) {
  const { kind, number, order, currency: code, after } = filters
  const { id: merchantId, timeZone } = context.merchant
  const own = ownAccount(context)
  const accounts = [own, filters.account].flatMap((each) =>
    each === undefined ? [] : eq(document.accountId, each),
  )
  return {
    always: and(
      eq(document.merchantId, merchantId),
      onDays(document.moved, filters, timeZone),
      afterPosition(after, document.moved, document.id),
    ),
    few: and(
      order === undefined ? undefined : eq(document.orderId, order),
      number === undefined ? undefined : eq(document.number, number),
    ),
    account: and(...accounts),
    others: and(
      kind === undefined ? undefined : eq(document.kind, kind),
      code === undefined ? undefined : eq(document.currency, code),
    ),
  }
}

import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { order } from '@/db/schema'
import type { Context } from '../core/context'
import { instantOf, milliseconds } from '../core/instants'
import { type Listing, readListing } from '../core/listing'
import {
  type Page,
  type PageEnd,
  type PageRequest,
  type Position,
  pageBy,
  pageQuery,
  writePosition,
} from '../core/page'
import { columnsOf, endOfWalk, type Walk, walked } from '../core/walk'
import { currency, date, text } from '../model/fields'
import { State } from '../model/order/schemas'
import { requireAccount } from '../store/accounts'
import type { OrderRecord, OrderRow } from '../store/orders'
import { orderRecordsById, readOrders } from '../store/read-orders'
import { type FoundOrders, findOrders, type OrderFilters } from './find-orders'
import { afterCursor, cursorAt, type OrderSort, orderOf } from './order-sorts'

export const OrderListQuery = z.strictObject({
  ...pageQuery,
  start: date().optional().meta({ description: "First day, in the merchant's time zone" }),
  end: date().optional().meta({ description: "Last day, included, in the merchant's time zone" }),
  status: State.optional().meta({ description: 'Orders with any amount in this state' }),
  number: text().optional().meta({ description: "The caller's order identifier" }),
  account: text().optional().meta({ description: 'Id of an account' }),
  currency: currency().optional(),
})
/** Returns orders of a merchant with their events, newest first. For short pages. */
export async function listOrders(context: Context, filters: OrderFilters): Promise<Page<OrderRecord>> {
  const listing = await orderListing(context, filters)
  return { rows: await readListing(listing), ...listing.ending }
}

/**
 * Returns orders of a merchant with their events, always newest first. For pages of any length and orders of any size.
 */
export async function orderListing(context: Context, filters: OrderFilters): Promise<Listing<OrderRecord>> {
  const { rows: places, ...ending } = await pageOfOrders(
    context,
    filters,
    (rows) => readOrders(context.db, rows),
    writePosition,
  )
  return { places, ending, read: (ids) => orderRecordsById(context, ids) }
}

/** Returns orders of one account, newest first. Throws `not-found` for an unknown account. */
export async function accountOrderListing(
  context: Context,
  { accountId, ...page }: { accountId: string } & PageRequest,
): Promise<Listing<OrderRecord>> {
  await requireAccount(context, accountId)
  return orderListing(context, { ...page, account: accountId })
}

/** An order without its large columns. It has the name of its first line, and the number of lines. */
export type OrderBrief = Omit<OrderRow, 'lines' | 'callback' | 'client'> & {
  firstLine: string | null
  lineCount: number
}

// The payer's browser data may be large.
const { lines: _lines, callback: _callback, client: _client, ...brief } = columnsOf(order)
/** The name of an order's first line. */
export const firstLine = sql<string | null>`left(${order.lines} -> 0 ->> 'name', 200)`
const lineCount = sql<number>`case json_typeof(${order.lines}) when 'array' then json_array_length(${order.lines}) else 0 end`

/** The columns of an `OrderBrief`. */
export const briefColumns = { ...brief, firstLine, lineCount }

/** The columns of an `OrderBrief` without details of its lines, which may be large. */
export const linelessColumns: typeof briefColumns = {
  ...briefColumns,
  firstLine: sql<string | null>`null`,
  lineCount: sql<number>`0`,
}

/** Returns orders of a merchant without their lines and events. */
export const listOrderBriefs = (
  context: Context,
  filters: OrderFilters,
  columns = briefColumns,
): Promise<Page<OrderBrief>> =>
  pageOfOrders<OrderBrief>(
    context,
    filters,
    (rows) =>
      context.db
        .select(columns)
        .from(sql`(${rows}) ${order}`)
        .orderBy(orderOf[filters.sort ?? 'newest']),
    (row) => cursorAt(filters.sort ?? 'newest', row),
  )

/**
 * Returns a page of orders. `read` receives the statement that selects their complete rows, in the order of the list.
 * The first page of a search begins with the orders whose complete number it is, in addition to `limit` others.
 */
async function pageOfOrders<Row extends Position>(
  context: Context,
  { limit, ...filters }: OrderFilters,
  read: (rows: SQL) => Promise<Row[]>,
  cursorOf: (row: Row) => string,
): Promise<Page<Row>> {
  const found = await findOrders(context, filters)
  const first = found.first ? await read(found.first) : []
  const { rows, ...end } = await pageOfFound(context, found, { limit, ...filters }, read, cursorOf)
  return { rows: [...first, ...rows], ...end }
}

async function pageOfFound<Row extends Position>(
  context: Context,
  found: FoundOrders,
  { limit, sort = 'newest' }: OrderFilters,
  read: (rows: SQL) => Promise<Row[]>,
  cursorOf: (row: Row) => string,
): Promise<Page<Row>> {
  if ('rows' in found) return pageBy(await read(sql`${found.rows} limit ${limit + 1}::int`), limit, cursorOf)
  const rows = await read(walked(found.walk, limit + 1))
  return rows.length > limit
    ? pageBy(rows, limit, cursorOf)
    : { rows, ...(await endOf(context, found.walk, { last: rows.at(-1), cursorOf, sort })) }
}

/** The end of a page that is not full: where the walk ended, unless that is the end of the list. */
async function endOf<Row extends Position>(
  { db }: Context,
  walk: Walk,
  { last, cursorOf, sort }: { last: Row | undefined; cursorOf: (row: Row) => string; sort: OrderSort },
): Promise<PageEnd> {
  const end = await endOfWalk<{ at: number; id: string; currency: string; size: string }>(db, walk, {
    place: sql`${milliseconds(order.created)} as at, id, currency, amount::text as size`,
    isAfter: last && afterCursor(sort, cursorOf(last)),
  })
  if (!end) return {}
  if (end.isLastMatch) return last ? { next: cursorOf(last), searchedTo: last.created } : {}
  const place = { ...end, created: instantOf(end.at), amount: BigInt(end.size) }
  return { next: cursorAt(sort, place), searchedTo: place.created }
}

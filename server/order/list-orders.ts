import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { order } from '@/db/schema'
import type { Context } from '../core/context'
import { type Listing, readListing } from '../core/listing'
import { type Page, type PageRequest, type Position, pageOf, pageQuery } from '../core/page'
import { columnsOf, partOfWalk, walked } from '../core/walk'
import { currency, date, text } from '../model/fields'
import { State } from '../model/order/schemas'
import { requireAccount } from '../store/accounts'
import { type OrderRecord, type OrderRow, orderRecordsById } from '../store/orders'
import { readOrders } from '../store/read-orders'
import { findOrders, newestFirst, type OrderFilters } from './find-orders'

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

/** Returns orders of a merchant with their events, newest first. For pages of any length and orders of any size. */
export async function orderListing(context: Context, filters: OrderFilters): Promise<Listing<OrderRecord>> {
  const { rows: places, ...ending } = await pageOfOrders(context, filters, (rows) =>
    readOrders(context.db, rows),
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

/** An order without its large columns. */
export type OrderBrief = Omit<OrderRow, 'lines' | 'callback'>

const { lines: _lines, callback: _callback, ...brief } = columnsOf(order)
// The payer's browser data may be large.
const briefPayment = sql<OrderRow['payment']>`${order.payment} - 'client'`.mapWith(order.payment)

/** Returns orders of a merchant without their lines and events, newest first. */
export const listOrderBriefs = (context: Context, filters: OrderFilters): Promise<Page<OrderBrief>> =>
  pageOfOrders(context, filters, (rows) =>
    context.db
      .select({ ...brief, payment: briefPayment })
      .from(sql`(${rows}) ${order}`)
      .orderBy(newestFirst),
  )

/** Returns a page of orders. `read` gets the statement that selects their complete rows, newest first. */
async function pageOfOrders<Row extends Position>(
  context: Context,
  { limit, ...filters }: OrderFilters,
  read: (rows: SQL) => Promise<Row[]>,
): Promise<Page<Row>> {
  const found = await findOrders(context, filters)
  if ('rows' in found) return pageOf(await read(sql`${found.rows} limit ${limit + 1}::int`), limit)
  const rows = await read(walked(found.walk, limit + 1))
  return rows.length > limit ? pageOf(rows, limit) : partOfWalk(context.db, found.walk, rows)
}

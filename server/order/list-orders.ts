import { and, desc, eq, exists, getTableColumns, gte, lt, lte, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Queryable } from '@/db/client'
import { order, orderEvent } from '@/db/schema'
import { startOfDay } from '../core/clock'
import type { Context } from '../core/context'
import { type Listing, storedSize } from '../core/listing'
import { behindPosition, type Page, type PageRequest, pageOf, pageQuery } from '../core/page'
import { addDays } from '../model/calendar'
import { currency, date, text } from '../model/fields'
import { State } from '../model/order/schemas'
import { requireAccount } from '../store/accounts'
import { type OrderRecord, type OrderRow, orderRecordsById, withEvents } from '../store/orders'

export const OrderListQuery = z.strictObject({
  ...pageQuery,
  start: date().optional().meta({ description: "First day, in the merchant's time zone" }),
  end: date().optional().meta({ description: "Last day, included, in the merchant's time zone" }),
  status: State.optional().meta({ description: 'Orders with any amount in this state' }),
  number: text().optional().meta({ description: "The caller's order identifier" }),
  account: text().optional().meta({ description: 'Id of an account' }),
  currency: currency().optional(),
})
type OrderListQuery = z.output<typeof OrderListQuery> & MoreFilters

/** Further filters for people. Amounts are minor units of the currency, which is then required. */
interface MoreFilters {
  least?: bigint | undefined
  most?: bigint | undefined
  /** The last digits of the card. */
  last4?: string | undefined
  /** Only orders with a refused event. */
  failed?: boolean | undefined
}

/** Returns orders of a merchant with their events, newest first. For short pages. */
export async function listOrders(context: Context, query: OrderListQuery): Promise<Page<OrderRecord>> {
  const rows = await context.db
    .select()
    .from(order)
    .where(matches(context, query))
    .orderBy(desc(order.created), desc(order.id))
    .limit(query.limit + 1)
  const { rows: shown, ...next } = pageOf(rows, query.limit)
  return { rows: await withEvents(context, shown), ...next }
}

/** Returns orders of a merchant with their events, newest first. For pages of any length and orders of any size. */
export async function orderListing(context: Context, query: OrderListQuery): Promise<Listing<OrderRecord>> {
  const places = await context.db
    .select({
      id: order.id,
      created: order.created,
      size: storedSize(order.lines, order.payment).mapWith(Number),
    })
    .from(order)
    .where(matches(context, query))
    .orderBy(desc(order.created), desc(order.id))
    .limit(query.limit + 1)
  const read = (ids: readonly string[]) => orderRecordsById(context, ids)
  return { places, limit: query.limit, read }
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

const { lines: _lines, callback: _callback, ...brief } = getTableColumns(order)
// The payer's browser data may be large.
const briefPayment = sql<OrderRow['payment']>`${order.payment} - 'client'`.mapWith(order.payment)

/** Returns orders of a merchant without their lines and events, newest first. */
export async function listOrderBriefs(context: Context, query: OrderListQuery): Promise<Page<OrderBrief>> {
  const rows = await context.db
    .select({ ...brief, payment: briefPayment })
    .from(order)
    .where(matches(context, query))
    .orderBy(desc(order.created), desc(order.id))
    .limit(query.limit + 1)
  return pageOf(rows, query.limit)
}

const matches = (
  { db, merchant }: Pick<Context, 'db' | 'merchant'>,
  query: OrderListQuery,
): SQL | undefined =>
  and(
    eq(order.merchantId, merchant.id),
    query.start === undefined ? undefined : gte(order.created, startOfDay(query.start, merchant.timeZone)),
    query.end === undefined
      ? undefined
      : lt(order.created, startOfDay(addDays(query.end, 1), merchant.timeZone)),
    // Written into the statement, not passed as a parameter: the index of a state holds only the rows above 0.
    query.status && sql`${order[query.status]} > 0`,
    query.number === undefined ? undefined : eq(order.number, query.number),
    query.account === undefined ? undefined : eq(order.accountId, query.account),
    query.currency === undefined ? undefined : eq(order.currency, query.currency),
    query.least === undefined ? undefined : gte(order.amount, query.least),
    query.most === undefined ? undefined : lte(order.amount, query.most),
    // Written like the index expression.
    query.last4 === undefined ? undefined : sql`${order.payment} ->> 'last4' = ${query.last4}`,
    query.failed ? hasFailure(db) : undefined,
    behindPosition(query.after, order.created, order.id),
  )

const hasFailure = (db: Queryable) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(orderEvent)
      .where(
        and(
          eq(orderEvent.merchantId, order.merchantId),
          eq(orderEvent.orderId, order.id),
          // Written into the statement, to match the index of failures.
          sql`${orderEvent.type} = 'fail'`,
        ),
      ),
  )

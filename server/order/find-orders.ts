import { and, desc, eq, gte, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { EventType } from '@/db/schema'
import { order, orderEvent } from '@/db/schema'
import { startOfDay } from '../core/clock'
import type { Context } from '../core/context'
import { behindPosition, type PageRequest } from '../core/page'
import type { Walk } from '../core/walk'
import { addDays } from '../model/calendar'
import type { State } from '../model/order/schemas'

/** Filters of orders. Amounts are minor units of the currency, which is then required. */
export interface OrderFilters extends PageRequest {
  start?: string | undefined
  end?: string | undefined
  status?: State | undefined
  number?: string | undefined
  account?: string | undefined
  currency?: string | undefined
  least?: bigint | undefined
  most?: bigint | undefined
  /** The last digits of the card. */
  last4?: string | undefined
  /** Only orders with a refused event. */
  failed?: boolean | undefined
}

/** The order of all lists of orders. */
export const newestFirst = sql`${desc(order.created)}, ${desc(order.id)}`

/** So few orders are read and sorted for each page. */
const few = 5000

/**
 * Where the orders that match filters are found:
 *
 * - An order number, an account, a card, or an unpaid state has an index in the order of the list.
 * - Few orders with a failure, a refund, a cancellation, or an amount or currency are all read.
 * - Otherwise the list is read in its order, and each order is checked.
 */
export async function findOrders(
  context: Pick<Context, 'db' | 'merchant'>,
  filters: Omit<OrderFilters, 'limit'>,
): Promise<{ rows: SQL } | { walk: Walk }> {
  const { start, end, status, number, account, currency, last4, failed, after } = filters
  const { timeZone } = context.merchant
  const always = [
    eq(order.merchantId, context.merchant.id),
    start === undefined ? undefined : gte(order.created, startOfDay(start, timeZone)),
    end === undefined ? undefined : lt(order.created, startOfDay(addDays(end, 1), timeZone)),
    behindPosition(after, order.created, order.id),
  ]
  const sorted: (SQL | undefined)[] = [
    number === undefined ? undefined : eq(order.number, number),
    account === undefined ? undefined : eq(order.accountId, account),
    // Written like the index expression.
    last4 === undefined ? undefined : sql`${order.payment} ->> 'last4' = ${last4}`,
    status === 'pending' || status === 'denied' ? sql`${order.failedOn} is not null` : undefined,
  ]
  const others = [
    status && sql`${order[status]} > 0`,
    currency === undefined ? undefined : withAmount(filters),
    failed ? hasFailure : undefined,
  ]
  const [index, ...checked] = [...sorted, ...others].filter((condition) => condition !== undefined)
  const isSorted = sorted.some((condition) => condition !== undefined)
  if (index === undefined) return { walk: { ...inOrder, indexed: and(...always), filter: undefined } }
  if (isSorted) return { walk: { ...inOrder, indexed: and(...always, index), filter: and(...checked) } }
  const rare = await rarest(context, filters)
  const filter = and(...others)
  return rare
    ? { rows: sql`select * from (${rare}) ${order} where ${and(...always, filter)} order by ${newestFirst}` }
    : { walk: { ...inOrder, indexed: and(...always), filter } }
}

const inOrder = { table: order, order: newestFirst }

const withAmount = ({ currency, least, most }: Omit<OrderFilters, 'limit'>) =>
  and(
    eq(order.currency, currency ?? ''),
    least === undefined ? undefined : gte(order.amount, least),
    most === undefined ? undefined : lte(order.amount, most),
  )

// Not `exists`, so that PostgreSQL looks at the events of one order at a time, and of no more than it has to.
const hasFailure = sql`(select true from ${orderEvent} e where e.merchant_id = ${order.merchantId}
  and e.order_id = ${order.id} and e.type = 'fail' limit 1)`

/** Selects the complete rows of a filter that few orders match; undefined if more match each filter. */
async function rarest(
  { db, merchant }: Pick<Context, 'db' | 'merchant'>,
  filters: Omit<OrderFilters, 'limit'>,
): Promise<SQL | undefined> {
  const { status, failed, currency } = filters
  // Written into the statement, to match the index of rare events.
  const withEvent = (type: EventType) =>
    sql`from ${orderEvent} where merchant_id = ${merchant.id} and type = ${sql.raw(`'${type}'`)} and type not in ('order', 'charge')`
  const events = [
    failed ? withEvent('fail') : undefined,
    status === 'refunded' ? withEvent('refund') : undefined,
    status === 'cancelled' ? withEvent('cancel') : undefined,
  ].filter((event) => event !== undefined)
  const ofMerchant = eq(order.merchantId, merchant.id)
  const candidates = [
    ...events.map((event) => ({
      all: event,
      rows: sql`select * from ${order} where ${ofMerchant} and ${order.id} = any(array(select order_id ${event})) offset 0`,
    })),
    ...(currency === undefined
      ? []
      : [sql`from ${order} where ${ofMerchant} and ${withAmount(filters)}`].map((all) => ({
          all,
          rows: sql`select * ${all} offset 0`,
        }))),
  ]
  if (candidates.length === 0) return undefined
  const counts = candidates.map(
    ({ all }, place) =>
      sql`(select count(*) from (select ${all} limit ${few + 1}::int) found)::int as ${sql.raw(`count_${place}`)}`,
  )
  const [row = {}] = await db.execute<Record<string, number>>(sql`select ${sql.join(counts, sql`, `)}`)
  return candidates
    .map(({ rows }, place) => ({ rows, count: row[`count_${place}`] ?? 0 }))
    .filter(({ count }) => count <= few)
    .sort((one, other) => one.count - other.count)[0]?.rows
}

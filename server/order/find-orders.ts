import { and, desc, eq, gte, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { EventType } from '@/db/schema'
import { order, orderEvent } from '@/db/schema'
import { startOfDay } from '../core/clock'
import type { Context } from '../core/context'
import { behindPosition, type PageRequest } from '../core/page'
import { allWith, countFew, type Walk } from '../core/walk'
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

/**
 * Where the orders that match filters are found:
 *
 * - An order number, an account, a card, or an unpaid state has an index in the order of the list.
 * - If only a few have a failure, a refund, a cancellation, or an amount or currency, these are all read.
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
  const most = failed ? { most: mostWithEvents } : {}
  if (index === undefined) return { walk: { ...inOrder, indexed: and(...always), filter: undefined } }
  if (isSorted)
    return { walk: { ...inOrder, ...most, indexed: and(...always, index), filter: and(...checked) } }
  const rare = await rarest(context, filters)
  const filter = and(...others)
  return rare
    ? { rows: sql`${rare} where ${and(...always, filter)} order by ${newestFirst}` }
    : { walk: { ...inOrder, ...most, indexed: and(...always), filter } }
}

/** How many orders a page reads if the events of each are looked up. */
const mostWithEvents = 5000

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

/** Selects the orders that match the filter with the fewest matches; undefined if each filter has many. */
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
      found: event,
      condition: and(ofMerchant, sql`${order.id} = any(array(select order_id ${event}))`),
    })),
    ...(currency === undefined ? [] : [and(ofMerchant, withAmount(filters))]).map((condition) => ({
      found: sql`from ${order} where ${condition}`,
      condition,
    })),
  ]
  if (candidates.length === 0) return undefined
  const counts = await countFew(
    db,
    candidates.map(({ found }) => found),
  )
  const [rarest] = candidates
    .flatMap(({ condition }, place) => {
      const count = counts[place]
      return count === undefined ? [] : [{ condition, count }]
    })
    .sort((one, other) => one.count - other.count)
  return rarest && allWith(order, rarest.condition)
}

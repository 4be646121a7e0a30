import { and, eq, gte, lte, not, type SQL, sql } from 'drizzle-orm'
import type { EventType } from '@/db/schema'
import { order, orderEvent } from '@/db/schema'
import { hasTag, spellingsOf } from '../annotation/tags'
import type { MerchantScope } from '../core/context'
import { onDays } from '../core/day-range'
import { isOneOf } from '../core/one-of'
import type { PageRequest } from '../core/page'
import { containsText } from '../core/search-conditions'
import { allWith, rarestOf, type Walk } from '../core/walk'
import type { Scheme } from '../model/card/schemas'
import type { State } from '../model/order/schemas'
import type { SearchText } from '../model/search-text'
import { expiresSoon } from '../payment/ending-authorisations'
import { afterCursor, isByAmount, type OrderSort, orderOf } from './order-sorts'
import { ordersNumbered, searchOrders } from './search-orders'

/** Filters of orders. Amounts are minor units of the currency, which is then required. */
export interface OrderFilters extends PageRequest {
  start?: string | undefined
  end?: string | undefined
  status?: State | undefined
  number?: string | undefined
  account?: string | undefined
  /** The id of a subscription, which is unique within its account. */
  subscription?: string | undefined
  currency?: string | undefined
  least?: bigint | undefined
  most?: bigint | undefined
  /** The last digits of the card. */
  last4?: string | undefined
  scheme?: Scheme | undefined
  tag?: string | undefined
  /** Part of the name of a line. */
  product?: string | undefined
  /** Only orders with a refused event. */
  failed?: boolean | undefined
  /** Only orders whose authorisation expires within a day of this time. */
  expiringAt?: Date | undefined
  search?: SearchText | undefined
  /** `newest` unless given. */
  sort?: OrderSort | undefined
}

/** `tags` are the spellings of the tag. */
type Filters = Omit<OrderFilters, 'limit' | 'tag'> & { tags?: readonly string[] | undefined }

/** How the orders that match filters are read: all of them, or by a walk. */
export type FoundOrders = ({ rows: SQL } | { walk: Walk }) & {
  /** Selects those that the first page begins with. They are not among the others. */
  first?: SQL | undefined
}

/**
 * Where the orders that match filters are found:
 *
 * - Orders whose complete number is searched for come first, so that no other match hides them.
 * - A search that few orders match has found them.
 * - An order number, an account, a card, or an unpaid state has an index in the order of the list.
 * - If only a few match a filter by tag, failure, expiry, refund, cancellation, amount or currency, all of these are
 *   read.
 * - Otherwise the list is read in its order, and each order is checked.
 *
 * The indexes of an order number, an account, a card and an unpaid state are in the order of creation. A list sorted by
 * amount uses them if few orders match.
 */
export async function findOrders(
  context: MerchantScope,
  { tag, ...given }: Omit<OrderFilters, 'limit'>,
): Promise<FoundOrders> {
  const tags = tag === undefined ? undefined : await spellingsOf(context, order, tag)
  const filters: Filters = { ...given, tags }
  const { status, currency, failed, after, search, sort = 'newest' } = filters
  const [searched, numbered] = search
    ? await Promise.all([searchOrders(context, search), ordersNumbered(context, search)])
    : [undefined, []]
  const ofMerchant = eq(order.merchantId, context.merchant.id)
  const page = afterCursor(sort, after)
  const dates = onDays(order.created, filters, context.merchant.timeZone)
  const sorted = sortedOf(filters)
  const others = [
    status && sql`${order[status]} > 0`,
    currency === undefined ? undefined : withAmount(filters),
    failed ? hasFailure : undefined,
    ...checkedOf(filters),
  ].filter((condition) => condition !== undefined)
  const selected = (all: SQL, from?: SQL) =>
    sql`${all} where ${and(ofMerchant, from, dates, ...sorted, ...others)} order by ${orderOf[sort]}`
  const withIds = (ids: string[]) => allWith(order, and(ofMerchant, isOneOf(order.id, ids)))
  const first = numbered.length > 0 && after === undefined ? selected(withIds(numbered)) : undefined
  if (searched?.ids) {
    const ids = searched.ids.filter((id) => !numbered.includes(id))
    return { first, rows: selected(withIds(ids), page) }
  }
  const matching =
    searched && numbered.length > 0
      ? and(searched.condition, not(isOneOf(order.id, numbered)))
      : searched?.condition
  const reach = failed ? { max: maxWithEvents } : searched ? { max: maxSearched } : {}
  const inOrder = { table: order, order: orderOf[sort], ...reach }
  const [index, ...furtherSorted] = sorted
  if (index && !isByAmount(sort)) {
    const indexed = and(ofMerchant, dates, page, index)
    return { first, walk: { ...inOrder, indexed, filter: and(...furtherSorted, ...others, matching) } }
  }
  const isFiltered = sorted.length + others.length > 0 || isByAmount(sort)
  const rare = isFiltered && !searched ? await rarest(context, filters, { sorted, dates }) : undefined
  if (rare) return { rows: selected(rare, page) }
  const [indexed, checked] = isByAmount(sort) ? [undefined, dates] : [dates, undefined]
  return {
    first,
    walk: {
      ...inOrder,
      indexed: and(ofMerchant, indexed, page),
      filter: and(checked, ...sorted, ...others, matching),
    },
  }
}

/** The maximum number of orders read for a page if the events of each are looked up. */
const maxWithEvents = 5000
/** The same for a search with many matches, for which many customers are looked up. */
const maxSearched = 8000

/** The conditions that have an index in the order of creation. */
const sortedOf = ({ number, account, last4, status }: Filters): SQL[] =>
  [
    number === undefined ? undefined : eq(order.number, number),
    account === undefined ? undefined : eq(order.accountId, account),
    last4 === undefined ? undefined : eq(order.last4, last4),
    status === 'pending' || status === 'denied' ? sql`${order.failedOn} is not null` : undefined,
  ].filter((condition) => condition !== undefined)

/** The conditions that have no index, or one that finds few. */
const checkedOf = ({ subscription, scheme, tags, product, expiringAt }: Filters) => [
  expiringAt && expiresSoon(expiringAt),
  subscription === undefined ? undefined : eq(order.subscriptionId, subscription),
  scheme === undefined ? undefined : eq(order.scheme, scheme),
  tags && hasTag(order.tags, tags),
  // Only an order with items has an array of lines. Checks only names, because a description may say anything.
  product === undefined
    ? undefined
    : sql`json_typeof(${order.lines}) = 'array' and exists (select from json_array_elements(${order.lines}) line
        where ${containsText(sql`lower(line ->> 'name')`, product)})`,
]

const withAmount = ({ currency, least, most }: Filters) =>
  and(
    eq(order.currency, currency ?? ''),
    least === undefined ? undefined : gte(order.amount, least),
    most === undefined ? undefined : lte(order.amount, most),
  )

// Not with `exists`, so that PostgreSQL reads the events of one order at a time, and of no more orders than necessary.
const hasFailure = sql`(select true from ${orderEvent} e where e.merchant_id = ${order.merchantId}
  and e.order_id = ${order.id} and e.type = 'fail' limit 1)`

/** Selects the orders that match the filter with the fewest matches; undefined if each filter has many. */
async function rarest(
  { db, merchant }: MerchantScope,
  filters: Filters,
  { sorted, dates }: { sorted: SQL[]; dates: SQL | undefined },
): Promise<SQL | undefined> {
  const { status, failed, currency, tags, expiringAt, sort = 'newest' } = filters
  // Written into the statement, to match the index of rare events.
  const withEvent = (type: EventType) =>
    sql`from ${orderEvent} where merchant_id = ${merchant.id} and type = ${sql.raw(`'${type}'`)} and type not in ('order', 'charge')`
  const events = [
    failed ? withEvent('fail') : undefined,
    status === 'refunded' ? withEvent('refund') : undefined,
    status === 'cancelled' ? withEvent('cancel') : undefined,
  ].filter((event) => event !== undefined)
  const ofMerchant = eq(order.merchantId, merchant.id)
  const conditions = [
    currency === undefined ? undefined : withAmount(filters),
    tags && hasTag(order.tags, tags),
    expiringAt && expiresSoon(expiringAt),
    ...(isByAmount(sort) ? [...sorted, dates] : []),
  ].filter((condition) => condition !== undefined)
  const candidates = [
    ...events.map((event) => ({
      found: event,
      condition: and(ofMerchant, sql`${order.id} = any(array(select order_id ${event}))`),
    })),
    ...conditions.map((condition) => ({
      found: sql`from ${order} where ${and(ofMerchant, condition)}`,
      condition: and(ofMerchant, condition),
    })),
  ]
  const condition = await rarestOf(db, candidates)
  return condition && allWith(order, condition)
}

import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, like, lte, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { type EventType, order, orderEvent } from '@/db/schema'
import type { MerchantScope } from '../core/context'
import { cursorOf, rowsAfter } from '../core/cursor'
import { onDays } from '../core/day-range'
import { instantSql } from '../core/instants'
import { isOneOf } from '../core/one-of'
import { maxWalked, type Walk } from '../core/walk'
import { currency, date, instant, text } from '../model/fields'
import { eventReasons } from '../model/order/reasons'
import { parseSearch } from '../model/search-text'
import { givesUp, isLost, lostOfOrder } from '../store/unpaid'
import { amountRange, minorRangeOf } from './amount-range'
import { searchOrders } from './search-orders'

/**
 * What moved money, for lists with sums. A charge or refund that later failed counts as negative. `recovered`: charges
 * of orders whose payment had failed. `lost`: the events with which payments were given up: the failure of the last
 * attempt, or the cancellation while they were being retried.
 */
const moneyMoved = ['net', 'charge', 'refund', 'recovered', 'lost'] as const
type MoneyMoved = (typeof moneyMoved)[number]

/** Who requested an event: a member of the team, a key, the customer, or nobody (Kassa itself). */
const actors = ['team', 'key', 'customer', 'kassa'] as const

export const EventFilters = z.strictObject({
  /** Charges and refunds include those that later failed, which count as negative. */
  type: z.enum(['order', 'charge', 'cancel', 'refund', 'accept', 'fail']).optional(),
  moved: z.enum(moneyMoved).optional(),
  currency: currency().optional(),
  ...amountRange,
  /** The first and the last day, in the merchant's time zone. */
  start: date().optional(),
  end: date().optional(),
  reason: z.enum(eventReasons).optional(),
  actor: z.enum(actors).optional(),
  /** The account that its order belongs to. */
  account: text().optional(),
  /** What orders are searched by. */
  search: text().optional(),
})
export type EventFilters = z.output<typeof EventFilters>

export const EventListQuery = EventFilters.extend({
  sort: z.enum(['newest', 'oldest']).optional(),
  after: z.string().max(200).optional(),
})
export type EventListQuery = z.output<typeof EventListQuery>

/**
 * Returns where events are read: one walk for each type that has its own place in an index. Rare types have an index,
 * and so have movements of money. The matches of all walks together are the list.
 */
export async function eventWalks({ db, merchant }: MerchantScope, query: EventListQuery): Promise<Walk[]> {
  const { search, reason, actor, account, after, sort } = query
  const { currency, least, most } = minorRangeOf(merchant, query)
  const size = sizeIn(query)
  const orders = search === undefined ? undefined : await searchOrders({ db, merchant }, parseSearch(search))
  const few = orders?.ids && isOneOf(orderEvent.orderId, orders.ids)
  // Not a join, so that a walk looks only at the orders of the events that it checks.
  const searched =
    orders && !few
      ? sql`(select true from ${order} where ${order.merchantId} = ${orderEvent.merchantId}
      and ${order.id} = ${orderEvent.orderId} and (${orders.condition}) limit 1)`
      : undefined
  const ofAccount = account === undefined ? undefined : await eventsOfAccount({ db, merchant }, account)
  return sourcesOf(query).map(({ indexed, filter }) => ({
    table: orderEvent,
    order: inOrder(query),
    indexed: and(
      eq(orderEvent.merchantId, merchant.id),
      onDays(orderEvent.date, query, merchant.timeZone),
      after === undefined ? undefined : afterCursor(after, sort),
      indexed,
      few,
      ofAccount?.indexed,
    ),
    filter: and(
      filter,
      currency === undefined ? undefined : eq(orderEvent.currency, currency),
      least === undefined ? undefined : gte(size, least),
      most === undefined ? undefined : lte(size, most),
      reason && eq(orderEvent.reason, reason),
      actor && askedBy(actor),
      ofAccount?.filter,
      searched,
    ),
  }))
}

interface Source {
  indexed?: SQL
  filter?: SQL | undefined
}

// Written into the statements, to match the conditions of the partial indexes.
const rare = (type: EventType): Source => ({
  indexed: sql`${orderEvent.type} = ${sql.raw(`'${type}'`)} and ${orderEvent.type} not in ('order', 'charge')`,
})
const moving = sql`${orderEvent.type} in ('charge', 'refund')`

/** Failures that reverse charges or refunds. One that reverses a cancellation moves no money. */
const reversals = (...originals: ('charge' | 'refund')[]): Source => ({
  ...rare('fail'),
  filter: and(isNotNull(orderEvent.amount), inArray(orderEvent.original, originals)),
})

const charges = [{ indexed: moving, filter: eq(orderEvent.type, 'charge') }, reversals('charge')]

// Not joins, so that a walk looks only at the orders of the events that it checks.
const ofEvent = sql`o.merchant_id = ${orderEvent.merchantId} and o.id = ${orderEvent.orderId}`
const ofLostOrder = sql`(select ${isLost} from ${order} o where ${ofEvent})`

const sources: Record<EventType | MoneyMoved, Source[]> = {
  net: [{ indexed: moving }, reversals('charge', 'refund')],
  charge: charges,
  refund: [rare('refund'), reversals('refund')],
  recovered: [{ indexed: sql`${orderEvent.recovers}` }],
  lost: [{ indexed: givesUp, filter: ofLostOrder }],
  order: [{ filter: eq(orderEvent.type, 'order') }],
  cancel: [rare('cancel')],
  accept: [rare('accept')],
  fail: [rare('fail')],
}

function sourcesOf({ type, moved, reason }: EventFilters): Source[] {
  if (moved === undefined && type) return sources[type]
  if (moved) {
    const ofType = type && eq(orderEvent.type, type)
    return sources[moved].map((source) => ({ ...source, filter: and(source.filter, ofType) }))
  }
  // New orders have no reason.
  return reason
    ? [
        { indexed: moving, filter: charges[0]?.filter },
        ...(['refund', 'cancel', 'accept', 'fail'] as const).map(rare),
      ]
    : [{}]
}

/** Events of an account's orders, which are looked up order by order unless they are very many. */
async function eventsOfAccount({ db, merchant }: MerchantScope, id: string): Promise<Source> {
  const own = and(eq(order.merchantId, merchant.id), eq(order.accountId, id))
  const orders = sql`select ${order.id} from ${order} where ${own}`
  const [further] = await db.execute(sql`${orders} offset ${maxWalked}::int limit 1`)
  return further
    ? { filter: sql`(select o.account_id from ${order} o where ${ofEvent}) = ${id}` }
    : { indexed: sql`${orderEvent.orderId} = any(array(${orders}))` }
}

const askedBy = (actor: (typeof actors)[number]): SQL | undefined => {
  switch (actor) {
    case 'team':
      return like(orderEvent.actor, 'user:%')
    case 'key':
      return sql`(${like(orderEvent.actor, 'private:%')} or ${like(orderEvent.actor, 'public:%')})`
    case 'customer':
      return like(orderEvent.actor, 'account:%')
    case 'kassa':
      return isNull(orderEvent.actor)
  }
}

/** The amount of an event without its sign. Looks up the order only for events that have no amount of their own. */
function sizeIn({ moved }: EventFilters): SQL {
  if (moved === 'lost') return sql`(select ${lostOfOrder} from ${order} o where ${ofEvent})`
  if (moved) return sql`${orderEvent.amount}`
  return sql`case when ${orderEvent.type} = 'order' then (select o.amount from ${order} o where ${ofEvent}) else ${orderEvent.amount} end`
}

const taken = sql`case when ${orderEvent.type} = 'fail' then -${orderEvent.amount} else ${orderEvent.amount} end`

/**
 * The amount of an event in a list, with its order at hand: what it moved, negative if a failure reverses it; the total
 * of a new order. In a list of what moved money, what the event adds to the sum.
 */
export function amountIn({ type, moved }: EventFilters): SQL {
  switch (moved) {
    case 'net':
      return sql`case when coalesce(${orderEvent.original}, ${orderEvent.type}) = 'refund' then -(${taken}) else ${taken} end`
    case 'lost':
      return lostOfOrder
    default:
      if (moved || (type && type !== 'order')) return taken
      return sql`case when ${orderEvent.type} = 'order' then ${order.amount} else ${taken} end`
  }
}

/** The position of an event in the list. */
export interface EventPlace {
  date: Date
  orderId: string
  sequence: number
}

type Sort = EventListQuery['sort']
const columns = [orderEvent.date, orderEvent.orderId, orderEvent.sequence] as const

/** The `order by` of the list: by date, newest first unless `sort` is `oldest`. */
export const inOrder = ({ sort }: { sort?: Sort }): SQL =>
  sql.join(columns.map(sort === 'oldest' ? asc : desc), sql`, `)

const places = cursorOf(
  z.tuple([instant(), z.string().regex(/^[A-Za-z]{16}$/), z.int().min(1).max(999_999_999)]),
)

export const cursorAt = ({ date, orderId, sequence }: EventPlace): string =>
  places.write([date.toISOString(), orderId, sequence])

function afterCursor(cursor: string, sort: Sort): SQL {
  const [at, orderId, sequence] = places.read(cursor)
  return afterEvent({ date: new Date(at), orderId, sequence }, sort)
}

/** The condition for the events after a position in the list. */
export const afterEvent = ({ date, orderId, sequence }: EventPlace, sort: Sort): SQL =>
  rowsAfter(
    columns,
    [instantSql(date), sql`${orderId}`, sql`${sequence}::int`],
    sort === 'oldest' ? 'ascending' : 'descending',
  )

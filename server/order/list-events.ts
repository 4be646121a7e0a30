import { and, eq, not, sql } from 'drizzle-orm'
import { type EventType, order, orderEvent } from '@/db/schema'
import type { Context, MerchantScope } from '../core/context'
import { instantOf, milliseconds } from '../core/instants'
import { type Page, pageBy } from '../core/page'
import { columnsOf, maxWalked, type Walk, walked } from '../core/walk'
import type { Day } from '../model/calendar'
import type { EventReason } from '../model/order/reasons'
import {
  afterEvent,
  amountIn,
  cursorAt,
  type EventListQuery,
  type EventPlace,
  eventWalks,
  inOrder,
} from './event-query'
import { firstLine } from './list-orders'

/**
 * An event with details of its order. `amount` is the amount moved, negative if a failure reverses it; for a new order
 * its total; for other failures missing. In a list of what moved money, it is what the event adds to the sum.
 */
export interface EventOfMerchant {
  orderId: string
  sequence: number
  type: EventType
  date: Date
  number: string | null
  /** The due date of the subscription that the order bills, and the name of its first item if it has no number. */
  due: Day | null
  firstLine: string | null
  accountId: string | null
  currency: string
  amount: bigint | null
  original: 'charge' | 'cancel' | 'refund' | null
  reason: EventReason | null
  actor: string | null
  error: { code: string; description: string } | null
}

export const ofOrder = and(eq(order.merchantId, orderEvent.merchantId), eq(order.id, orderEvent.orderId))

/** Returns events of all orders of a merchant, newest first unless sorted otherwise. */
export async function listEvents(
  { db, merchant }: MerchantScope,
  { limit, ...query }: EventListQuery & { limit: number },
): Promise<Page<EventOfMerchant>> {
  const walks = await eventWalks({ db, merchant }, query)
  const end = await endOfWalks(db, walks, query)
  const found = sql.join(
    walks.map((walk) => sql`(${walked(upTo(end, walk, query), limit + 1)})`),
    sql` union all `,
  )
  const { type, date, orderId, sequence, currency, original, reason, actor, error } = columnsOf(orderEvent)
  const rows = await db
    .select({
      ...{ orderId, sequence, type, date, currency, original, reason, actor, error },
      number: order.number,
      due: order.due,
      firstLine: sql<string | null>`case when ${order.number} is null then ${firstLine} end`,
      accountId: order.accountId,
      amount: sql<bigint | null>`${amountIn(query)}`.mapWith(orderEvent.amount),
    })
    .from(
      sql`(select * from (${found}) ${orderEvent} order by ${inOrder(query)} limit ${limit + 1}::int) ${orderEvent}`,
    )
    .innerJoin(order, ofOrder)
    .orderBy(inOrder(query))
  if (rows.length > limit || !end) return pageBy(rows, limit, cursorAt)
  return { rows, next: cursorAt(end), searchedTo: end.date }
}

/**
 * Returns how far all walks with filters get: as far as the one that ends first, because it may miss events after its
 * end. Undefined if all reach the end of the list.
 */
async function endOfWalks(
  db: Context['db'],
  walks: readonly Walk[],
  query: EventListQuery,
): Promise<EventPlace | undefined> {
  const ends = walks.flatMap(({ indexed, filter, order }) =>
    filter
      ? [
          sql`(select date, order_id, sequence from ${orderEvent} where ${indexed} order by ${order} offset ${maxWalked - 1}::int limit 1)`,
        ]
      : [],
  )
  if (ends.length === 0) return undefined
  const [end] = await db.execute<{ at: number; orderId: string; sequence: number }>(
    sql`select ${milliseconds(sql`date`)} as at, order_id as "orderId", sequence
      from (${sql.join(ends, sql` union all `)}) ${orderEvent} order by ${inOrder(query)} limit 1`,
  )
  return end && { date: instantOf(end.at), orderId: end.orderId, sequence: end.sequence }
}

/** The walk up to a position. Not up to a number of rows: there may be new rows by now. */
const upTo = (end: EventPlace | undefined, walk: Walk, { sort }: EventListQuery): Walk =>
  end
    ? { ...walk, indexed: and(walk.indexed, not(afterEvent(end, sort))), max: 2 * maxWalked }
    : { ...walk, max: 2 * maxWalked }

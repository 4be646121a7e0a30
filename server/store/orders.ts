import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Queryable } from '@/db/client'
import { order, orderEvent } from '@/db/schema'
import type { Scope } from '../core/context'
import { isOneOf } from '../core/one-of'
import type { OrderState, Shares } from '../model/order/rules'
import type { OperationRow } from './operations'

export type OrderRow = typeof order.$inferSelect

export type EventRow = typeof orderEvent.$inferSelect

/** An order with its events, oldest first. */
export type OrderRecord = OrderRow & { events: EventRow[] }

export const isOrder = (merchantId: string, id: string) =>
  and(eq(order.merchantId, merchantId), eq(order.id, id))

/** Returns only the state columns of a row. */
export const sharesOf = ({ ordered, pending, charged, refunded, cancelled, denied }: Shares): Shares => ({
  ordered,
  pending,
  charged,
  refunded,
  cancelled,
  denied,
})

/** Returns what the rules of orders need of a row. */
export const orderStateOf = (row: OrderRow): OrderState => ({
  currency: row.currency,
  shares: sharesOf(row),
  lines: row.lines,
})

/** Returns the events of orders, oldest first. */
export const eventsOf = ({ db, merchant }: Scope, ids: readonly string[]): Promise<EventRow[]> =>
  db
    .select()
    .from(orderEvent)
    .where(and(eq(orderEvent.merchantId, merchant.id), isOneOf(orderEvent.orderId, ids)))
    .orderBy(asc(orderEvent.orderId), asc(orderEvent.sequence))

/** Returns the sequence of the last event of each of these orders. */
export async function lastSequences(
  { db, merchant }: Scope,
  orderIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .select({ orderId: orderEvent.orderId, last: sql`max(${orderEvent.sequence})`.mapWith(Number) })
    .from(orderEvent)
    .where(and(eq(orderEvent.merchantId, merchant.id), isOneOf(orderEvent.orderId, orderIds)))
    .groupBy(orderEvent.orderId)
  return new Map(rows.map(({ orderId, last }) => [orderId, last]))
}

/** Returns the event of a completed operation, or of an accepted one whose outcome follows later. */
export async function findEventOf(db: Queryable, done: OperationRow): Promise<EventRow | undefined> {
  const [row] = await db
    .select()
    .from(orderEvent)
    .where(
      and(
        eq(orderEvent.merchantId, done.merchantId),
        eq(orderEvent.orderId, done.orderId),
        eq(orderEvent.reference, done.id),
      ),
    )
    .orderBy(desc(orderEvent.sequence))
    .limit(1)
  return row
}

/** Returns orders by their ids, in no particular order. Leaves out unknown ids. */
export const ordersById = ({ db, merchant }: Scope, ids: readonly string[]): Promise<OrderRow[]> =>
  db
    .select()
    .from(order)
    .where(and(eq(order.merchantId, merchant.id), isOneOf(order.id, ids)))

import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Queryable } from '@/db/client'
import { order, orderEvent } from '@/db/schema'
import type { Scope } from '../core/context'
import { groupBy } from '../core/group-by'
import { isId } from '../core/id'
import { isOneOf } from '../core/one-of'
import { fail } from '../model/errors'
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

/** Finds an order with its events by any text. */
export async function findOrder(scope: Scope, id: string): Promise<OrderRecord | undefined> {
  if (!isId(id)) return undefined
  const [row] = await scope.db.select().from(order).where(isOrder(scope.merchant.id, id))
  return row && (await withEvents(scope, [row]))[0]
}

/** Returns an order with its events. Throws `not-found`. */
export async function requireOrder(scope: Scope, id: string): Promise<OrderRecord> {
  const found = await findOrder(scope, id)
  if (!found) throw fail('not-found', { what: 'order' })
  return found
}

/** Returns orders with their events, oldest first. */
export async function withEvents(scope: Scope, orders: OrderRow[]): Promise<OrderRecord[]> {
  if (orders.length === 0) return []
  const ids = orders.map(({ id }) => id)
  return joined(orders, await eventsOf(scope, ids))
}

/** Returns orders by their ids with their events, in no particular order. */
export async function orderRecordsById(scope: Scope, ids: readonly string[]): Promise<OrderRecord[]> {
  const [orders, events] = await Promise.all([ordersById(scope, ids), eventsOf(scope, ids)])
  return joined(orders, events)
}

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

function joined(orders: OrderRow[], events: EventRow[]): OrderRecord[] {
  const byOrder = groupBy(events, (event) => event.orderId)
  return orders.map((row) => ({ ...row, events: byOrder.get(row.id) ?? [] }))
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

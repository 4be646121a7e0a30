import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database, Queryable } from '@/db/client'
import { coalesced } from '@/db/coalesce'
import { list, prepared } from '@/db/prepared'
import { type OperationKind, operation, order, orderEvent } from '@/db/schema'
import { inTurn, transactionInTurn } from '@/db/turns'
import type { Context, InTransaction, Scope } from '../core/context'
import { isId } from '../core/id'
import { isOneOf } from '../core/one-of'
import { groupBy } from '../core/page'
import { fail } from '../model/errors'
import type { Shares } from '../model/order/rules'

export type OrderRow = typeof order.$inferSelect
export type EventRow = typeof orderEvent.$inferSelect
export type OperationRow = typeof operation.$inferSelect

/** An order with its events, oldest first. */
export type OrderRecord = OrderRow & { events: EventRow[] }

export const isOrder = (merchantId: string, id: string) =>
  and(eq(order.merchantId, merchantId), eq(order.id, id))

export const isOperation = ({ merchantId, orderId, place }: OperationName) =>
  and(eq(operation.merchantId, merchantId), eq(operation.orderId, orderId), eq(operation.place, place))

/**
 * Operations whose outcome is not known yet: the card service has not responded, or it has accepted them. Each reserves
 * its amount.
 */
export const isRunning = inArray(operation.status, ['pending', 'accepted'])

type OperationName = Pick<OperationRow, 'merchantId' | 'orderId' | 'place'>

/** The place of the authorisation that creates an order. It stays free when the order has replaced it. */
export const placeOfAuthorisation = 1

/** Whether an operation is the authorisation of an order that exists. */
export const isReplaced = and(
  eq(operation.place, placeOfAuthorisation),
  eq(operation.kind, 'authorise'),
  eq(operation.status, 'done'),
)

/** Returns the place for the next operation of an order. */
export const placeAfter = (last: number | undefined): number => Math.max(last ?? 0, placeOfAuthorisation) + 1

/** Returns the place of the last operation of each order that has one. */
export async function lastPlaces(
  { db, merchant }: Scope,
  orderIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .select({ orderId: operation.orderId, last: sql`max(${operation.place})`.mapWith(Number) })
    .from(operation)
    .where(and(eq(operation.merchantId, merchant.id), isOneOf(operation.orderId, orderIds)))
    .groupBy(operation.orderId)
  return new Map(rows.map(({ orderId, last }) => [orderId, last]))
}

/** Returns only the state columns of a row. */
export const sharesOf = ({ ordered, pending, charged, refunded, cancelled, denied }: Shares): Shares => ({
  ordered,
  pending,
  charged,
  refunded,
  cancelled,
  denied,
})

/**
 * Runs a transaction that locks an order. Transactions on one order run one at a time, so they share one connection.
 * `inside` is the context in the transaction.
 */
export const orderTransaction = <T>(
  context: Context,
  id: string,
  work: (inside: InTransaction) => Promise<T>,
): Promise<T> => transactionInTurn(context.db, turnOf(context, id), (db) => work({ ...context, db }))

/** Runs work on an order in turn with its transactions in this process, without locking it. */
export const inOrderTurn = <T>(
  scope: Scope,
  id: string,
  work: (hasWaited: boolean) => Promise<T>,
): Promise<T> => inTurn(turnOf(scope, id), work)

const turnOf = ({ merchant }: Scope, id: string) => `order:${merchant.id}:${id}`

/** Locks an order until the transaction ends. */
export async function lockOrder({ db, merchant }: Scope, id: string): Promise<OrderRow | undefined> {
  const [row] = await db.select().from(order).where(isOrder(merchant.id, id)).for('update')
  return row
}

/** The authorisations at a card service, by their references there. */
export interface Authorisations {
  service: string
  references: readonly string[]
}

/** The condition for orders with one of the authorisations. */
export const hasAuthorisation = (
  { merchant }: Scope,
  { service, references }: Authorisations,
): SQL | undefined =>
  and(
    eq(order.merchantId, merchant.id),
    isOneOf(order.serviceReference, references),
    eq(order.service, service),
    // The index has no orders of the simulated acquirer. PostgreSQL uses it only if the statement says the same.
    service === 'test' ? undefined : sql`${order.service} <> 'test'`,
  )

/** Finds the orders of payments that a card service names. */
export async function ordersByAuthorisation(
  scope: Scope,
  authorisations: Authorisations,
): Promise<Map<string, OrderRow>> {
  if (authorisations.references.length === 0) return new Map()
  const rows = await scope.db.select().from(order).where(hasAuthorisation(scope, authorisations))
  return new Map(rows.map((row) => [row.serviceReference ?? '', row]))
}

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

function joined(orders: OrderRow[], events: EventRow[]): OrderRecord[] {
  const byOrder = groupBy(events, (event) => event.orderId)
  return orders.map((row) => ({ ...row, events: byOrder.get(row.id) ?? [] }))
}

/** Returns the operation that an earlier attempt of the same request began, if there can be one. */
export const findEarlier = async (context: Context): Promise<OperationRow | undefined> =>
  context.isFirst ? undefined : findByOrigin(context, context.origin)

/** Returns the operation that the same request began, if any. */
export const findByOrigin = async (
  { db, merchant }: Scope & { db: Database },
  origin: string | undefined,
): Promise<OperationRow | undefined> =>
  origin === undefined ? undefined : findBegun(db, { merchantId: merchant.id, origin })

const findBegun = coalesced<{ merchantId: string; origin: string }, OperationRow | undefined>(
  async (db, names) => {
    const rows = await findAllBegun(db, {
      merchantIds: names.map(({ merchantId }) => merchantId),
      origins: names.map(({ origin }) => origin),
    })
    return names.map(({ merchantId, origin }) =>
      rows.find((row) => row.merchantId === merchantId && row.origin === origin),
    )
  },
)

const findAllBegun = prepared<{ merchantIds: string[]; origins: string[] }>()('find_begun_operations', (db) =>
  db
    .select()
    .from(operation)
    .where(
      sql`${operation.origin} is not null and (${operation.merchantId}, ${operation.origin}) in
        (select * from unnest(${list('merchantIds')}, ${list('origins')}))`,
    ),
)

/**
 * Selects what a request began, at most one operation. Not an async function, so that it is sent in turn, like
 * `runningOperations`.
 */
export const operationsBegunBy = ({ db, merchant }: Scope, origin: string): Promise<OperationRow[]> =>
  db
    .select()
    .from(operation)
    .where(and(eq(operation.merchantId, merchant.id), eq(operation.origin, origin)))

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

/** Returns the running operations of several orders. */
export async function runningOperationsOf(
  { db, merchant }: Scope,
  ids: readonly string[],
): Promise<Map<string, OperationRow[]>> {
  const rows = await db
    .select()
    .from(operation)
    .where(and(eq(operation.merchantId, merchant.id), isOneOf(operation.orderId, ids), isRunning))
  return groupBy(rows, ({ orderId }) => orderId)
}

/** Whether an operation waits for its cardholder, who was present when it began. */
export const awaitsApproval = ({ status, payer }: OperationRow): boolean =>
  status === 'accepted' && payer?.returnUrl !== undefined

/** Returns which of these orders have a running operation. */
export const ordersInFlight = async (scope: Scope, ids: readonly string[]): Promise<Set<string>> =>
  ids.length === 0 ? new Set() : new Set((await runningOperationsOf(scope, ids)).keys())

/** Selects the running operations of an order. */
export const runningOperations = ({ db, merchant }: Scope, orderId: string): Promise<OperationRow[]> =>
  db
    .select()
    .from(operation)
    .where(and(eq(operation.merchantId, merchant.id), eq(operation.orderId, orderId), isRunning))

export const isEventKind = (kind: OperationKind): kind is Exclude<OperationKind, 'authorise' | 'pay'> =>
  kind !== 'authorise' && kind !== 'pay'

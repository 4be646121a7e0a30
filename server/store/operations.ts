import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { coalesced } from '@/db/coalesce'
import { list, prepared } from '@/db/prepared'
import { type OperationKind, operation } from '@/db/schema'
import type { Context, Scope } from '../core/context'
import { groupBy } from '../core/group-by'
import { isOneOf } from '../core/one-of'
import type { EventKind } from '../model/order/rules'

export type OperationRow = typeof operation.$inferSelect

export const isOperation = ({ merchantId, orderId, place }: OperationName) =>
  and(eq(operation.merchantId, merchantId), eq(operation.orderId, orderId), eq(operation.place, place))

/**
 * Operations whose outcome is not known yet: the card service has not responded, or it has accepted them. Each reserves
 * its amount.
 */
export const isRunning = inArray(operation.status, ['pending', 'accepted'])

/** Whether an operation is one of them. */
export const awaitsOutcome = ({ status }: Pick<OperationRow, 'status'>): boolean =>
  status === 'pending' || status === 'accepted'

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

/** Returns all operations on an order, oldest first. */
export const operationsOf = ({ db, merchant }: Scope, orderId: string): Promise<OperationRow[]> =>
  db
    .select()
    .from(operation)
    .where(and(eq(operation.merchantId, merchant.id), eq(operation.orderId, orderId)))
    .orderBy(operation.place)

/** Selects the running operations of an order. */
export const runningOperations = ({ db, merchant }: Scope, orderId: string): Promise<OperationRow[]> =>
  db
    .select()
    .from(operation)
    .where(and(eq(operation.merchantId, merchant.id), eq(operation.orderId, orderId), isRunning))

export const isEventKind = (kind: OperationKind): kind is EventKind => kind !== 'authorise' && kind !== 'pay'

/** The event that an operation becomes; undefined for an authorisation. */
export const eventKindOf = ({ kind }: Pick<OperationRow, 'kind'>): EventKind | undefined =>
  kind === 'pay' ? 'charge' : kind === 'authorise' ? undefined : kind

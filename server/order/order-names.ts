import { and, eq } from 'drizzle-orm'
import { order } from '@/db/schema'
import type { Scope } from '../core/context'
import { isOneOf } from '../core/one-of'
import type { NamedOrder } from '../model/order/order-name'
import { firstLine } from './list-orders'

/** Returns the names of orders in lists, by their ids. */
export async function orderNamesOf(
  { db, merchant }: Scope,
  ids: readonly (string | null)[],
): Promise<Map<string | null, NamedOrder>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  if (wanted.length === 0) return new Map()
  const rows = await db
    .select({ id: order.id, number: order.number, due: order.due, subscriptionName: firstLine })
    .from(order)
    .where(and(eq(order.merchantId, merchant.id), isOneOf(order.id, wanted)))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Adds to each row what its order's name is made of. */
export async function withOrderNames<Row extends { orderId: string | null }>(
  scope: Scope,
  rows: readonly Row[],
) {
  const names = await orderNamesOf(
    scope,
    rows.map(({ orderId }) => orderId),
  )
  return rows.map((row) => ({ ...row, order: names.get(row.orderId) }))
}

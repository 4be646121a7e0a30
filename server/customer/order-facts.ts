import { and, eq, inArray, sql } from 'drizzle-orm'
import { dispute } from '@/db/schema'
import type { Scope } from '../core/context'
import { isOneOf } from '../core/one-of'
import { type OrderFact, orderFacts } from '../model/order/facts'
import { awaitsApproval, runningOperationsOf } from '../store/operations'
import type { OrderRow } from '../store/orders'

/** Returns the facts about each of these orders, by id. */
export async function factsOf(scope: Scope, orders: readonly OrderRow[]): Promise<Map<string, OrderFact[]>> {
  if (orders.length === 0) return new Map()
  const ids = orders.map(({ id }) => id)
  const [running, disputed] = await Promise.all([runningOperationsOf(scope, ids), disputedOf(scope, ids)])
  return new Map(
    orders.map((order) => {
      const underWay = (running.get(order.id) ?? []).map((operation) => ({
        kind: operation.kind,
        amount: operation.amount,
        needsApproval: awaitsApproval(operation),
      }))
      return [order.id, orderFacts({ order, underWay, disputed: disputed.get(order.id) ?? 0n })]
    }),
  )
}

/** Returns the disputed amounts of orders, in the orders' currency. A bank's inquiry takes no money back. */
async function disputedOf({ db, merchant }: Scope, ids: readonly string[]): Promise<Map<string, bigint>> {
  const rows = await db
    .select({ orderId: dispute.orderId, amount: sql`sum(${dispute.amount})`.mapWith(BigInt) })
    .from(dispute)
    .where(
      and(
        eq(dispute.merchantId, merchant.id),
        isOneOf(dispute.orderId, ids),
        inArray(dispute.state, ['needs response', 'under review']),
        eq(dispute.isInquiry, false),
      ),
    )
    .groupBy(dispute.orderId)
  return new Map(rows.flatMap(({ orderId, amount }) => (orderId === null ? [] : [[orderId, amount]])))
}

import type { Scope } from '../core/context'
import { type OrderFact, orderFacts } from '../model/order/facts'
import { disputedOfOrders } from '../settlement/disputes'
import { awaitsApproval, runningOperationsOf } from '../store/operations'
import type { OrderRow } from '../store/orders'

/** Returns the facts about each of these orders, by id. */
export async function factsOf(scope: Scope, orders: readonly OrderRow[]): Promise<Map<string, OrderFact[]>> {
  if (orders.length === 0) return new Map()
  const ids = orders.map(({ id }) => id)
  const [running, disputed] = await Promise.all([
    runningOperationsOf(scope, ids),
    disputedOfOrders(scope, ids),
  ])
  return new Map(
    orders.map((order) => {
      const underWay = (running.get(order.id) ?? []).map((operation) => ({
        kind: operation.kind,
        amount: operation.amount,
        needsApproval: awaitsApproval(operation),
      }))
      const { open = 0n, lost = 0n } = disputed.get(order.id) ?? {}
      return [order.id, orderFacts({ order, underWay, disputed: open, returned: lost })]
    }),
  )
}

import type { Context } from '../core/context'
import { inParallel } from '../core/parallel'
import { KassaError } from '../model/errors'
import type { EventKind } from '../model/order/rules'
import { ordersNamed, runningOperationsOf } from '../store/orders'
import { changesAtATime, operateOrder } from './operate'
import { planEvent } from './plan'

/** What one order of several would move, minor units of its currency; or why it would not. */
export interface Prospect {
  id: string
  number: string | null
  currency: string
  amount?: bigint
  error?: KassaError
}

/** What charging or cancelling all of several orders would move now. Orders that are not there are left out. */
export async function previewMany(
  { db, merchant }: Context,
  ids: readonly string[],
  type: EventKind,
): Promise<Prospect[]> {
  const [rows, running] = await Promise.all([
    ordersNamed(db, merchant.id, ids),
    runningOperationsOf(db, merchant.id, ids),
  ])
  return rows.map((row) => {
    const { id, number, currency } = row
    const outcome = outcomeOf(() => planEvent(row, running.get(id) ?? [], { type }).amount)
    return { id, number, currency, ...outcome }
  })
}

/** One order of several, and exactly what was confirmed that it moves. */
export interface Confirmed {
  id: string
  expected: bigint
}

/**
 * Charges or cancels all of several orders, each on its own: one that is refused leaves the others alone. The request's
 * origin and the order's id name what it does, so that a request that is repeated does nothing twice.
 */
export async function operateMany(
  context: Context,
  type: EventKind,
  orders: readonly Confirmed[],
): Promise<{ id: string; amount?: bigint; error?: unknown }[]> {
  const outcomes = new Map<string, { amount?: bigint; error?: unknown }>()
  const once = [...new Map(orders.map((order) => [order.id, order])).values()]
  await inParallel(once, changesAtATime, async ({ id, expected }) => {
    const origin = context.origin && `${context.origin}:${id}`
    try {
      const { amount } = await operateOrder({ ...context, ...(origin && { origin }) }, id, { type }, expected)
      outcomes.set(id, { amount: amount ?? 0n })
    } catch (error) {
      outcomes.set(id, { error })
    }
  })
  return once.map(({ id }) => ({ id, ...outcomes.get(id) }))
}

function outcomeOf(plan: () => bigint): { amount: bigint } | { error: KassaError } {
  try {
    return { amount: plan() }
  } catch (error) {
    if (error instanceof KassaError) return { error }
    throw error
  }
}

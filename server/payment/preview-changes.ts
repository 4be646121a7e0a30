import type { Context } from '../core/context'
import { KassaError } from '../model/errors'
import type { EventKind } from '../model/order/rules'
import { runningOperationsOf } from '../store/operations'
import { ordersById } from '../store/orders'
import { inProgressOf, planEvent } from './plan-event'

/** What a change would move in one of several orders, in minor units of its currency, or why it is refused. */
export interface ChangePreview {
  id: string
  number: string | null
  currency: string
  amount?: bigint
  error?: KassaError
}

/** Previews charging or cancelling all of several orders. Leaves out orders that do not exist. */
export async function previewChanges(
  context: Context,
  { ids, type }: { ids: readonly string[]; type: EventKind },
): Promise<ChangePreview[]> {
  const [rows, running] = await Promise.all([ordersById(context, ids), runningOperationsOf(context, ids)])
  return Promise.all(
    rows.map(async (row) => {
      const { id, number, currency } = row
      const inProgress = await inProgressOf(context, row, running.get(id) ?? [])
      const outcome = outcomeOf(() => planEvent(row, inProgress, { type }).amount)
      return { id, number, currency, ...outcome }
    }),
  )
}

function outcomeOf(plan: () => bigint): { amount: bigint } | { error: KassaError } {
  try {
    return { amount: plan() }
  } catch (error) {
    if (error instanceof KassaError) return { error }
    throw error
  }
}

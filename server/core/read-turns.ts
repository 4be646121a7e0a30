import pLimit, { type LimitFunction } from 'p-limit'
import { type Context, fromReplica } from './context'

/** How many lists, reports and searches of a merchant a process reads at a time. Each uses one to three connections. */
const atOnce = 3

// On globalThis: Next.js bundles routes separately, and all of them share the connections of the process.
const place = globalThis as { kassaReadTurns?: Map<string, LimitFunction> }

/**
 * Runs a list, report or search, on the replica if there is one, once fewer than `atOnce` others of the merchant are
 * running. All connections of a process could otherwise be busy with what one client reads, and the payments of all
 * merchants would wait.
 */
export const readInTurn = <C extends Context, T>(context: C, read: (context: C) => Promise<T>): Promise<T> =>
  inTurnOf(context.merchant.id, () => fromReplica(context, read))

async function inTurnOf<T>(merchantId: string, read: () => Promise<T>): Promise<T> {
  place.kassaReadTurns ??= new Map()
  const turns = place.kassaReadTurns
  const limit = turns.get(merchantId) ?? pLimit(atOnce)
  turns.set(merchantId, limit)
  try {
    return await limit(read)
  } finally {
    if (limit.activeCount + limit.pendingCount === 0) turns.delete(merchantId)
  }
}

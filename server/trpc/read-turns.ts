import pLimit, { type LimitFunction } from 'p-limit'

/** How many lists, reports and searches of a merchant a process reads at a time. Each uses one to three connections. */
const atOnce = 3

// On globalThis: Next.js bundles routes separately, and all of them share the connections of the process.
const place = globalThis as { kassaReadTurns?: Map<string, LimitFunction> }

/** Calls `read` once fewer than `atOnce` other reads for the merchant are running. */
export async function inTurnOf<T>(merchantId: string, read: () => Promise<T>): Promise<T> {
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

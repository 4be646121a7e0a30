import { actorId, type Context, fromReplica } from './context'
import { FairTurns } from './fair-turns'

/** How many lists, reports and searches of a merchant a process reads at a time. Each uses one to three connections. */
const atOnce = 3

// On globalThis: Next.js bundles routes separately, and all of them share the connections of the process.
const place = globalThis as { kassaReadTurns?: Map<string, FairTurns> }

/**
 * Runs a list, report or search, on the replica if there is one, once fewer than `atOnce` others of the merchant are
 * running. All connections of a process could otherwise be busy with what one client reads, and the payments of all
 * merchants would wait. Members, keys and customers of the merchant take turns.
 */
export async function readInTurn<C extends Context, T>(
  context: C,
  read: (context: C) => Promise<T>,
): Promise<T> {
  place.kassaReadTurns ??= new Map()
  const all = place.kassaReadTurns
  const { id } = context.merchant
  const turns = all.get(id) ?? new FairTurns(atOnce)
  all.set(id, turns)
  try {
    return await turns.take(actorId(context), () => fromReplica(context, read))
  } finally {
    if (turns.isIdle) all.delete(id)
  }
}

import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Database } from './client'
import { coalesced } from './coalesce'

/** How often a read that waits for the replica looks, ms. */
const pauseMs = 5

/** How long a replica that failed is left alone, ms. */
const restMs = 5_000

/** How long a replica may take to respond, ms. One that does not is treated like one that cannot be reached. */
const readTimeoutMs = 1_000

/** Returns the database to read from: the replica, or the primary. */
export type ReadFrom = () => Promise<Database>

/**
 * Reads from a replica without ever showing less than the primary: each read first asks the primary for the position of
 * its log, which covers everything that was committed before, by any process, and then waits until the replica has
 * replayed it. If that takes too long, or the replica cannot be reached, the primary serves the read. Reads share the
 * question to the primary, which costs it next to nothing.
 *
 * @param probe a connection to the replica that nothing else uses: behind a long list, a question would wait
 * @param onFailure called when the replica cannot be reached; it is then left alone for a few seconds
 * @param timeoutMs how long a read waits for the replica
 */
export function readFromReplica(
  primary: Database,
  { replica, probe }: { replica: Database; probe: Database },
  { onFailure, timeoutMs = 100 }: { onFailure: (error: unknown) => void; timeoutMs?: number },
): ReadFrom {
  let restsUntil = 0
  const isResting = () => performance.now() < restsUntil
  return async () => {
    if (isResting()) return primary
    const position = await findPosition(primary, undefined)
    try {
      return (await hasReplayed(probe, position, timeoutMs)) ? replica : primary
    } catch (error) {
      // Simultaneous reads notice together.
      if (!isResting()) {
        restsUntil = performance.now() + restMs
        onFailure(error)
      }
      return primary
    }
  }
}

const findPosition = coalesced<undefined, string>(async (db, callers) => {
  const [row] = await db.execute<{ position: string }>(
    sql`select pg_current_wal_flush_lsn()::text as position`,
  )
  return callers.map(() => row?.position ?? '')
})

async function hasReplayed(probe: Database, position: string, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const query = probe.execute<{ replayed: boolean | null }>(
      sql`select pg_last_wal_replay_lsn() >= ${position}::pg_lsn as replayed`,
    )
    const [row] = await Promise.race([query, timedOut()])
    if (row?.replayed) return true
    if (performance.now() >= deadline) return false
    await wait(pauseMs)
  }
}

async function timedOut(): Promise<never> {
  await wait(readTimeoutMs, undefined, { ref: false })
  throw new Error('The replica does not respond')
}

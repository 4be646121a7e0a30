import { setTimeout as wait } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from './client'
import { coalesced } from './coalesce'
import { causes, isOfServer, isTransient } from './errors'

/** How long a waiting read pauses before it checks the replica again, ms. */
const pauseMs = 5

/** How long a replica that failed is not used, ms. */
const restMs = 5_000

/** How long a replica that is too far behind is not used, ms. It probably stays behind, and each read would wait for it. */
const behindMs = 1_000

/** How long a replica may be behind before that is reported, ms. */
const tooLongMs = 60_000

/** Runs work that only reads, on the replica or the primary. It may run twice: first on a replica that fails. */
export type ReadFrom = <T>(read: (db: Database) => Promise<T>) => Promise<T>

interface ReplicaOptions {
  /**
   * Called when the replica cannot be used, or has been behind for long. Called again only if the reason changes, or after
   * the replica was used.
   */
  onFailure: (error: unknown) => void
  /** Called when a replica that had failed is used again. */
  onRecovery?: () => void
  /** How long a read waits for the replica to catch up, ms. */
  timeoutMs?: number
  /** How long the replica may take to respond, ms. One that takes longer is treated like one that cannot be reached. */
  readTimeoutMs?: number
}

/**
 * Reads from a replica without ever showing less than the primary: each read first asks the primary for the position of
 * its log, which covers everything that was committed before, by any process, and then waits until the replica has
 * replayed it. If that takes too long, or the replica cannot be reached or replays another log, the primary serves the
 * read. Simultaneous reads share these queries, which cost next to nothing. If the replica fails during the read, the
 * primary repeats it.
 *
 * @param probe a connection to the replica that nothing else uses: otherwise these queries would wait behind long lists
 */
export function readFromReplica(
  primary: Database,
  { replica, probe }: { replica: Database; probe: Database },
  { onFailure, onRecovery, timeoutMs = 100, readTimeoutMs = 1_000 }: ReplicaOptions,
): ReadFrom {
  let failedUntil = 0
  let behindUntil = 0
  let behindSince: number | undefined
  let reported: string | undefined
  const report = (error: unknown) => {
    const reason = causes(error).at(-1)?.message
    if (reason !== reported) onFailure(error)
    reported = reason
  }
  const leaveAlone = (error: unknown) => {
    // Simultaneous reads notice together.
    if (performance.now() < failedUntil) return
    failedUntil = performance.now() + restMs
    report(error)
  }
  const noteBehind = () => {
    const now = performance.now()
    behindUntil = now + behindMs
    behindSince ??= now
    if (now - behindSince >= tooLongMs)
      report(new Error('The replica has been behind the primary for a minute'))
  }
  const reportRecovery = () => {
    // A long read that began before the failure says nothing about new ones.
    if (reported === undefined || performance.now() < failedUntil) return
    reported = undefined
    onRecovery?.()
  }
  const isComplete = async (): Promise<boolean> => {
    if (performance.now() < Math.max(failedUntil, behindUntil)) return false
    const written = await findWritten(primary, undefined).catch((error: unknown) => {
      // That the primary cannot be reached says nothing about the replica.
      if (isTransient(error)) throw error
      leaveAlone(error)
    })
    if (!written) return false
    try {
      if (await hasReplayed(probe, written, { timeoutMs, readTimeoutMs })) {
        behindSince = undefined
        return true
      }
      noteBehind()
    } catch (error) {
      leaveAlone(error)
    }
    return false
  }
  return async (read) => {
    if (!(await isComplete())) return read(primary)
    try {
      const result = await read(replica)
      reportRecovery()
      return result
    } catch (error) {
      if (!isOfServer(error)) throw error
      leaveAlone(error)
      return read(primary)
    }
  }
}

/** A position in the write-ahead log of a server. */
interface Place {
  /** Names the log. Only positions in the same one can be compared: a failover starts a timeline with its own log. */
  log: string
  position: bigint
}

const findPlace = ({ timeline, position }: Record<'timeline' | 'position', SQL>) =>
  coalesced<undefined, Place>(async (db, callers) => {
    const [row] = await db.execute<{ log: string; position: string }>(sql`
      select format('system %s, database %s, timeline %s', system_identifier, current_database(), ${timeline}) as log,
        coalesce(${position} - '0/0', 0)::text as position
      from pg_control_system()`)
    if (!row) throw new Error('A server did not report the position of its log')
    const place = { log: row.log, position: BigInt(row.position) }
    return callers.map(() => place)
  })

const findWritten = findPlace({
  // The file's name starts with it. `pg_control_checkpoint()` still has the old one just after a failover.
  timeline: sql`('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int`,
  position: sql`pg_current_wal_flush_lsn()`,
})

// After a failover, a replica that follows it is recognised once it has stored the new timeline.
const findReplayed = findPlace({
  timeline: sql`(select min_recovery_end_timeline from pg_control_recovery())`,
  position: sql`pg_last_wal_replay_lsn()`,
})

async function hasReplayed(
  probe: Database,
  written: Place,
  { timeoutMs, readTimeoutMs }: Record<'timeoutMs' | 'readTimeoutMs', number>,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const replayed = await Promise.race([findReplayed(probe, undefined), timedOut(readTimeoutMs)])
    if (replayed.log !== written.log)
      throw new Error(`The replica does not follow the primary: ${replayed.log} instead of ${written.log}`)
    if (replayed.position >= written.position) return true
    if (performance.now() >= deadline) return false
    await wait(pauseMs)
  }
}

async function timedOut(milliseconds: number): Promise<never> {
  await wait(milliseconds, undefined, { ref: false })
  throw new Error('The replica does not respond')
}

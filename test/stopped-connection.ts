import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { connect, type Database } from '@/db/client'

/** A statement to stop: the one that `matches`, where its text `at` is. */
interface Stop {
  matches: (query: string) => boolean
  at: string
}

/**
 * Opens connections on which a statement stops between its snapshot and its lock, as load sometimes makes it. Runs
 * `start` with them, and `meanwhile` while the statement stands still. Returns what `start` returns.
 */
export async function whileStopped<T>(
  { url, db }: { url: string; db: Database },
  { matches, at }: Stop,
  { start, meanwhile }: { start: (stopped: Database) => Promise<T>; meanwhile: () => Promise<unknown> },
): Promise<T> {
  const gate = 4242
  const waits = `(select true from pg_advisory_xact_lock_shared(${gate}))`
  const stopped = connect(url, {
    pool: 2,
    replace: (query, values) =>
      matches(query) ? { query: query.replace(at, `${waits} and ${at}`), values } : undefined,
  })
  // Other test files have databases of their own on the same server.
  const waiting = () =>
    db.execute(sql`
      select 1 from pg_locks where locktype = 'advisory' and objid = ${gate} and not granted
        and database = (select oid from pg_database where datname = current_database())`)
  let started: Promise<T> | undefined
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${gate})`)
    started = start(stopped.db)
    await expect.poll(async () => (await waiting()).length).toBe(1)
    await meanwhile()
  })
  if (!started) throw new Error('Nothing was started')
  const result = await started
  await stopped.close()
  return result
}

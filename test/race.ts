import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { expect } from 'vitest'
import type { Database, Transaction } from '@/db/client'

/** How many connections to a database wait for another one's lock. */
export async function waitingForLock(db: Database): Promise<number> {
  const rows = await db.execute(
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}

/**
 * Commits `change` while `read` waits for `table`, and returns what `read` returned: it has seen the table after the change,
 * and what it read earlier before the change.
 */
export async function readDuring<T>(
  db: Database,
  {
    table,
    read,
    change,
  }: { table: PgTable; read: () => Promise<T>; change: (tx: Transaction) => Promise<unknown> },
): Promise<T> {
  const { reading } = await db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${table} in access exclusive mode`)
    // In an object, because a promise that is returned would be awaited.
    const started = { reading: read() }
    await expect.poll(() => waitingForLock(db)).toBe(1)
    await change(tx)
    return started
  })
  return reading
}

/**
 * Returns a database on which `action` runs just before each transaction begins, as if another process were faster.
 */
export function racedBy(db: Database, action: () => Promise<unknown>): Database {
  const raced: Database = Object.create(db)
  raced.transaction = async (work, config) => {
    await action()
    return db.transaction(work, config)
  }
  return raced
}

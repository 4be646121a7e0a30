import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'

/** How many connections to a database wait for another one's lock. */
export async function waitingForLock(db: Database): Promise<number> {
  const rows = await db.execute(
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
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

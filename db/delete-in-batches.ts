import { setImmediate as nextTurn } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from './client'

/** Rows per batch: deleted in a few milliseconds, so that nothing waits long for their locks. */
export const batchSize = 5000

/**
 * Deletes all rows that match the condition, one transaction per batch, and returns how many. It never holds the rows
 * in memory, only their number. Several processes can do this at once: each skips rows that another has locked.
 */
export async function deleteInBatches(
  db: Pick<Database, 'execute'>,
  table: PgTable,
  condition: SQL,
): Promise<number> {
  let deleted = 0
  for (;;) {
    const { count } = await db.execute(sql`
      delete from ${table} where ctid = any(array(
        select ctid from ${table} where ${condition} limit ${batchSize} for update skip locked))`)
    deleted += count
    if (count < batchSize) return deleted
    await nextTurn()
  }
}

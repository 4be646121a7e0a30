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
export const deleteInBatches = (
  db: Pick<Database, 'execute'>,
  table: PgTable,
  condition: SQL,
): Promise<number> =>
  deleteBatches(
    db,
    sql`delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${condition} limit ${batchSize} for update skip locked))`,
  )

/** Repeats a statement that deletes a batch of rows until there are no more. Returns how many it has deleted. */
export async function deleteBatches(db: Pick<Database, 'execute'>, statement: SQL): Promise<number> {
  let deleted = 0
  for (;;) {
    const { count } = await db.execute(statement)
    deleted += count
    if (count < batchSize) return deleted
    await nextTurn()
  }
}

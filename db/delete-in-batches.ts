import { setImmediate as nextTurn } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from './client'

/** Rows in a batch: deleted in a few milliseconds, so that nothing waits long for their locks. */
export const batchSize = 5000

/**
 * Deletes all rows that fulfil the condition, a batch in a transaction each, and returns how many. Never holds more than a
 * number of them in memory, however many there are. Several processes may do it at once: each leaves the others' rows.
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

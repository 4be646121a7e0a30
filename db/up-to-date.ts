import { sql } from 'drizzle-orm'
import type { Queryable } from './client'
import journal from './migrations/meta/_journal.json'

/** Whether a database has had all migrations. Accepts a database without tables. */
export async function isUpToDate(db: Queryable): Promise<boolean> {
  const [table] = await db.execute<{ known: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as known`,
  )
  if (!table?.known) return false
  const [row] = await db.execute<{ applied: string }>(
    sql`select count(*) as applied from drizzle.__drizzle_migrations`,
  )
  return Number(row?.applied) >= journal.entries.length
}

import { sql } from 'drizzle-orm'
import type { Queryable } from './client'
import journal from './migrations/meta/_journal.json' with { type: 'json' }

/** Whether a database lacks migrations, or has had some that only a newer version of Kassa knows. */
export type MigrationState = 'behind' | 'current' | 'ahead'

/** Compares a database, which may have no tables, with the migrations of this version. */
export async function migrationState(db: Pick<Queryable, 'execute'>): Promise<MigrationState> {
  const [table] = await db.execute<{ known: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as known`,
  )
  if (!table?.known) return 'behind'
  const [row] = await db.execute<{ applied: string }>(
    sql`select count(*) as applied from drizzle.__drizzle_migrations`,
  )
  const missing = journal.entries.length - Number(row?.applied)
  return missing > 0 ? 'behind' : missing < 0 ? 'ahead' : 'current'
}

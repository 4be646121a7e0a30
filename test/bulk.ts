import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'

/** Runs statements that write many rows, without the limit of 30 s: a busy machine may need longer. */
export const runBulk = (db: Database, statements: SQL[]): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    for (const statement of statements) await tx.execute(statement)
  })

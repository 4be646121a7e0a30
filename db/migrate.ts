import path from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate as runMigrations } from 'drizzle-orm/postgres-js/migrator'
import { runMigrations as migrateJobs } from 'graphile-worker'
import postgres from 'postgres'
import { addressOf } from './address'

/** The lock that allows one process at a time to migrate. */
const migrationLock = 4_201_337

/** Migrates a database, including the schema of the job queue. Safe to run from several processes. */
export async function migrate(url: string): Promise<void> {
  const { url: address, ...socket } = addressOf(url)
  // A role may have limits for requests. A migration may take as long as it needs.
  const connection = { statement_timeout: 0, lock_timeout: 0, idle_in_transaction_session_timeout: 0 }
  const client = postgres(address, { max: 1, onnotice: () => {}, connection, ...socket })
  try {
    const db = drizzle(client)
    await db.execute(sql`select pg_advisory_lock(${migrationLock})`)
    await runMigrations(db, { migrationsFolder: path.join(process.cwd(), 'db/migrations') })
    await migrateJobs({ connectionString: url })
  } finally {
    await client.end()
  }
}

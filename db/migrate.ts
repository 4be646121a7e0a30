import path from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate as runMigrations } from 'drizzle-orm/postgres-js/migrator'
import { runMigrations as migrateJobs } from 'graphile-worker'
import { Pool } from 'pg'
import postgres from 'postgres'
import { addressOf } from './address'
import { migrationState } from './migration-state'
import { jobQueueAddress, sessionSettings } from './session'

/** The lock that allows one process at a time to migrate. */
const migrationLock = 4_201_337

/**
 * Migrates a database, including the schema of the job queue. Safe to run from several processes. Returns false, and
 * changes nothing, if a newer version of Kassa has migrated it.
 */
export async function migrate(url: string): Promise<boolean> {
  const { url: address, ...transport } = addressOf(url)
  // A role may have limits for requests. A migration may take as long as it needs.
  const timeouts = { statement_timeout: 0, lock_timeout: 0, idle_in_transaction_session_timeout: 0 }
  const connection = { ...sessionSettings, ...timeouts }
  const client = postgres(address, { max: 1, onnotice: () => {}, connection, ...transport })
  try {
    const db = drizzle(client)
    await db.execute(sql`select pg_advisory_lock(${migrationLock})`)
    if ((await migrationState(db)) === 'ahead') return false
    // The job queue first: what is recorded as migrated has all that a worker needs.
    await migrateJobQueue(url)
    await runMigrations(db, { migrationsFolder: path.join(process.cwd(), 'db/migrations') })
    return true
  } finally {
    await client.end()
  }
}

/**
 * With a pool of our own, which is closed when this returns. Graphile Worker does not wait for its own to close, and an
 * error on such a connection, for example because PostgreSQL stops, would end the process.
 */
async function migrateJobQueue(url: string): Promise<void> {
  const pgPool = new Pool(jobQueueAddress(url))
  // A statement that an error interrupts fails by itself.
  const ignored = () => undefined
  pgPool.on('error', ignored)
  pgPool.on('connect', (client) => client.on('error', ignored))
  try {
    await migrateJobs({ pgPool })
  } finally {
    await pgPool.end()
  }
}

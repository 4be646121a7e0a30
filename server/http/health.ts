import { sql } from 'drizzle-orm'
import { z } from 'zod'
import journal from '@/db/migrations/meta/_journal.json'
import { runtime } from '../runtime'
import { DocumentedError } from './documented-error'

export const Health = z
  .strictObject({ status: z.literal('ok') })
  .meta({ id: 'Health', example: { status: 'ok' } })

let leaving = false

/** From now on `readHealth` tells load balancers to use another instance. */
export const leave = (): void => {
  leaving = true
}

/**
 * Throws `service unavailable` while the database is unreachable, not migrated or read-only, or the process shuts down.
 */
export async function readHealth(): Promise<z.infer<typeof Health>> {
  if (leaving) throw unavailable('The service is shutting down. Ask another instance.')
  const { applied, isReadOnly } = await readState()
  if (applied < journal.entries.length)
    throw unavailable('The database is not up to date. Run: npm run migrate.')
  // After a failover, this may be the old primary.
  if (isReadOnly) throw unavailable('The database is read-only. Ask another instance.')
  return { status: 'ok' }
}

/** How many migrations the database has applied, 0 if it has no table of migrations, and whether it takes no changes. */
async function readState(): Promise<{ applied: number; isReadOnly: boolean }> {
  const { db } = runtime()
  try {
    const [table] = await db.execute<{ known: boolean; isReadOnly: boolean }>(
      sql`
        select to_regclass('drizzle.__drizzle_migrations') is not null as known,
          current_setting('transaction_read_only')::boolean as "isReadOnly"`,
    )
    const isReadOnly = table?.isReadOnly ?? false
    if (!table?.known) return { applied: 0, isReadOnly }
    const [row] = await db.execute<{ applied: string }>(
      sql`select count(*) as applied from drizzle.__drizzle_migrations`,
    )
    return { applied: Number(row?.applied), isReadOnly }
  } catch (cause) {
    throw unavailable('The database cannot be reached. Try again in a moment.', cause)
  }
}

const unavailable = (description: string, cause?: unknown) =>
  new DocumentedError(
    { type: 'service unavailable', content: { type: 'Kassa', description }, headers: { 'Retry-After': '2' } },
    { cause },
  )

import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { deleteInBatches } from '@/db/delete-in-batches'
import { apiKey } from '@/db/schema'
import { instantSql } from '../core/instants'

/**
 * Deletes account keys that expired or were revoked before a time: each use of a login link adds one. Other keys stay,
 * because orders name the key that caused an event. Returns how many.
 */
export async function deleteOldAccountKeys(db: Database, before: Date): Promise<number> {
  const ended = sql`least(${apiKey.expires}, ${apiKey.revoked}) < ${instantSql(before)}`
  return deleteInBatches(db, apiKey, sql`${and(eq(apiKey.kind, 'account'), ended)}`)
}

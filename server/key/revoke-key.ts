import { and, eq, isNull } from 'drizzle-orm'
import { apiKey } from '@/db/schema'
import type { TimedScope } from '../core/context'

/** Ends a key now, on every process. A key that was revoked before keeps its date. */
export async function revokeKey({ db, merchant, clock }: TimedScope, id: string): Promise<void> {
  await db
    .update(apiKey)
    .set({ revoked: clock.now() })
    .where(and(eq(apiKey.merchantId, merchant.id), eq(apiKey.id, id), isNull(apiKey.revoked)))
}

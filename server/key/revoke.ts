import { and, eq, isNull } from 'drizzle-orm'
import type { Queryable } from '@/db/client'
import { apiKey } from '@/db/schema'

/** Ends a key now, on every process. A key that was revoked before keeps its date. */
export async function revokeKey(
  db: Queryable,
  { merchantId, id, now }: { merchantId: string; id: string; now: Date },
): Promise<void> {
  await db
    .update(apiKey)
    .set({ revoked: now })
    .where(and(eq(apiKey.merchantId, merchantId), eq(apiKey.id, id), isNull(apiKey.revoked)))
}

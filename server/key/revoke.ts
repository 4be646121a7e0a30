import { and, eq, isNull } from 'drizzle-orm'
import type { Queryable } from '@/db/client'
import { apiKey } from '@/db/schema'

/** Ends a key now, on every process. One that was revoked before stays so. */
export async function revokeKey(
  db: Queryable,
  { merchantId, id, now }: { merchantId: string; id: string; now: Date },
): Promise<void> {
  await db
    .update(apiKey)
    .set({ revoked: now })
    .where(and(eq(apiKey.merchantId, merchantId), eq(apiKey.id, id), isNull(apiKey.revoked)))
}

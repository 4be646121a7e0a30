import { lt, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { deleteInBatches } from '@/db/delete-in-batches'
import { serviceToken, serviceVerification } from '@/db/schema'

/**
 * Deletes card services' one-time tokens that expired before a time, with their verifications. Returns how many tokens.
 */
export async function deleteTokens(db: Database, before: Date): Promise<number> {
  const ofOldTokens = sql`exists (select 1 from ${serviceToken} t where t.merchant_id = ${serviceVerification.merchantId}
    and t.service = ${serviceVerification.service} and t.id = ${serviceVerification.tokenId}
    and t.valid_until < ${before.toISOString()}::timestamptz)`
  await deleteInBatches(db, serviceVerification, ofOldTokens)
  return deleteInBatches(db, serviceToken, lt(serviceToken.validUntil, before))
}

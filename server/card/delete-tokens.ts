import { and, isNotNull, lt, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { deleteInBatches } from '@/db/delete-in-batches'
import { serviceToken, serviceVerification } from '@/db/schema'
import { instantSql } from '../core/instants'

const { bankUrl, created, merchantId, purpose, service, tokenId, usedBy } = serviceVerification

/**
 * Deletes card services' one-time tokens that expired before a time, with their verifications. Verifications of
 * payments stay as proof, whether approved or refused, without what only the cardholder's browser needed. Returns how
 * many tokens.
 */
export async function deleteTokens(db: Database, before: Date): Promise<number> {
  const ofOldTokens = sql`exists (select 1 from ${serviceToken} t where t.merchant_id = ${merchantId}
    and t.service = ${service} and t.id = ${tokenId} and t.valid_until < ${instantSql(before)})`
  const isProof = sql`(${purpose} = 'authorise' and ${usedBy} is not null)`
  await deleteInBatches(db, serviceVerification, sql`${ofOldTokens} and not ${isProof}`)
  await db
    .update(serviceVerification)
    .set({ bankUrl: null, termUrl: null, merchantData: null })
    .where(and(ofOldTokens, isNotNull(bankUrl)))
  return deleteInBatches(db, serviceToken, lt(serviceToken.validUntil, before))
}

/** Deletes proofs of payments that were begun before a time. Returns how many. */
export const deleteProofs = (db: Database, before: Date): Promise<number> =>
  deleteInBatches(db, serviceVerification, lt(created, before))

import { and, asc, eq, isNull, lt } from 'drizzle-orm'
import { serviceToken, serviceVerification } from '@/db/schema'
import { hours, later } from '../core/clock'
import type { Runtime } from '../core/runtime'

/** How long after its token has expired a payment is given up: a request may have begun just before. */
const grace = hours(1)
const batch = 100

type AbandonedVerification = typeof serviceVerification.$inferSelect

/**
 * Gives up payments that waited for their cardholder and cannot be continued because the token has expired. An approved
 * one holds the cardholder's money until then. Returns how many.
 */
export async function abandonVerifications(
  { db, cards, clock }: Pick<Runtime, 'db' | 'cards' | 'clock'>,
  onError: (error: unknown, verification: AbandonedVerification) => void,
): Promise<number> {
  const rows = await db
    .select({ verification: serviceVerification })
    .from(serviceVerification)
    .innerJoin(
      serviceToken,
      and(
        eq(serviceToken.merchantId, serviceVerification.merchantId),
        eq(serviceToken.service, serviceVerification.service),
        eq(serviceToken.id, serviceVerification.tokenId),
      ),
    )
    .where(
      and(
        eq(serviceVerification.purpose, 'authorise'),
        isNull(serviceVerification.usedBy),
        // An operation that has the token may still continue the payment.
        isNull(serviceToken.usedBy),
        lt(serviceToken.validUntil, later(clock.now(), -grace)),
      ),
    )
    .orderBy(asc(serviceToken.validUntil))
    .limit(batch)
  let abandoned = 0
  for (const { verification } of rows) {
    const { merchantId, pareq, service, reference } = verification
    try {
      await cards.named(service).abandon?.({ merchantId, reference })
      await db
        .delete(serviceVerification)
        .where(and(eq(serviceVerification.merchantId, merchantId), eq(serviceVerification.pareq, pareq)))
      abandoned++
    } catch (error) {
      onError(error, verification)
    }
  }
  return abandoned
}

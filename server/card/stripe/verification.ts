import { and, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import type { Database, Queryable } from '@/db/client'
import { serviceToken, serviceVerification } from '@/db/schema'
import { referenceFor } from '../../core/id'
import { instantSql } from '../../core/instants'
import type { CardCall } from '../../model/card/service'
import type { Money } from '../../model/money/money'
import type { TokenRow } from './token'

const service = 'stripe'

type VerificationRow = typeof serviceVerification.$inferSelect

/** The purpose of a verification: paying one amount, or storing the card. */
export type Purpose = ({ purpose: 'authorise' } & Money) | { purpose: 'store' }

/** Identifies the verification that an operation may need. Always the same, because it is part of the request. */
export const pareqFor = ({ operation }: Pick<CardCall, 'operation'>): string =>
  referenceFor(`verification:${operation}`)

/** The address of our page that sends the browser to the bank, and to which the bank sends it back. */
export const verifyUrl = (baseUrl: string): string => `${baseUrl}/verify/${service}`

const moneyOf = (purpose: Purpose) =>
  purpose.purpose === 'authorise'
    ? { amount: purpose.amount, currency: purpose.currency }
    : { amount: null, currency: null }

/** Finds the verification of a token for a purpose. No other approval of the token counts. */
export async function verificationOf(
  db: Queryable,
  { merchantId, id }: TokenRow,
  purpose: Purpose,
): Promise<VerificationRow | undefined> {
  const { amount, currency } = moneyOf(purpose)
  const [row] = await db
    .select()
    .from(serviceVerification)
    .where(
      and(
        eq(serviceVerification.merchantId, merchantId),
        eq(serviceVerification.service, service),
        eq(serviceVerification.tokenId, id),
        eq(serviceVerification.purpose, purpose.purpose),
        sql`(${serviceVerification.amount}, ${serviceVerification.currency}) is not distinct from (${amount}::bigint, ${currency}::text)`,
      ),
    )
  return row
}

/**
 * Whether the card of a token can have been used by another operation: with another token of it, or for a payment that its
 * cardholder was asked to approve.
 */
export async function hasUsedCard(db: Queryable, { merchantId, id, reference }: TokenRow): Promise<boolean> {
  const asked = await db.$count(
    serviceVerification,
    and(
      eq(serviceVerification.merchantId, merchantId),
      eq(serviceVerification.service, service),
      eq(serviceVerification.tokenId, id),
    ),
  )
  if (asked > 0) return true
  const isUsedToken = and(
    eq(serviceToken.merchantId, merchantId),
    eq(serviceToken.service, service),
    eq(serviceToken.reference, reference),
    ne(serviceToken.id, id),
    isNotNull(serviceToken.usedBy),
  )
  return (await db.$count(serviceToken, isUsedToken)) > 0
}

/** Records that a call waits for its cardholder's approval. Returns the verification, which may already exist. */
export async function requireVerification(
  db: Queryable,
  token: TokenRow,
  given: { call: CardCall; purpose: Purpose; reference: string; bankUrl: string },
): Promise<{ pareq: string }> {
  const { call, purpose, reference, bankUrl } = given
  const pareq = pareqFor(call)
  await db
    .insert(serviceVerification)
    .values({
      merchantId: call.merchantId,
      pareq,
      service,
      tokenId: token.id,
      purpose: purpose.purpose,
      ...moneyOf(purpose),
      reference,
      bankUrl,
      created: call.now,
    })
    .onConflictDoNothing()
  return (await verificationOf(db, token, purpose)) ?? { pareq }
}

/**
 * Marks the response of a cardholder as used by an operation, and as an approval if the service said so at `approved`. Returns
 * false if another operation has used it.
 */
export async function spendVerification(
  db: Database,
  { merchantId, pareq }: VerificationRow,
  { operation, approved }: { operation: string; approved: Date | undefined },
): Promise<boolean> {
  const { usedBy } = serviceVerification
  const rows = await db
    .update(serviceVerification)
    .set({
      usedBy: operation,
      // A repeated operation does not move it.
      ...(approved && {
        approved: sql`coalesce(${serviceVerification.approved}, ${instantSql(approved)})`,
      }),
    })
    .where(and(isVerification(merchantId, pareq), or(isNull(usedBy), eq(usedBy, operation))))
    .returning({ pareq: serviceVerification.pareq })
  return rows.length > 0
}

const isVerification = (merchantId: string, pareq: string) =>
  and(eq(serviceVerification.merchantId, merchantId), eq(serviceVerification.pareq, pareq))

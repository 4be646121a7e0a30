import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '@/db/client'
import { acquirerToken, acquirerVerification } from '@/db/schema'
import type { Scheme } from '../../model/card/schemas'
import type { CardCall } from '../../model/card/service'
import { fail } from '../../model/errors'
import type { Language } from '../../model/language'
import type { Money } from '../../model/money/money'
import { isWebAddress } from '../visit-bank'

/** The purpose of a verification: paying one amount, or storing the card. */
export type VerificationPurpose = ({ purpose: 'authorise' } & Money) | { purpose: 'store' }

/** What the simulated bank's page shows and needs. */
export interface Verification {
  pareq: string
  merchantId: string
  scheme: Scheme
  last4: string
  /** The amount to approve; undefined when the card is to be stored. */
  money: Money | undefined
  outcome: 'approved' | 'rejected' | undefined
  /** Where the browser goes afterwards; without it the opener or parent window gets a message. */
  termUrl: string | undefined
  /** `MD`: passed back to TermUrl unchanged. */
  merchantData: string | undefined
  /** The language of the page that sent the cardholder, if it is known. */
  language: Language | null
}

type SimulatedVerification = typeof acquirerVerification.$inferSelect

/**
 * Finds or creates the verification of a token for a purpose. If the cardholder has responded, marks the response as
 * spent by this operation. The caller holds the token's row lock, and uses up the token in the same transaction.
 */
export async function spendVerification(
  tx: Transaction,
  call: CardCall,
  token: { id: string },
  { purpose, ...money }: VerificationPurpose,
): Promise<SimulatedVerification> {
  const { merchantId, operation, now } = call
  const { amount = null, currency = null } = money as Partial<Money>
  const fresh = { merchantId, pareq: crypto.randomUUID(), tokenId: token.id, purpose, amount, currency }
  const [created] = await tx
    .insert(acquirerVerification)
    .values({ ...fresh, created: now })
    .onConflictDoNothing()
    .returning()
  if (created) return created
  const [known] = await tx
    .update(acquirerVerification)
    .set({ usedBy: sql`case when ${acquirerVerification.outcome} is not null then ${operation}::uuid end` })
    .where(
      and(
        eq(acquirerVerification.merchantId, merchantId),
        eq(acquirerVerification.tokenId, token.id),
        eq(acquirerVerification.purpose, purpose),
        sql`(${acquirerVerification.amount}, ${acquirerVerification.currency}) is not distinct from (${amount}::bigint, ${currency}::text)`,
      ),
    )
    .returning()
  if (!known) throw new Error(`The acquirer lost a verification of token ${token.id}`)
  return known
}

/** Finds the verification of a `pareq`, in upper or lower case. */
export async function findVerification(db: Queryable, pareq: string): Promise<Verification | undefined> {
  const [row] = await db
    .select({
      verification: acquirerVerification,
      scheme: acquirerToken.scheme,
      last4: acquirerToken.last4,
    })
    .from(acquirerVerification)
    .innerJoin(
      acquirerToken,
      and(
        eq(acquirerToken.merchantId, acquirerVerification.merchantId),
        eq(acquirerToken.id, acquirerVerification.tokenId),
      ),
    )
    .where(eq(acquirerVerification.pareq, pareq.toLowerCase()))
  if (!row) return undefined
  const { merchantId, amount, currency, outcome, termUrl, merchantData, language } = row.verification
  return {
    pareq: row.verification.pareq,
    merchantId,
    scheme: row.scheme,
    last4: row.last4,
    money: amount !== null && currency !== null ? { amount, currency } : undefined,
    outcome: outcome ?? undefined,
    termUrl: termUrl ?? undefined,
    merchantData: merchantData ?? undefined,
    language,
  }
}

/**
 * Saves where the browser goes after the verification, and the language of its pages. Changes nothing once the
 * cardholder has responded. Throws for an address that is not http(s).
 */
export async function enterVerification(
  db: Queryable,
  pareq: string,
  {
    termUrl,
    merchantData,
    language,
  }: { termUrl?: string | undefined; merchantData?: string | undefined; language?: Language | undefined },
): Promise<Verification | undefined> {
  if (termUrl !== undefined && !isWebAddress(termUrl)) throw fail('verification.return-address')
  await db
    .update(acquirerVerification)
    .set({ termUrl: termUrl ?? null, merchantData: merchantData ?? null, language: language ?? null })
    .where(isUndecided(pareq))
  return findVerification(db, pareq)
}

/**
 * Records the cardholder's response. The first response is final: later ones, even at the same moment, change
 * nothing.
 */
export async function decideVerification(
  db: Queryable,
  pareq: string,
  outcome: 'approved' | 'rejected',
): Promise<Verification | undefined> {
  await db.update(acquirerVerification).set({ outcome }).where(isUndecided(pareq))
  return findVerification(db, pareq)
}

const isUndecided = (pareq: string) =>
  and(eq(acquirerVerification.pareq, pareq.toLowerCase()), isNull(acquirerVerification.outcome))

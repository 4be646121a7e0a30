import { and, eq } from 'drizzle-orm'
import type { Queryable } from '@/db/client'
import { acquirerToken } from '@/db/schema'
import { invalidContent } from '../../error/error'
import type { Scheme } from '../schemas'
import type { Token } from './books'

/** What the simulated bank's page shows and needs. */
export interface Verification {
  pareq: string
  merchantId: string
  scheme: Scheme
  last4: string
  outcome: 'approved' | 'rejected' | undefined
  /** Where the browser goes afterwards; without it the opener or parent window is told. */
  termUrl: string | undefined
  /** `MD`: handed back to TermUrl as it came. */
  merchantData: string | undefined
}

/** The verification that a `pareq` names, in upper or lower case. */
export async function findVerification(db: Queryable, pareq: string): Promise<Verification | undefined> {
  const [token] = await db
    .select()
    .from(acquirerToken)
    .where(eq(acquirerToken.challenge, pareq.toLowerCase()))
  return token && shown(token)
}

/** Remembers where the browser wants to go after the verification. Throws on an address that is not http(s). */
export async function enterVerification(
  db: Queryable,
  pareq: string,
  back: { termUrl?: string | undefined; merchantData?: string | undefined },
): Promise<Verification | undefined> {
  if (back.termUrl !== undefined && !isWebAddress(back.termUrl)) {
    throw invalidContent('url', 'TermUrl must be an http or https address.', { property: 'TermUrl' })
  }
  const [token] = await db
    .update(acquirerToken)
    .set({ termUrl: back.termUrl ?? null, merchantData: back.merchantData ?? null })
    .where(eq(acquirerToken.challenge, pareq.toLowerCase()))
    .returning()
  return token && shown(token)
}

/** Records the cardholder's answer. The first answer stands. */
export async function answerVerification(
  db: Queryable,
  pareq: string,
  outcome: 'approved' | 'rejected',
): Promise<Verification | undefined> {
  const known = await findVerification(db, pareq)
  if (!known || known.outcome) return known
  const [token] = await db
    .update(acquirerToken)
    .set({ verification: outcome })
    .where(and(eq(acquirerToken.challenge, known.pareq), eq(acquirerToken.merchantId, known.merchantId)))
    .returning()
  return token && shown(token)
}

const shown = (token: Token): Verification => ({
  pareq: token.challenge ?? '',
  merchantId: token.merchantId,
  scheme: token.scheme,
  last4: token.last4,
  outcome: token.verification ?? undefined,
  termUrl: token.termUrl ?? undefined,
  merchantData: token.merchantData ?? undefined,
})

const isWebAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

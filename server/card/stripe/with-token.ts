import type { Database } from '@/db/client'
import type { CardCall, Outcome } from '../../model/card/service'
import { isUnexplained } from './outcome'
import { claimToken, releaseToken, type TokenRow } from './token'
import {
  hasUsedCard,
  type Purpose,
  pareqFor,
  requireVerification,
  spendVerification,
  verificationOf,
  verifyUrl,
} from './verification'

/** What the adapter knows besides the merchant's access. */
export interface AdapterContext {
  db: Database
  /** The public URL of this installation. */
  baseUrl: string
}

/** What Stripe did with a card: an outcome, or it waits for the cardholder on the bank's page. */
export type CardStep<T> = { outcome: Outcome<T> } | { waits: { reference: string; bankUrl: string } }

interface TokenUse<T> {
  call: CardCall & { token: string }
  purpose: Purpose
  /** Sends the first request. Afterwards the bank sends the browser to `returnUrl`. */
  begin(token: TokenRow, returnUrl: string): Promise<CardStep<T>>
  /** Continues after the cardholder has responded. */
  resume(token: TokenRow, reference: string): Promise<CardStep<T>>
}

/**
 * Uses a one-time token: marks it as used, sends the request or continues what waited for the cardholder, and frees the
 * token if nothing was done with its card. A repeated operation gets its first outcome.
 */
export async function withToken<T>(
  { db, baseUrl }: AdapterContext,
  { call, purpose, begin, resume }: TokenUse<T>,
): Promise<Outcome<T>> {
  const token = await claimToken(db, call, call.token)
  if (!token) return { status: 'invalid token' }
  const verification = await verificationOf(db, token, purpose)
  if (verification?.usedBy && verification.usedBy !== call.operation) return { status: 'invalid token' }
  const step = verification
    ? await resume(token, verification.reference)
    : await begin(token, `${verifyUrl(baseUrl)}/${pareqFor(call)}`)
  if ('waits' in step) {
    const { pareq } = await requireVerification(db, token, { call, purpose, ...step.waits })
    await releaseToken(db, token, call.operation)
    return { status: 'verification required', challenge: { url: verifyUrl(baseUrl), data: { pareq } } }
  }
  const { outcome } = step
  if (outcome.status === 'failed') {
    // Stripe's error for a card that was used before has neither a code nor a parameter.
    const isAboutCard = !verification && isUnexplained(outcome.cause)
    if (isAboutCard && (await hasUsedCard(db, token))) return { status: 'invalid token' }
    await releaseToken(db, token, call.operation)
  }
  const { operation, now } = call
  const approved = outcome.status === 'done' ? now : undefined
  const isSpentByAnother =
    verification && isFinal(outcome) && !(await spendVerification(db, verification, { operation, approved }))
  return isSpentByAnother ? { status: 'invalid token' } : outcome
}

const isFinal = ({ status }: Outcome<unknown>) => status === 'done' || status === 'declined'

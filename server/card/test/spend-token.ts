import { and, eq } from 'drizzle-orm'
import type { Database, Transaction } from '@/db/client'
import { acquirerCard, acquirerEntry, acquirerToken } from '@/db/schema'
import type { Authorised, CardCall, CardFacts, DeclineCode, Outcome } from '../../model/card/service'
import type { Money } from '../../model/money/money'
import { authorisation, authoriseAll, type SimulatedAuthorisation } from './authorise'
import { behaviourNamed } from './cards'
import { type AcquirerEntry, decideAnyway, findDecision, newEntry } from './entries'
import { spendVerification, type VerificationPurpose } from './verification'

type Token = typeof acquirerToken.$inferSelect

/** Authorises an amount on a one-time token and uses up the token. */
export const authoriseToken = (
  db: Database,
  call: SimulatedAuthorisation,
  tokenId: string,
): Promise<Outcome<Authorised>> =>
  spendToken(db, call, tokenId, { purpose: 'authorise', ...moneyOf(call) }, (tx, token, refusal) =>
    decideAnyway(tx, authorisation(call, token.id, refusal), async (request) => {
      const [decision] = await authoriseAll(tx, [request])
      return decision
    }),
  )

/** Stores the card of a one-time token and uses up the token. */
export const storeToken = (
  db: Database,
  call: CardCall,
  tokenId: string,
): Promise<Outcome<{ reference: string; card: CardFacts }>> =>
  spendToken(db, call, tokenId, { purpose: 'store' }, async (tx, token, refusal) => {
    const { id, scheme, iin, last4, expires, fingerprint, behaviour } = token
    const code = refusal ?? behaviourNamed(behaviour).store
    const entry: AcquirerEntry = { ...newEntry(call, 'store'), cardId: id, behaviour }
    await tx
      .insert(acquirerEntry)
      .values(code ? { ...entry, outcome: 'declined', code } : entry)
      .onConflictDoNothing()
    const decision = await findDecision(tx, entry)
    if (decision?.status === 'declined') return decision
    const card = { scheme, iin, last4, expires, fingerprint }
    const { merchantId, operation, now } = call
    await tx
      .insert(acquirerCard)
      .values({ merchantId, id, ...card, behaviour, storedBy: operation, created: now })
      .onConflictDoNothing()
    return { status: 'done', reference: id, card }
  })

const moneyOf = ({ amount, currency }: Money): Money => ({ amount, currency })

/**
 * Passes a valid token to `use` and marks it used, in one transaction. A card that needs 3-D Secure must have been
 * verified for this `purpose`: no other approval of the token counts. `use` receives the refusal when the cardholder
 * rejected the verification. A repeated operation gets its first outcome.
 */
function spendToken<T>(
  db: Database,
  call: CardCall,
  tokenId: string,
  purpose: VerificationPurpose,
  use: (tx: Transaction, token: Token, refusal: DeclineCode | undefined) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const named = and(eq(acquirerToken.merchantId, call.merchantId), eq(acquirerToken.id, tokenId))
  return db.transaction(async (tx) => {
    const [token] = await tx.select().from(acquirerToken).where(named).for('update')
    const again = token?.usedBy === call.operation
    if (!token || (token.usedBy && !again) || (!again && token.validUntil <= call.now)) {
      return { status: 'invalid token' }
    }
    if (again) return use(tx, token, undefined)
    const verified = behaviourNamed(token.behaviour).verify
      ? await spendVerification(tx, call, token, purpose)
      : undefined
    if (verified && !verified.outcome) {
      return { status: 'verification required', challenge: { url: '', data: { pareq: verified.pareq } } }
    }
    await tx.update(acquirerToken).set({ usedBy: call.operation }).where(named)
    return use(tx, token, verified?.outcome === 'rejected' ? '3ds authentication failure' : undefined)
  })
}

import { and, eq, sql } from 'drizzle-orm'
import type { Database, Queryable, Transaction } from '@/db/client'
import { coalesced } from '@/db/coalesce'
import { insertionOf } from '@/db/many'
import { prepared, value } from '@/db/prepared'
import { acquirerCard, acquirerEntry, acquirerToken } from '@/db/schema'
import type { Authorised, CardCall, CardFacts, DeclineCode, Found, Outcome } from '../../model/card/service'
import { type Money, toMajor } from '../../model/money/money'
import { behaviourNamed, declinesByAmount } from './cards'
import { isExpired } from './tokenise'
import { spendVerification, type VerificationPurpose } from './verification'

export type Entry = typeof acquirerEntry.$inferSelect
type Token = typeof acquirerToken.$inferSelect

/** Returns why an authorisation of this amount is declined, if it is. */
function authorisationDecline(card: CardOnFile, money: Money, now: Date): DeclineCode | undefined {
  const behaviour = behaviourNamed(card.behaviour)
  if (behaviour.authorise) return behaviour.authorise
  if (isExpired(card.expires, now)) return 'card expired'
  return amountDecline(card.behaviour, money)
}

export const amountDecline = (behaviour: string, { amount, currency }: Money): DeclineCode | undefined =>
  behaviourNamed(behaviour).byAmount ? declinesByAmount.get(toMajor({ amount, currency })) : undefined

type CardOnFile = Pick<Token, 'behaviour' | 'expires'>

const authoriseEntry = (call: Authorisation, card: CardOnFile, code: DeclineCode | undefined): Entry => ({
  ...newEntry(call, 'authorise', card.behaviour, code),
  authorisation: call.operation,
  currency: call.currency,
  amount: call.amount,
  captured: call.capture && !code ? call.amount : 0n,
})

type Authorisation = CardCall & Money & { capture?: boolean }

export const newEntry = (
  call: CardCall,
  kind: Entry['kind'],
  behaviour: string,
  code: DeclineCode | undefined,
): Entry => ({
  merchantId: call.merchantId,
  operation: call.operation,
  kind,
  outcome: code ? 'declined' : 'done',
  code: code ?? null,
  authorisation: null,
  currency: null,
  amount: null,
  cardId: null,
  behaviour,
  captured: 0n,
  refunded: 0n,
  cancelled: 0n,
  created: call.now,
})

/** Authorises an amount on a stored card. */
export async function authoriseStored(
  db: Database,
  call: Authorisation,
  { cardId, card }: { cardId: string; card: CardOnFile | undefined },
): Promise<Outcome<Authorised>> {
  if (!card) return { status: 'declined', code: 'invalid card number' }
  const code = authorisationDecline(card, call, call.now)
  const entry = { ...authoriseEntry(call, card, code), cardId }
  return outcomeOf((await insertEntry(db, entry)) ? entry : await knownEntry(db, entry))
}

interface CardName {
  merchantId: string
  id: string
}

/** Finds a stored card. */
export const findCard = coalesced<CardName, CardOnFile | undefined>(async (db, names) => {
  const rows = await findCards(db, {
    merchantIds: names.map(({ merchantId }) => merchantId),
    ids: names.map(({ id }) => id),
  })
  return names.map(({ merchantId, id }) => rows.find((row) => row.merchantId === merchantId && row.id === id))
})

const findCards = prepared<{ merchantIds: string[]; ids: string[] }>()('find_acquirer_cards', (db) =>
  db
    .select()
    .from(acquirerCard)
    .where(
      sql`(${acquirerCard.merchantId}, ${acquirerCard.id}) in
        (select * from unnest(${value('merchantIds')}::text[], ${value('ids')}::text[]))`,
    ),
)

/** Authorises an amount on a one-time token and uses up the token. */
export const authoriseToken = (
  db: Database,
  call: Authorisation,
  tokenId: string,
): Promise<Outcome<Authorised>> =>
  spendToken(db, call, tokenId, { purpose: 'authorise', ...moneyOf(call) }, async (tx, token, refusal) => {
    const code = refusal ?? authorisationDecline(token, call, call.now)
    return outcomeOf(await enter(tx, authoriseEntry(call, token, code)))
  })

/** Stores the card of a one-time token and uses up the token. */
export const storeToken = (
  db: Database,
  call: CardCall,
  tokenId: string,
): Promise<Outcome<{ reference: string; card: CardFacts }>> =>
  spendToken(db, call, tokenId, { purpose: 'store' }, async (tx, token, refusal) => {
    const code = refusal ?? behaviourNamed(token.behaviour).store
    const entry = await enter(tx, { ...newEntry(call, 'store', token.behaviour, code), cardId: token.id })
    if (entry.outcome === 'declined') return declined(entry)
    const { scheme, iin, last4, expires, fingerprint, behaviour } = token
    const card = { scheme, iin, last4, expires, fingerprint }
    await tx
      .insert(acquirerCard)
      .values({
        merchantId: call.merchantId,
        id: token.id,
        ...card,
        behaviour,
        storedBy: call.operation,
        created: call.now,
      })
      .onConflictDoNothing()
    return { status: 'done', reference: token.id, card }
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

/** Returns the recorded outcome of an operation. */
export async function entryOf(db: Database, call: CardCall): Promise<Found> {
  const [entry] = await db.select().from(acquirerEntry).where(entryNamed(call.merchantId, call.operation))
  return entry ? outcomeOf(entry) : { status: 'absent' }
}

/** Writes an entry, or returns the one that the same operation wrote before. */
async function enter(tx: Transaction, entry: Entry): Promise<Entry> {
  const [isNew] = await insertEntries(tx, [entry])
  return isNew ? entry : knownEntry(tx, entry)
}

async function knownEntry(db: Queryable, { merchantId, operation }: Entry): Promise<Entry> {
  const [known] = await db.select().from(acquirerEntry).where(entryNamed(merchantId, operation))
  if (!known) throw new Error(`The acquirer lost the entry of operation ${operation}`)
  return known
}

/**
 * Commits without waiting for the disk. What Kassa does with an entry is committed after it, into the same log, so an entry
 * that a crash loses is one that Kassa has not used: to Kassa, the acquirer never received the operation.
 */
export const withoutWaiting = sql`(select set_config('synchronous_commit', 'off', true)) as waits`

/** Writes entries. Returns which of them are new: an operation has one entry. */
async function insertEntries(db: Queryable, entries: readonly Entry[]): Promise<boolean[]> {
  const inserted = await db.execute<{ operation: string }>(
    sql`${insertionOf(acquirerEntry, entries, { skipKnown: true })} returning operation, ${withoutWaiting}`,
  )
  const isNew = new Set(inserted.map(({ operation }) => operation))
  // If an operation is given twice, only its first entry is new.
  return entries.map(({ operation }) => isNew.delete(operation))
}

const insertEntry = coalesced(insertEntries)

const entryNamed = (merchantId: string, operation: string) =>
  and(eq(acquirerEntry.merchantId, merchantId), eq(acquirerEntry.operation, operation))

export const outcomeOf = (entry: Entry): Outcome<Authorised> =>
  entry.outcome === 'declined' ? declined(entry) : { status: 'done', reference: entry.operation }

const declined = (entry: Entry) =>
  ({ status: 'declined', code: (entry.code ?? 'acquirer error') as DeclineCode }) as const

import { randomUUID } from 'node:crypto'
import { and, eq, lt } from 'drizzle-orm'
import { deleteInBatches } from '@/db/delete-in-batches'
import { idempotentRequest } from '@/db/schema'
import { isVerification } from '../card/errors'
import { days, later } from '../clock/clock'
import type { Context } from '../context'
import { keyedHash, open, seal, sha256 } from '../crypto/crypto'
import { KassaError } from '../error/error'
import { holdsCardNumber } from '../log/card-number'
import type { Answer } from './endpoint'
import { errorAnswer, requestIdOf } from './respond'

/** How long an answer is kept. */
const keptFor = days(7)

/** How long most attempts may run before the same request may take one over, seconds: its process has died. */
const usualLease = 30

/** When the attempt of a key that was let go began: its lease is over at once. */
const longAgo = new Date(0)

type Row = typeof idempotentRequest.$inferSelect
type Settled = Answer & { status: number }

/**
 * Acts once for an Idempotency-Key: the first answer, whatever its status, is stored and replayed. `act` is given the
 * request's origin, by which the domain finds what an attempt began whose process died. Without a key it just acts.
 *
 * Not stored, since the same request is meant to be repeated: a card verification to go through, a card service that
 * has not answered, a database away, and whatever says when to try again. What the attempt began may still come to its end, so the repetition has to
 * keep its origin: the key is let go, never forgotten.
 */
export async function idempotently(
  context: Context,
  request: Request,
  body: Uint8Array,
  act: (origin?: string) => Promise<Settled>,
  leaseSeconds = usualLease,
): Promise<Settled> {
  const key = request.headers.get('idempotency-key')
  if (key === null) return act()
  if (key.length < 1 || key.length > 255) {
    throw new KassaError('malformed content', {
      type: 'Idempotency-Key',
      description: 'An Idempotency-Key has 1 to 255 characters. A UUID is a good one.',
    })
  }
  const { pathname, search } = new URL(request.url)
  // With or without a slash at the end it is the same request. Keyed: a body may hold a test card's number.
  const target = `${request.method} ${pathname.replace(/\/$/, '')}${search}\n`
  const fingerprint = keyedHash('request', Buffer.concat([Buffer.from(target), body]))
  const claim = await claimKey(context, { key: storableKey(key), fingerprint, leaseSeconds })
  if ('replay' in claim) return claim.replay
  const answer = await act(claim.row.origin).catch((error: unknown) => {
    const failed = errorAnswer(error, requestIdOf(request))
    const isLater = failed.status === 504 || failed.headers?.['Retry-After'] !== undefined
    const provisional = isVerification(error) || isLater
    return { ...failed, provisional }
  })
  if (answer.provisional) {
    await context.db.update(idempotentRequest).set({ started: longAgo }).where(attempt(claim.row))
    return answer
  }
  await context.db
    .update(idempotentRequest)
    .set({
      status: answer.status,
      headers: answer.headers ?? {},
      // An answer may hold a key, which is otherwise stored as a hash only.
      body: answer.body === undefined ? null : seal(JSON.stringify(answer.body)),
    })
    .where(attempt(claim.row))
  return answer
}

/** A key as it is stored: of one that holds a card number only a hash, so that the number is nowhere. */
const storableKey = (key: string) => (holdsCardNumber(key) ? `sha256:${sha256(key)}` : key)

/** Takes a key for this attempt, or finds the answer of the first. Throws `conflict`. */
async function claimKey(
  context: Context,
  request: { key: string; fingerprint: string; leaseSeconds: number },
): Promise<{ row: Row } | { replay: Settled }> {
  const { db, merchant } = context
  const { key, fingerprint, leaseSeconds } = request
  const now = new Date()
  const mine = { merchantId: merchant.id, caller: callerOf(context), key }
  const fresh = { ...mine, fingerprint, origin: randomUUID(), started: now, expires: later(now, keptFor) }
  const [claimed] = await db.insert(idempotentRequest).values(fresh).onConflictDoNothing().returning()
  if (claimed) return { row: claimed }

  const [known] = await db.select().from(idempotentRequest).where(named(mine))
  if (!known || known.expires <= now) {
    // Kept long enough, or let go of this very moment: the key is free again.
    await db.delete(idempotentRequest).where(and(named(mine), lt(idempotentRequest.expires, now)))
    return claimKey(context, request)
  }
  if (known.fingerprint !== fingerprint) {
    throw new KassaError('conflict', {
      type: 'Idempotency-Key',
      description: 'This Idempotency-Key was used for another request. Use a new key for a new request.',
    })
  }
  if (known.status !== null) return { replay: replayOf(known, known.status) }
  const [taken] = await db
    .update(idempotentRequest)
    .set({ started: now })
    .where(and(attempt(known), lt(idempotentRequest.started, later(now, -leaseSeconds * 1000))))
    .returning()
  if (taken) return { row: taken }
  throw new KassaError(
    'conflict',
    {
      type: 'Idempotency-Key',
      description: 'The first request with this Idempotency-Key is still running. Repeat it in a moment.',
    },
    { headers: { 'Retry-After': '1' } },
  )
}

const replayOf = (row: Row, status: number): Settled => ({
  status,
  // As the text that was answered: byte for byte what the first caller got.
  ...(row.body !== null && { body: opened(row.body) }),
  headers: { ...row.headers, 'Idempotent-Replayed': 'true' },
})

/** What was stored before answers were sealed is JSON as it is, and no JSON begins as a sealed text does. */
const opened = (body: string) => (body.startsWith('v1.') ? open(body) : body)

/** Keys of one caller mean nothing to another: what an account key stored is not replayed to another account's. */
const callerOf = ({ actor }: Context) => (actor.kind === 'account' ? actor.accountId : actor.kind)

const named = ({ merchantId, caller, key }: Pick<Row, 'merchantId' | 'caller' | 'key'>) =>
  and(
    eq(idempotentRequest.merchantId, merchantId),
    eq(idempotentRequest.caller, caller),
    eq(idempotentRequest.key, key),
  )

/** The row, as long as no later attempt has taken it over. */
const attempt = (row: Row) => and(named(row), eq(idempotentRequest.started, row.started))

/** Deletes responses that were kept long enough; returns how many. */
export const forgetRequests = (db: Context['db'], now: Date): Promise<number> =>
  deleteInBatches(db, idempotentRequest, lt(idempotentRequest.expires, now))

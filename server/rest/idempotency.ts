import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, lt } from 'drizzle-orm'
import { deleteInBatches } from '@/db/delete-in-batches'
import { idempotentRequest } from '@/db/schema'
import { days, later } from '../core/clock'
import type { Context } from '../core/context'
import { isSealed, keyedHash, lastingHash, open, seal, sha256 } from '../core/crypto'
import { log } from '../core/log'
import { DocumentedError } from '../http/documented-error'
import type { Answer } from '../http/respond'
import { errorAnswer } from '../http/respond'
import { holdsCardNumber } from '../model/card-number'
import { hasCode } from '../model/errors'

/** How long an answer is kept. */
const keptFor = days(7)

/** How long most attempts may run before the same request may take one over, seconds: its process has died. */
const usualLease = 30

/** When the attempt of a key that was let go began: its lease is over at once. */
const longAgo = new Date(0)

type Row = typeof idempotentRequest.$inferSelect
type Settled = Answer & { status: number }

/** A request that changes something. */
interface Changing {
  context: Context
  request: Request
  requestId: string
  body: Uint8Array
  leaseSeconds?: number | undefined
}

/**
 * Acts once per Idempotency-Key: the first final response is stored and replayed. `act` receives the request's origin,
 * by which the domain finds what an earlier attempt began. Without a key it just acts.
 *
 * A response is final when its status is below 500 and repeating the request cannot lead to another one. Not final are
 * a card verification to go through and whatever says when to try again. What such an attempt began may still be
 * completed, so the key keeps its origin: it is released, never forgotten.
 */
export async function idempotently(
  { context, request, requestId, body, leaseSeconds = usualLease }: Changing,
  act: (origin?: string) => Promise<Settled>,
): Promise<Settled> {
  const key = request.headers.get('idempotency-key')
  if (key === null) return act()
  if (key.length < 1 || key.length > 255) {
    throw new DocumentedError({
      type: 'malformed content',
      content: {
        type: 'Idempotency-Key',
        description: 'An Idempotency-Key has 1 to 255 characters. A UUID is a good one.',
      },
    })
  }
  const { pathname, search } = new URL(request.url)
  // With or without a slash at the end it is the same request.
  const target = `${request.method} ${pathname.replace(/\/$/, '')}${search}\n`
  const content = Buffer.concat([Buffer.from(target), body])
  const claim = await claimKey(context, { key: storableKey(key), content, leaseSeconds })
  if ('replay' in claim) return claim.replay
  const answer = await act(claim.row.origin).catch((error: unknown) => {
    const failed = errorAnswer(error, requestId)
    return {
      ...failed,
      provisional: hasCode(error, 'card.verification') || failed.headers?.['Retry-After'] !== undefined,
    }
  })
  const isFinal = answer.status < 500 && !answer.provisional
  await conclude(context, claim.row, isFinal ? answer : undefined, leaseSeconds)
  return answer
}

/**
 * Stores a final response, or else releases the key for the next attempt. The caller gets the response in any case,
 * because what it says is true. While the database fails, the write is repeated in the background until the lease ends.
 */
async function conclude(
  { db }: Context,
  row: Row,
  final: Settled | undefined,
  leaseSeconds: number,
): Promise<void> {
  const end = final
    ? {
        status: final.status,
        headers: final.headers ?? {},
        // A response may hold a key, which is otherwise stored as a hash only.
        body: final.body === undefined ? null : seal(JSON.stringify(final.body), purposeOf(row)),
      }
    : { started: longAgo }
  const write = async (): Promise<boolean> => {
    try {
      await db.update(idempotentRequest).set(end).where(attempt(row))
      return true
    } catch (error) {
      log.warn({ err: error }, 'The end of a request with an Idempotency-Key could not be stored')
      return false
    }
  }
  if ((await write()) || (await write())) return
  const repeat = async () => {
    for (let second = 1; second < leaseSeconds; second++) {
      await wait(1_000, undefined, { ref: false })
      if (await write()) return
    }
  }
  void repeat()
}

/** A key as it is stored: of one that holds a card number only a hash, so that the number is nowhere. */
const storableKey = (key: string) => (holdsCardNumber(key) ? `sha256:${sha256(key)}` : key)

/** Takes a key for this attempt, or finds the answer of the first. Throws `conflict`. */
async function claimKey(
  context: Context,
  request: { key: string; content: Uint8Array; leaseSeconds: number },
): Promise<{ row: Row } | { replay: Settled }> {
  const { db, merchant } = context
  const { key, content, leaseSeconds } = request
  const fingerprint = fingerprintOf(content)
  const now = new Date()
  const mine = { merchantId: merchant.id, caller: callerOf(context, fingerprint), key }
  const fresh = { ...mine, fingerprint, origin: randomUUID(), started: now, expires: later(now, keptFor) }
  const [claimed] = await db.insert(idempotentRequest).values(fresh).onConflictDoNothing().returning()
  if (claimed) return { row: claimed }

  const [known] = await db.select().from(idempotentRequest).where(named(mine))
  if (!known || known.expires <= now) {
    // Kept long enough, or let go of this very moment: the key is free again.
    await db.delete(idempotentRequest).where(and(named(mine), lt(idempotentRequest.expires, now)))
    return claimKey(context, request)
  }
  if (known.fingerprint !== fingerprint && known.fingerprint !== keyedHash('request', content)) {
    throw new DocumentedError({
      type: 'conflict',
      content: {
        type: 'Idempotency-Key',
        description: 'This Idempotency-Key was used for another request. Use a new key for a new request.',
      },
    })
  }
  if (known.status !== null) return { replay: replayOf(known, known.status) }
  const [taken] = await db
    .update(idempotentRequest)
    .set({ started: now })
    .where(and(attempt(known), lt(idempotentRequest.started, later(now, -leaseSeconds * 1000))))
    .returning()
  if (taken) return { row: taken }
  throw new DocumentedError({
    type: 'conflict',
    content: {
      type: 'Idempotency-Key',
      description: 'The first request with this Idempotency-Key is still running. Repeat it in a moment.',
    },
    headers: { 'Retry-After': '1' },
  })
}

const replayOf = (row: Row, status: number): Settled => ({
  status,
  // As the text that was answered: byte for byte what the first caller got.
  ...(row.body !== null && { body: opened({ ...row, body: row.body }) }),
  headers: { ...row.headers, 'Idempotent-Replayed': 'true' },
})

/** What was stored before answers were sealed is JSON as it is, and no JSON begins as a sealed text does. */
const opened = ({ body, ...row }: Row & { body: string }) =>
  isSealed(body) ? open(body, purposeOf(row)) : body

const purposeOf = ({ merchantId, origin }: Pick<Row, 'merchantId' | 'origin'>) =>
  `idempotent_request ${merchantId} ${origin}`

/**
 * Names the content of a request. Keyed, because a body may hold a test card's number; by ENCRYPTION_KEY, because it has to
 * survive a change of AUTH_SECRET: a repeated charge that is taken for another request invites the caller to charge again.
 */
const fingerprintOf = (content: Uint8Array): string => `2.${lastingHash('request', content)}`

/**
 * Whose keys they are: what an account key stored is not replayed to another account's. A public key is shared by all
 * shoppers, who must neither block nor probe each other's keys, so there each request has a key space of its own.
 */
const callerOf = ({ actor }: Context, fingerprint: string): string => {
  if (actor.kind === 'public') return `public:${fingerprint}`
  return actor.kind === 'account' ? actor.accountId : actor.kind
}

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

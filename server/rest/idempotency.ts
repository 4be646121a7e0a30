import { randomUUID } from 'node:crypto'
import { and, getTableColumns, or, sql } from 'drizzle-orm'
import { isAhead } from '@/db/ahead'
import { coalesced } from '@/db/coalesce'
import { batchSize, deleteBatches } from '@/db/delete-in-batches'
import { givenTable, insertionOf, jsonOf } from '@/db/many'
import { builtOnce } from '@/db/prepared'
import { idempotentRequest, operation } from '@/db/schema'
import type { Context } from '../core/context'
import { isSealed, keyedHash, lastingHash, open, sha256 } from '../core/crypto'
import { instantOf, milliseconds } from '../core/instants'
import { keptForDays } from '../core/kept-responses'
import { DocumentedError } from '../http/documented-error'
import type { HttpRequest } from '../http/messages'
import { responseToError } from '../http/respond'
import { holdsCardNumber } from '../model/card-number'
import { hasCode } from '../model/errors'
import { isReplaced } from '../store/operations'
import {
  carryOut,
  type FinalResponse,
  isAttempt,
  isStoredRequest,
  leaseSeconds,
  purposeOf,
  type StoredRequest,
} from './attempt'
import { hasBegunNothing } from './has-begun-nothing'

/** A request that changes something. */
interface Changing {
  context: Context
  request: HttpRequest
  requestId: string
  body: Uint8Array
}

/**
 * Acts once per Idempotency-Key: the first final response is stored and replayed. `act` receives the request's
 * origin, by which the domain finds what an earlier attempt began, and whether this is the first attempt. Without a key
 * it simply acts.
 *
 * A response is final when its status is below 500 and repeating the request cannot lead to another one. A required
 * card verification and any response that says when to try again are not final. What such an attempt began may still
 * be completed, so the key keeps its origin: it is released. A first attempt whose body failed validation has begun
 * nothing and deletes the key, so that the corrected body can use it. Under a public key, so does one that failed before
 * anything was begun: a stranger could otherwise fill the database with errors.
 */
export async function idempotently(
  { context, request, requestId, body }: Changing,
  act: (origin?: string, isFirst?: boolean) => Promise<FinalResponse>,
): Promise<FinalResponse> {
  const key = request.headers.get('idempotency-key')
  if (key === null) return act()
  if (key.length < 1 || key.length > 255) {
    throw new DocumentedError({
      type: 'malformed content',
      content: {
        type: 'Idempotency-Key',
        description: 'An Idempotency-Key must have 1 to 255 characters. A UUID is a good choice.',
      },
    })
  }
  // With or without a slash at the end it is the same request.
  const { method, path, query } = request
  const target = `${method} ${path.replace(/\/$/, '')}${query && `?${query}`}\n`
  const content = Buffer.concat([Buffer.from(target), body])
  const claim = await claimKey(context, { key: storableKey(key), content })
  if ('replay' in claim) return claim.replay
  return carryOut(context, claim.row, async () => {
    let isRefused = false
    const result = await act(claim.row.origin, claim.isFirst).catch((error: unknown) => {
      const failed = responseToError(error, requestId)
      isRefused = claim.isFirst && hasBegunNothing(error, { status: failed.status, actor: context.actor })
      return {
        ...failed,
        provisional: hasCode(error, 'card.verification') || failed.headers?.['Retry-After'] !== undefined,
      }
    })
    const isFinal = result.status < 500 && !result.provisional
    return { result, end: isRefused ? 'refused' : isFinal ? result : 'released' }
  })
}

/**
 * Returns an idempotency key as it is stored. A key with a card number in it is stored as a hash, so that the number
 * appears nowhere.
 */
const storableKey = (key: string) => (holdsCardNumber(key) ? `sha256:${sha256(key)}` : key)

/** When an attempt began and until when its response is kept, by PostgreSQL's clock: that of a process may be wrong. */
type Times = Pick<StoredRequest, 'started' | 'expires'>
type Claim = Omit<StoredRequest, keyof Times>

/** Claims keys together with other requests. Returns the times of those that were free. */
const claimFree = coalesced<Claim, Times | undefined>(async (db, rows) => {
  type Claimed = { origin: string } & Record<keyof Times, number>
  const claimed = await db.execute<Claimed>(claiming({ rows: jsonOf(rows) }))
  const times = new Map(
    claimed.map(({ origin, started, expires }) => [
      origin,
      { started: instantOf(started), expires: instantOf(expires) },
    ]),
  )
  return rows.map(({ origin }) => times.get(origin))
})

const claiming = builtOnce<'rows'>(() => {
  const from = sql`(
    select merchant_id, caller, key, fingerprint, origin, status, headers, body,
      now() as started, now() + make_interval(days => ${sql.raw(String(keptForDays))}) as expires
    from ${givenTable(idempotentRequest, 'rows')}) given`
  return sql`${insertionOf(idempotentRequest, { from, skipKnown: true })}
    returning origin, ${milliseconds(sql`started`)} as started, ${milliseconds(sql`expires`)} as expires`
})

const isExpired = sql<boolean>`${idempotentRequest.expires} <= now()`

/** How many times a key that seems to be free is claimed. Others may take it and release it in between. */
const maxClaims = 5

/** Claims a key for this attempt, or returns the response of the first. Throws `conflict`. */
async function claimKey(
  context: Context,
  request: { key: string; content: Uint8Array },
  claims = maxClaims,
): Promise<{ row: StoredRequest; isFirst: boolean } | { replay: FinalResponse }> {
  const { db, merchant } = context
  const { key, content } = request
  const fingerprint = fingerprintOf(content)
  const mine = { merchantId: merchant.id, caller: callerOf(context, fingerprint), key }
  const claim: Claim = {
    ...mine,
    ...{ fingerprint, origin: randomUUID() },
    ...{ status: null, headers: null, body: null },
  }
  const times = await claimFree(db, claim)
  if (times) return { row: { ...claim, ...times }, isFirst: true }

  const [known] = await db
    .select({ ...getTableColumns(idempotentRequest), isExpired })
    .from(idempotentRequest)
    .where(isStoredRequest(mine))
  if (!known || known.isExpired) {
    // Expired, or released at this moment: the key is free again.
    if (claims === 1) throw inProgress()
    await db.delete(idempotentRequest).where(and(isStoredRequest(mine), isExpired))
    return claimKey(context, request, claims - 1)
  }
  if (known.fingerprint !== fingerprint && known.fingerprint !== keyedHash('request', content))
    throw keyReused()
  if (known.status !== null) return { replay: replayOf(known, known.status) }
  const [taken] = await db
    .update(idempotentRequest)
    .set({ started: sql`now()` })
    .where(and(isAttempt(known), or(isOver, isAhead(idempotentRequest.started))))
    .returning()
  if (taken) return { row: taken, isFirst: false }
  throw inProgress()
}

const isOver = sql`${idempotentRequest.started} < now() - make_interval(secs => ${sql.raw(String(leaseSeconds))})`

export const keyReused = () =>
  new DocumentedError({
    type: 'conflict',
    content: {
      type: 'Idempotency-Key',
      description:
        'This Idempotency-Key was already used for a different request. Use a new key for each new request.',
    },
  })

const inProgress = () =>
  new DocumentedError({
    type: 'conflict',
    content: {
      type: 'Idempotency-Key',
      description: 'The first request with this Idempotency-Key is still in progress. Try again in a moment.',
    },
    headers: { 'Retry-After': '1' },
  })

const replayOf = (row: StoredRequest, status: number): FinalResponse => ({
  status,
  // Returned as text, so the caller gets the same bytes as the first time.
  ...(row.body !== null && { body: opened({ ...row, body: row.body }) }),
  headers: { ...row.headers, 'Idempotent-Replayed': 'true' },
})

/** Responses stored before they were sealed are plain JSON, which never begins like a sealed text. */
const opened = ({ body, ...row }: StoredRequest & { body: string }) =>
  isSealed(body) ? open(body, purposeOf(row)) : body

/**
 * Returns a fingerprint of a request. Keyed, because a body may contain a test card's number; with ENCRYPTION_KEY,
 * because it must survive a change of AUTH_SECRET: if a repeated charge looked like another request, the caller might
 * charge again.
 */
const fingerprintOf = (content: Uint8Array): string => `2.${lastingHash('request', content)}`

/**
 * Returns whose idempotency keys they are: what one account's key stored is not replayed to another account. All
 * shoppers share a public key and must not block or probe each other's keys, so there each request has its own key
 * space.
 */
const callerOf = ({ actor }: Context, fingerprint: string): string => {
  if (actor.kind === 'public') return `public:${fingerprint}`
  return actor.kind === 'account' ? actor.accountId : actor.kind
}

/**
 * Deletes responses that have expired by PostgreSQL's clock, each with the authorisation that was kept for a repetition of
 * its request. Returns how many responses.
 */
export const deleteStoredResponses = (db: Context['db']): Promise<number> =>
  deleteBatches(
    db,
    sql`with expired as (
      select ctid as place, merchant_id, origin::text as origin from ${idempotentRequest}
      where ${isExpired} order by ${idempotentRequest.expires} limit ${batchSize} for update skip locked
    ), repeated as (
      delete from ${operation} using expired where ${operation.merchantId} = expired.merchant_id
        and ${operation.origin} = expired.origin and ${isReplaced}
    )
    delete from ${idempotentRequest} where ctid = any(array(select place from expired))`,
  )

import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, getTableColumns, or, sql } from 'drizzle-orm'
import { isAhead } from '@/db/ahead'
import { coalesced } from '@/db/coalesce'
import { deleteInBatches } from '@/db/delete-in-batches'
import { asTable, givenTable, insertionOf, jsonOf } from '@/db/many'
import { builtOnce } from '@/db/prepared'
import { idempotentRequest, operation } from '@/db/schema'
import type { Context } from '../core/context'
import { isSealed, keyedHash, lastingHash, open, seal, sha256 } from '../core/crypto'
import { keptForDays } from '../core/kept-responses'
import { log } from '../core/log'
import { instantOf, milliseconds } from '../core/walk'
import { DocumentedError } from '../http/documented-error'
import type { HttpRequest } from '../http/messages'
import type { EndpointResponse } from '../http/respond'
import { responseToError } from '../http/respond'
import { holdsCardNumber } from '../model/card-number'
import { hasCode } from '../model/errors'
import { isReplaced } from '../store/operations'
import { isRefusedBody } from './refused-body'

/** After how many seconds the same request may take over an attempt, because its process must have died. */
const defaultLeaseSeconds = 30

/** The start of the attempt of a released key, so that its lease is already over. */
const longAgo = new Date(0)

type StoredRequest = typeof idempotentRequest.$inferSelect
type FinalResponse = EndpointResponse & { status: number }

/** A request that changes something. */
interface Changing {
  context: Context
  request: HttpRequest
  requestId: string
  body: Uint8Array
  leaseSeconds?: number | undefined
}

/**
 * Acts once per Idempotency-Key: the first final response is stored and replayed. `act` receives the request's
 * origin, by which the domain finds what an earlier attempt began, and whether this is the first attempt. Without a key
 * it simply acts.
 *
 * A response is final when its status is below 500 and repeating the request cannot lead to another one. A required
 * card verification and any response that says when to try again are not final. What such an attempt began may still
 * be completed, so the key keeps its origin: it is released. Only a first attempt whose body failed validation has begun
 * nothing and deletes the key, so that the corrected body can use it.
 */
export async function idempotently(
  { context, request, requestId, body, leaseSeconds = defaultLeaseSeconds }: Changing,
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
  const claim = await claimKey(context, { key: storableKey(key), content, leaseSeconds })
  if ('replay' in claim) return claim.replay
  let isRefused = false
  const result = await act(claim.row.origin, claim.isFirst).catch((error: unknown) => {
    isRefused = claim.isFirst && isRefusedBody(error)
    const failed = responseToError(error, requestId)
    return {
      ...failed,
      provisional: hasCode(error, 'card.verification') || failed.headers?.['Retry-After'] !== undefined,
    }
  })
  const isFinal = result.status < 500 && !result.provisional
  await conclude(context, claim.row, isRefused ? 'refused' : isFinal ? result : 'released', leaseSeconds)
  return result
}

/**
 * Stores a final response, releases the key for the next attempt, or deletes the key of a refused body. The caller gets
 * the response either way, because it is true. While the database fails, the write is repeated in the background until
 * the lease ends. It also goes on in the background if the database is silent: its caller has waited long enough.
 */
async function conclude(
  { db }: Context,
  row: StoredRequest,
  final: FinalResponse | 'released' | 'refused',
  leaseSeconds: number,
): Promise<void> {
  const ended = typeof final === 'object' && {
    ...row,
    status: final.status,
    headers: final.headers ?? {},
    // A response may contain a key, which is otherwise only stored as a hash.
    body: final.body === undefined ? null : seal(JSON.stringify(final.body), purposeOf(row)),
  }
  const write = async (): Promise<boolean> => {
    try {
      if (ended) await storeResponse(db, ended)
      else if (final === 'refused') await db.delete(idempotentRequest).where(attempt(row))
      else await db.update(idempotentRequest).set({ started: longAgo }).where(attempt(row))
      return true
    } catch (error) {
      log.warn({ err: error }, 'The end of a request with an Idempotency-Key could not be stored')
      return false
    }
  }
  const repeat = async () => {
    for (let second = 1; second < leaseSeconds; second++) {
      await wait(1_000, undefined, { ref: false })
      if (await write()) return
    }
  }
  const writeTwice = async () => {
    if (!(await write()) && !(await write())) void repeat()
  }
  await Promise.race([writeTwice(), wait(patienceMs, undefined, { ref: false })])
}

/** How long a response waits for the end of its request to be stored. */
const patienceMs = 2_000

/**
 * Returns an idempotency key as it is stored. A key with a card number in it is stored as a hash, so that the number
 * appears nowhere.
 */
const storableKey = (key: string) => (holdsCardNumber(key) ? `sha256:${sha256(key)}` : key)

/** Stores final responses together with those of other requests, unless a later attempt has taken the request over. */
const storeResponse = coalesced<StoredRequest, void>(async (db, rows) => {
  await db.execute(sql`
    update idempotent_request present set status = given.status, headers = given.headers, body = given.body
    from ${asTable(idempotentRequest, rows)} given
    where present.merchant_id = given.merchant_id and present.caller = given.caller and present.key = given.key
      and present.started = given.started`)
  return rows.map(() => undefined)
})

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
  request: { key: string; content: Uint8Array; leaseSeconds: number },
  claims = maxClaims,
): Promise<{ row: StoredRequest; isFirst: boolean } | { replay: FinalResponse }> {
  const { db, merchant } = context
  const { key, content, leaseSeconds } = request
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
    .where(and(attempt(known), or(isOver(leaseSeconds), isAhead(idempotentRequest.started))))
    .returning()
  if (taken) return { row: taken, isFirst: false }
  throw inProgress()
}

const isOver = (leaseSeconds: number) =>
  sql`${idempotentRequest.started} < now() - make_interval(secs => ${leaseSeconds})`

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

const purposeOf = ({ merchantId, origin }: Pick<StoredRequest, 'merchantId' | 'origin'>) =>
  `idempotent_request ${merchantId} ${origin}`

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

const isStoredRequest = ({ merchantId, caller, key }: Pick<StoredRequest, 'merchantId' | 'caller' | 'key'>) =>
  and(
    eq(idempotentRequest.merchantId, merchantId),
    eq(idempotentRequest.caller, caller),
    eq(idempotentRequest.key, key),
  )

/** Selects the row as long as no later attempt has taken it over. */
const attempt = (row: StoredRequest) => and(isStoredRequest(row), eq(idempotentRequest.started, row.started))

/**
 * Deletes responses that have expired by PostgreSQL's clock, and before them the authorisations that were kept for a repetition of their requests.
 * Returns how many responses.
 */
export async function deleteStoredResponses(db: Context['db']): Promise<number> {
  const requests = db
    .select({ merchantId: idempotentRequest.merchantId, origin: sql`${idempotentRequest.origin}::text` })
    .from(idempotentRequest)
    .where(isExpired)
  const ofExpired = sql`${isReplaced} and origin is not null and (merchant_id, origin) in ${requests}`
  await deleteInBatches(db, operation, ofExpired)
  return deleteInBatches(db, idempotentRequest, isExpired)
}

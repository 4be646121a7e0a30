import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import { coalesced } from '@/db/coalesce'
import { asTable } from '@/db/many'
import { idempotentRequest } from '@/db/schema'
import { minutes } from '../core/clock'
import type { Context } from '../core/context'
import { seal } from '../core/crypto'
import { log } from '../core/log'
import { renewEvery } from '../core/renewal'
import type { EndpointResponse } from '../http/respond'

export type StoredRequest = typeof idempotentRequest.$inferSelect
export type FinalResponse = EndpointResponse & { status: number }

/**
 * How many seconds an attempt that is not renewed keeps its key. After that, its process must have died, and a repeated
 * request takes over.
 */
export const leaseSeconds = 30

/** The start of the attempt of a released key, so that its lease is already over. */
const longAgo = new Date(0)

/** How long a response waits for the end of its request to be stored. */
const patienceMs = 2_000

/** How long an attempt is renewed. One that takes longer is stuck. */
const longestMs = minutes(10)

/** What happens to a key: its response is stored, it is released for the next attempt, or it is deleted. */
export type End = FinalResponse | 'released' | 'refused'

/** Runs an attempt and renews it while it runs, so that a repetition takes over only if its process has died. */
export async function carryOut<Result>(
  { db }: Pick<Context, 'db'>,
  row: StoredRequest,
  act: () => Promise<{ result: Result; end: End }>,
): Promise<Result> {
  let mine = row
  const began = performance.now()
  const renew = async () => {
    if (performance.now() - began > longestMs) return
    const [renewed] = await db
      .update(idempotentRequest)
      .set({ started: sql`now()` })
      .where(isAttempt(mine))
      .returning()
    // No row: another attempt has taken over, because the database was unavailable for longer than the lease.
    if (renewed) mine = renewed
  }
  const problem = 'A request with an Idempotency-Key could not be renewed'
  const renewal = renewEvery((leaseSeconds * 1000) / 3, renew, problem)
  const current = async () => {
    await renewal.stop()
    return mine
  }
  try {
    const { result, end } = await act()
    await conclude(db, current, end)
    return result
  } finally {
    void renewal.stop()
  }
}

/**
 * Stores a final response, releases the key for the next attempt, or deletes the key of a refused request. The caller
 * gets the response either way: it says what happened. While the database fails, the write is retried in the background
 * for up to 30 seconds. If the database does not respond, the caller waits two seconds, and the write continues in the
 * background.
 */
async function conclude(db: Context['db'], current: () => Promise<StoredRequest>, end: End): Promise<void> {
  const write = async (): Promise<boolean> => {
    try {
      await writeEnd(db, await current(), end)
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

async function writeEnd(db: Context['db'], row: StoredRequest, end: End): Promise<void> {
  if (end === 'refused') await db.delete(idempotentRequest).where(isAttempt(row))
  else if (end === 'released')
    await db.update(idempotentRequest).set({ started: longAgo }).where(isAttempt(row))
  else {
    const { status, headers = {}, body } = end
    // A response may contain a key, which is otherwise only stored as a hash.
    const sealed = body === undefined ? null : seal(JSON.stringify(body), purposeOf(row))
    await storeResponse(db, { ...row, status, headers, body: sealed })
  }
}

/** Stores final responses together with those of other requests, unless a later attempt has taken the request over. */
const storeResponse = coalesced<StoredRequest, void>(async (db, rows) => {
  await db.execute(sql`
    update idempotent_request present set status = given.status, headers = given.headers, body = given.body
    from ${asTable(idempotentRequest, rows)} given
    where present.merchant_id = given.merchant_id and present.caller = given.caller and present.key = given.key
      and present.started = given.started`)
  return rows.map(() => undefined)
})

export const purposeOf = ({ merchantId, origin }: Pick<StoredRequest, 'merchantId' | 'origin'>) =>
  `idempotent_request ${merchantId} ${origin}`

export const isStoredRequest = ({
  merchantId,
  caller,
  key,
}: Pick<StoredRequest, 'merchantId' | 'caller' | 'key'>) =>
  and(
    eq(idempotentRequest.merchantId, merchantId),
    eq(idempotentRequest.caller, caller),
    eq(idempotentRequest.key, key),
  )

/** Selects the row as long as no later attempt has taken it over. */
export const isAttempt = (row: StoredRequest) =>
  and(isStoredRequest(row), eq(idempotentRequest.started, row.started))

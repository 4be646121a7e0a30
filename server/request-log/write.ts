import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { givenTable, insertionOf, insertMany, jsonOf } from '@/db/many'
import { builtOnce } from '@/db/prepared'
import { requestContents, requestLog } from '@/db/schema'
import { faultLog } from '../core/fault-log'
import { log } from '../core/log'
import { maxTogether, packed } from './contents'
import { type LoggedRequest, leftOut, maxKeptBytes, type PreparedRow, rowOf } from './row'
import { addUsage, keptFromStrangers, roomLeft, type Usage } from './usage'

/** Requests are collected, so that the log takes one statement now and then instead of one for each request. */
const flushEveryMs = 250
/** More requests only wait when the database is slow. Then some are dropped, those of the busiest merchant first. */
const maxWaiting = 5000
const maxWaitingOfOne = 1000
/** Bytes of bodies and responses. The requests that one merchant can have waiting fill at most half of it. */
const maxWaitingBytes = 64_000_000
/** How long rows are prepared at a time, and the pause after that, in which other requests get their turn. */
const sliceMs = 0.5
const pauseMs = 1

let waiting: LoggedRequest[] = []
let waitingBytes = 0
const waitingOf = new Map<string, number>()
let usage = new Map<string, Usage>()
let timer: NodeJS.Timeout | undefined
let writing: Promise<void> = Promise.resolve()
const faults = faultLog('Writing the request log')

const usageOf = (merchantId: string): Usage => {
  const known = usage.get(merchantId) ?? { bytes: 0, overLimit: 0, failed: 0 }
  usage.set(merchantId, known)
  return known
}

/** Queues a request, to be written in a moment. */
export function logRequest(db: Database, request: LoggedRequest): void {
  const { merchantId } = request
  timer ??= setTimeout(() => flushRequestLog(db), flushEveryMs).unref()
  const mine = waitingOf.get(merchantId) ?? 0
  const isFull = waiting.length >= maxWaiting || waitingBytes >= maxWaitingBytes || mine >= maxWaitingOfOne
  if (isFull) {
    usageOf(merchantId).failed++
    return
  }
  const { body, responseBody } = withoutLong(request)
  waitingOf.set(merchantId, mine + 1)
  waitingBytes += (body?.byteLength ?? 0) + (responseBody?.length ?? 0)
  waiting.push({ ...request, body, responseBody })
}

/** Leaves out what is too long to be stored, so that it does not wait in memory. */
function withoutLong({ body, responseBody }: LoggedRequest): Pick<LoggedRequest, 'body' | 'responseBody'> {
  const inPlaceOf = (content: Uint8Array | string) => JSON.stringify(leftOut(Buffer.byteLength(content)))
  return {
    body: body !== undefined && body.byteLength > maxKeptBytes ? Buffer.from(inPlaceOf(body)) : body,
    responseBody:
      responseBody !== null && responseBody.length > maxKeptBytes ? inPlaceOf(responseBody) : responseBody,
  }
}

/** Writes all queued requests. What cannot be written is lost and counted: nothing depends on the log. */
export function flushRequestLog(db: Database): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  writing = writing.then(() => writeWaiting(db)).then(faults.worked, faults.failed)
  return writing
}

async function writeWaiting(db: Database): Promise<void> {
  const requests = waiting
  waiting = []
  waitingBytes = 0
  waitingOf.clear()
  if (requests.length > 0) await writeRequests(db, requests)
  const added = usage
  usage = new Map()
  try {
    await addUsage(db, added, new Date())
  } catch (error) {
    // Counted with the next write.
    for (const [merchantId, { bytes, overLimit, failed }] of added) {
      const now = usageOf(merchantId)
      Object.assign(now, {
        bytes: now.bytes + bytes,
        overLimit: now.overLimit + overLimit,
        failed: now.failed + failed,
      })
    }
    throw error
  }
}

/** Writes requests a few at a time, because requests that come meanwhile wait for the same cores. */
async function writeRequests(db: Database, unsorted: readonly LoggedRequest[]): Promise<void> {
  // Contents are stored together for each merchant.
  const requests = unsorted.toSorted((one, other) => one.merchantId.localeCompare(other.merchantId))
  let unwritten: readonly { merchantId: string }[] = requests
  try {
    const room = await roomLeft(db, [...new Set(requests.map(({ merchantId }) => merchantId))], new Date())
    for (let next = 0; next < requests.length; next += maxTogether) {
      const rows = await preparedRows(requests.slice(next, next + maxTogether), room)
      unwritten = [...rows, ...requests.slice(next + maxTogether)]
      await insertRows(db, rows)
    }
  } catch (error) {
    for (const { merchantId } of unwritten) usageOf(merchantId).failed++
    faults.failed(error)
  }
}

/** Returns the rows of the requests that their merchants still have room for. */
async function preparedRows(
  requests: readonly LoggedRequest[],
  room: Map<string, number>,
): Promise<PreparedRow[]> {
  const rows: PreparedRow[] = []
  let turn = performance.now()
  for (const request of requests) {
    const used = usageOf(request.merchantId)
    const left = room.get(request.merchantId) ?? 0
    if (left <= (request.isPublic ? keptFromStrangers() : 0)) {
      used.overLimit++
      continue
    }
    try {
      const row = rowOf(request)
      room.set(request.merchantId, left - row.bytes)
      used.bytes += row.bytes
      rows.push(row)
    } catch (error) {
      used.failed++
      log.warn({ err: error, requestId: request.requestId }, 'A request could not be logged')
    }
    if (performance.now() - turn > sliceMs) {
      await wait(pauseMs)
      turn = performance.now()
    }
  }
  return rows
}

/** Inserts all rows that can be stored: if the data of one row fails a statement, each half is tried separately. */
async function insertRows(db: Database, rows: readonly PreparedRow[]): Promise<void> {
  try {
    const { requests, contents } = packed(rows)
    await (contents.length === 0
      ? insertMany(db, requestLog, requests)
      : db.execute(insertion({ requests: jsonOf(requests), contents: jsonOf(contents) })))
  } catch (error) {
    if (!isOfData(error)) throw error
    const [only] = rows
    if (rows.length === 1 && only) {
      usageOf(only.merchantId).failed++
      log.warn({ err: error, requestId: only.requestId }, 'A request could not be logged')
      return
    }
    const half = Math.ceil(rows.length / 2)
    await insertRows(db, rows.slice(0, half))
    await insertRows(db, rows.slice(half))
  }
}

const insertion = builtOnce<'requests' | 'contents'>(
  () => sql`
    with stored as (${insertionOf(requestContents, { from: givenTable(requestContents, 'contents') })})
    ${insertionOf(requestLog, { from: givenTable(requestLog, 'requests') })}`,
)

/** Whether PostgreSQL refused the data itself: classes 22 (data), 23 (constraint) and 54 (limit) of its errors. */
function isOfData(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string' && /^(22|23|54)/.test(error.code)) return true
  return isOfData(error.cause)
}

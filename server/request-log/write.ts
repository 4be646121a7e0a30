import type { Database } from '@/db/client'
import { insertMany } from '@/db/many'
import { requestLog } from '@/db/schema'
import { newId } from '../id/id'
import { log } from '../log/log'
import { redact, redactQuery, redactText } from '../log/redact'

/** A request to the REST interface and what it was answered, as it is told to its merchant. */
export interface LoggedRequest {
  merchantId: string
  requestId: string
  date: Date
  method: string
  path: string
  query: string
  status: number
  milliseconds: number
  keyId: string
  /** As it came. */
  body: Uint8Array | undefined
  /** As it was answered; left out where it is much and tells little: what was only read. */
  answer: unknown
}

/** Requests wait for others, so that the log costs a statement now and then, not one for each. */
const flushEveryMs = 250
/** More than these wait only when the database does not keep up; then some are left out. */
const mostWaiting = 5000
/** The largest body that is kept, in bytes. */
const largestKept = 16_384

let waiting: LoggedRequest[] = []
let timer: NodeJS.Timeout | undefined
let writing: Promise<void> = Promise.resolve()

/** Takes a request down, to be written in a moment. */
export function logRequest(db: Database, request: LoggedRequest): void {
  if (waiting.length >= mostWaiting) return
  waiting.push(request)
  timer ??= setTimeout(() => flushRequestLog(db), flushEveryMs).unref()
}

/** Writes what waits. What cannot be written is lost: the log is there to look at, nothing hangs on it. */
export function flushRequestLog(db: Database): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  const rows = waiting.map(rowOf)
  waiting = []
  if (rows.length > 0) {
    writing = writing
      .then(() => insertMany(db, requestLog, rows))
      .catch((error: unknown) => log.warn({ err: error, lost: rows.length }, 'Requests could not be logged'))
  }
  return writing
}

const rowOf = ({ body, answer, path, query, milliseconds, ...rest }: LoggedRequest) => ({
  ...rest,
  id: newId(),
  path: redactText(path),
  query: query === '' ? null : redactQuery(query),
  milliseconds: Math.round(milliseconds),
  body: body === undefined || body.byteLength === 0 ? null : redact(jsonOf(Buffer.from(body).toString())),
  answer: answer === undefined ? null : redact(typeof answer === 'string' ? jsonOf(answer) : plain(answer)),
})

function jsonOf(text: string): unknown {
  if (text.length > largestKept) return tooLong(text.length)
  try {
    // NUL cannot be stored, and is refused anyway.
    return JSON.parse(text.replaceAll('\\u0000', '').replaceAll('\0', ''))
  } catch {
    // What a figure is of nobody can tell here, and a card's security code must not be kept.
    const kept = text.slice(0, 1000).replaceAll('\0', '').replaceAll(/\p{N}/gu, '0')
    return { '(not JSON)': kept.toWellFormed() }
  }
}

function plain(value: unknown): unknown {
  const text = JSON.stringify(value)
  return text.length > largestKept ? tooLong(text.length) : JSON.parse(text)
}

const tooLong = (length: number) => ({ '(left out)': `${length.toLocaleString('en')} characters` })

import type { requestLog } from '@/db/schema'
import { newId } from '../core/id'
import { redact, redactQuery, redactText } from '../core/redact'

/** A request to the REST interface and its response, as its merchant sees it. */
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
  /** The response's content; left out for successful reads, where it is long and says little. */
  answer: unknown
}

export type LogRow = typeof requestLog.$inferInsert

/** The largest body that is kept, in bytes. */
export const largestKept = 16_384

/** The row of a request: secrets and card data hidden, and only what PostgreSQL can store. */
export const rowOf = ({ body, answer, path, query, milliseconds, ...rest }: LoggedRequest): LogRow => ({
  ...rest,
  id: newId(),
  path: storableText(redactText(path)),
  query: query === '' ? null : storableText(redactQuery(query)),
  milliseconds: Math.round(milliseconds),
  body: body === undefined || body.byteLength === 0 ? null : storable(redact(contentOf(body))),
  answer: answer === undefined ? null : storable(redact(answerOf(answer))),
})

function contentOf(body: Uint8Array): unknown {
  return body.byteLength > largestKept ? leftOut(body.byteLength) : jsonOf(Buffer.from(body).toString())
}

function answerOf(answer: unknown): unknown {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
  return text.length > largestKept ? leftOut(Buffer.byteLength(text)) : jsonOf(text)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Nothing says what a number in here is, and a card's security code must not be kept.
    return { '(not JSON)': text.slice(0, 1000).replaceAll(/\p{N}/gu, '0') }
  }
}

export const leftOut = (bytes: number) => ({ '(left out)': `${bytes.toLocaleString('en')} bytes` })

/** PostgreSQL stores neither NUL nor half a character; one such text would fail every row of its statement. */
const storableText = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed()

/** The same for every text and name in a value that `redact` made, which is never deep. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map(storable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [storableText(name), storable(inner)]),
  )
}

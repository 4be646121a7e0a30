import type { RequestContent, requestLog } from '@/db/schema'
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
  /** Whether the key is public: anyone may have sent it. */
  isPublic: boolean
  /** The body as it was received. */
  body: Uint8Array | undefined
  /** The content of the response as JSON; left out for successful reads, where it is long and of little use. */
  responseBody: string | null
}

/** The row of a request, and its content, which `packed` stores together with that of other requests. */
export interface PreparedRow extends Omit<typeof requestLog.$inferInsert, 'contentsId' | 'place'> {
  content: RequestContent
  /** How long it is as JSON. */
  bytes: number
}

/** The largest body that is kept, in bytes. */
export const maxKeptBytes = 16_384

/** Returns the row of a request, with secrets and card data hidden and only values that PostgreSQL can store. */
export function rowOf({
  body,
  responseBody,
  path,
  query,
  milliseconds,
  isPublic: _,
  ...rest
}: LoggedRequest): PreparedRow {
  const row: Omit<PreparedRow, 'bytes'> = {
    ...rest,
    id: newId(),
    path: storableText(redactText(path)),
    query: query === '' ? null : storableText(redactQuery(query)),
    milliseconds: Math.round(milliseconds),
    content: [
      body === undefined || body.byteLength === 0 ? null : kept(Buffer.from(body)),
      responseBody === null ? null : kept(responseBody),
    ],
  }
  return { ...row, bytes: Buffer.byteLength(JSON.stringify(row)) }
}

/** Returns the part of a body that is kept, with secrets and card data hidden. */
function kept(content: Buffer | string): unknown {
  if (content.length > maxKeptBytes) return leftOut(Buffer.byteLength(content))
  const text = content.toString()
  try {
    const value = redact(JSON.parse(text))
    // What cannot be stored has a backslash in JSON, or is hidden in HTML's numeric references.
    return /[\\&]/.test(text) ? storable(value) : value
  } catch {
    // The meaning of numbers in this text is unknown, and a card's security code must not be kept.
    return storable(redact({ '(not JSON)': text.slice(0, 1000).replaceAll(/\p{N}/gu, '0') }))
  }
}

export const leftOut = (bytes: number) => ({ '(left out)': `${bytes.toLocaleString('en')} bytes` })

/** PostgreSQL stores neither NUL nor half a character. One such text would fail every row of its statement. */
const storableText = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed()

/** Makes every text and name storable in a value from `redact`, which is never deep. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map(storable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [storableText(name), storable(inner)]),
  )
}

import * as z from 'zod'
import type { Actor } from '../core/context'
import { DocumentedError } from './documented-error'
import { contentError } from './flaws'
import { exceededLimit, type JsonLimits, restLimits } from './json-limits'
import type { HttpRequest } from './messages'

/** The largest body, in bytes: 1 MiB. */
export const maxBodyBytes = 1_048_576

/** The largest body with a public key, in bytes: 64 KiB. Anyone may hold such a key, and what they send is stored. */
export const maxPublicBodyBytes = 65_536

export const contentTooLarge = (description: string) =>
  new DocumentedError({ type: 'content too large', content: { type: 'content', description } })

export const tooLarge = () => contentTooLarge('The body is larger than 1 MiB. Send less at once.')

/** The error while all the memory for large bodies is in use. */
export const noMemory = () =>
  new DocumentedError({
    type: 'service unavailable',
    content: {
      type: 'memory',
      description:
        'Too many large requests are being processed. Try again in a moment, with the same Idempotency-Key if you sent one.',
    },
    headers: { 'Retry-After': '2' },
  })

const tooLargeForPublic = () =>
  contentTooLarge(
    'The body is larger than 64 KiB, the maximum with a public key. Send less, or use the private key.',
  )

/** Returns the bytes of a body. Throws `content too large`. */
export async function readBody(request: HttpRequest, { kind }: Pick<Actor, 'kind'>): Promise<Uint8Array> {
  const [largest, error] =
    kind === 'public' ? [maxPublicBodyBytes, tooLargeForPublic] : [maxBodyBytes, tooLarge]
  if (Number(request.headers.get('content-length') ?? 0) > largest) throw error()
  const bytes = await request.body()
  if (bytes.byteLength > largest) throw error()
  return bytes
}

/** Parses a JSON body by its schema. Throws `unsupported media type`, or the error for invalid content. */
export function parseBody<S extends z.ZodType>(
  schema: S,
  bytes: Uint8Array,
  headers: HttpRequest['headers'],
): z.output<S> {
  if (!/^(identity)?$/i.test(headers.get('content-encoding') ?? '')) throw compressed()
  const contentType = headers.get('content-type')
  if (contentType !== null && !/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(contentType)) {
    throw mustBeJson('body')
  }
  const content = parseJson(bytes)
  const result = schema.safeParse(content)
  if (!result.success) throw contentError(result.error.issues, content)
  // Where any name may be used, the schema leaves this one out without a word, and its value would be lost.
  if (
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(reserved) &&
    hasReservedName(content)
  ) {
    throw notJson(`A property is called ${reserved}, which is reserved. Use another name.`)
  }
  return result.data
}

const reserved = '__proto__'

const hasReservedName = (content: unknown): boolean =>
  typeof content === 'object' &&
  content !== null &&
  (Object.hasOwn(content, reserved) || Object.values(content).some(hasReservedName))

export const mustBeJson = (what: 'body' | 'input') =>
  new DocumentedError({
    type: 'unsupported media type',
    content: {
      type: 'Content-Type',
      description: `The ${what} must be JSON. Send the header Content-Type: application/json.`,
    },
  })

const compressed = () =>
  new DocumentedError({
    type: 'unsupported media type',
    content: {
      type: 'Content-Encoding',
      description: 'The body must not be compressed. Send it as it is, without the header Content-Encoding.',
    },
  })

/** Where no body is needed, accepts only an empty one or an empty object. */
export function refuseBody(bytes: Uint8Array): void {
  if (bytes.byteLength === 0) return
  if (z.strictObject({}).safeParse(parseJson(bytes)).success) return
  throw needlessBody()
}

export const needlessBody = () =>
  new DocumentedError({
    type: 'malformed content',
    content: {
      type: 'nothing',
      description: 'This request takes no body. Omit it.',
    },
  })

function parseJson(bytes: Uint8Array): unknown {
  let exceeded: keyof JsonLimits | undefined
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    exceeded = exceededLimit(text, restLimits)
    if (exceeded === undefined) return JSON.parse(text)
  } catch (cause) {
    const isEmpty = bytes.byteLength === 0
    throw notJson(
      isEmpty ? 'The body is empty. Send JSON.' : 'The body is not JSON in UTF-8. Check its syntax.',
      cause,
    )
  }
  throw exceeded === 'entries'
    ? contentTooLarge(`The body has more than ${restLimits.entries} entries. Send less at once.`)
    : notJson(`The body has more than ${restLimits.depth} nested lists or objects. Use fewer levels.`)
}

export const notJson = (description: string, cause?: unknown) =>
  new DocumentedError({ type: 'malformed content', content: { type: 'JSON', description } }, { cause })

import { randomUUID } from 'node:crypto'
import { isTransient } from '@/db/errors'
import { config } from '../core/config/config'
import { log } from '../core/log'
import { holdsCardNumber } from '../model/card-number'
import { KassaError } from '../model/errors'
import { documented } from './documented'
import { DocumentedError } from './documented-error'
import type { HttpRequest, HttpResponse } from './messages'
import { transportSecurity } from './transport-security'

/** The response of an endpoint, without what the wrapper adds. */
export interface EndpointResponse {
  /** A string is already JSON and is sent as it is. Bytes are a file, whose `Content-Type` is in the headers. */
  body?: unknown
  /** Needed if the endpoint has several success statuses; the default is its first. */
  status?: number
  headers?: Record<string, string>
  /**
   * Part of the result is not known yet. Repeating the request may return more, so this is not stored for its
   * Idempotency-Key.
   */
  provisional?: boolean
}

/** Any web page may call the API: it uses bearer keys and never reads cookies. */
export const openToAll: Record<string, string> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Link, X-Request-Id, Retry-After, Idempotent-Replayed',
}

/** Returns the caller's own id of the request if it is valid, else a new one. */
export function requestIdOf(request: Pick<HttpRequest, 'headers'>): string {
  const given = request.headers.get('x-request-id')
  const isSane = given !== null && /^[\w.:@/+=-]{1,128}$/.test(given) && !holdsCardNumber(given)
  return isSane ? given : randomUUID()
}

/** Returns the HTTP response of a result. */
export function respond(result: EndpointResponse, status: number, requestId: string): HttpResponse {
  const headers: Record<string, string> = {
    ...openToAll,
    'X-Request-Id': requestId,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    ...transportSecurity(config()),
    ...result.headers,
  }
  if (result.body === undefined) return { status, headers, body: null }
  if (result.body instanceof Uint8Array) return { status, headers, body: new Uint8Array(result.body) }
  headers['Content-Type'] = 'application/json; charset=utf-8'
  const text = typeof result.body === 'string' ? result.body : JSON.stringify(result.body)
  return { status, headers, body: text }
}

/** Returns the response to a browser's preflight request. */
export const preflight = (allow: readonly string[], requestId: string): HttpResponse =>
  respond(
    {
      headers: {
        Allow: allow.join(', '),
        'Access-Control-Allow-Methods': allow.join(', '),
        'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, X-Request-Id',
        'Access-Control-Max-Age': '86400',
      },
    },
    204,
    requestId,
  )

/** Returns the documented error for anything thrown. Anything but a domain error or a `DocumentedError` is a bug. */
function documentedError(thrown: unknown, requestId: string): DocumentedError {
  if (thrown instanceof DocumentedError) return thrown
  if (thrown instanceof KassaError) return documented(thrown)
  return isTransient(thrown) ? serviceUnavailable(thrown) : unknownError(requestId, thrown)
}

/** Returns the response to an error, and logs it if Kassa or a card service failed. */
export function responseToError(thrown: unknown, requestId: string): EndpointResponse & { status: number } {
  const error = documentedError(thrown, requestId)
  if (error.status >= 500) log.error({ requestId, err: thrown }, error.message)
  return { status: error.status, body: error.toJSON(), headers: error.headers }
}

/** Returns the HTTP response to an error. */
export function errorResponse(thrown: unknown, requestId: string): HttpResponse {
  const result = responseToError(thrown, requestId)
  return respond(result, result.status, requestId)
}

/** The error for a database that cannot be reached at the moment, or cannot do this. */
export function serviceUnavailable(cause?: unknown): DocumentedError {
  const description =
    'The database cannot do this right now. Repeat the request in a moment, with the same Idempotency-Key if you sent one.'
  return new DocumentedError(
    {
      type: 'service unavailable',
      content: { type: 'database', description },
      headers: { 'Retry-After': '2' },
    },
    { cause },
  )
}

/** What people are told about a bug in place of what callers of the API are told. */
export const bugInWords = (requestId: string): string =>
  `Kassa could not process this. If it happens again, give the operator of this service the request id ${requestId}.`

/** The error for a bug. */
export function unknownError(requestId: string, cause?: unknown): DocumentedError {
  const description = `Kassa could not process this request. Repeat it with the same Idempotency-Key; without one, check first whether it was done. If it fails again, give the operator of this service the request id ${requestId}.`
  return new DocumentedError({ type: 'unknown error', content: { type: 'Kassa', description } }, { cause })
}

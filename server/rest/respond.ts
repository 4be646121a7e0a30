import { randomUUID } from 'node:crypto'
import { config } from '../config/config'
import { KassaError } from '../error/error'
import { log } from '../log/log'
import { transportSecurity } from '../web/transport-security'
import type { Answer } from './endpoint'

/** Any page may call the interface: it takes bearer keys and never looks at cookies. */
const openToAll: Record<string, string> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Link, X-Request-Id, Retry-After, Idempotent-Replayed',
}

/** The caller's own id of the request if it sent a sane one, else a new one. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id')
  return given !== null && /^[\w.:@/+=-]{1,128}$/.test(given) ? given : randomUUID()
}

/** Makes the response out of an answer. */
export function respond(answer: Answer, status: number, requestId: string): Response {
  const headers: Record<string, string> = {
    ...openToAll,
    'X-Request-Id': requestId,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    ...transportSecurity(config()),
    ...answer.headers,
  }
  if (answer.body === undefined) return new Response(null, { status, headers })
  headers['Content-Type'] = 'application/json; charset=utf-8'
  const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
  return new Response(text, { status, headers })
}

/** What a preflight request of a browser is told. */
export const preflight = (allow: readonly string[], requestId: string): Response =>
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

/** The one mapper from what was thrown to what is answered. */
export function errorAnswer(thrown: unknown, requestId: string): Answer & { status: number } {
  const error = thrown instanceof KassaError ? thrown : faultOf(thrown, requestId)
  if (error.status >= 500) log.error({ requestId, err: thrown }, error.message)
  return { status: error.status, body: error.toJSON(), headers: error.headers }
}

function faultOf(thrown: unknown, requestId: string): KassaError {
  if (isDatabaseAway(thrown)) {
    return new KassaError(
      'service unavailable',
      {
        type: 'database',
        description:
          'Kassa cannot reach its database now. Try again in a moment, with the same Idempotency-Key.',
      },
      { cause: thrown, headers: { 'Retry-After': '2' } },
    )
  }
  return new KassaError(
    'unknown error',
    {
      type: 'Kassa',
      description: `Something went wrong on our side. Tell the operator of this service the request id ${requestId}.`,
    },
    { cause: thrown },
  )
}

const awayCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'CONNECT_TIMEOUT'],
  ...['CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED'],
  // PostgreSQL: shutting down, starting up, too many connections, lock or statement time-out.
  ...['57P01', '57P02', '57P03', '53300', '55P03', '57014'],
])

/** Whether an error, or one that caused it, says that the database is away. */
function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string' && awayCodes.has(error.code)) return true
  return isDatabaseAway(error.cause)
}

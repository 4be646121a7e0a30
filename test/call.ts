import { fromWebRequest, toWebResponse } from '@/server/http/messages'
import type { Account, Method } from '@/server/model/account'
import type { Card } from '@/server/model/card/schemas'
import type { Order } from '@/server/model/order/schemas'
import { route } from '@/server/web/routes'
import { validateResponse } from './openapi'

export interface CallResult<T> {
  status: number
  body: T
  text: string
  headers: Headers
}

/** The error object, as the API documents it. */
export interface ErrorBody {
  status: number
  type: string
  content: { type: string; description: string; property?: string; details?: Record<string, unknown> }
}

/**
 * Sends a request through the router as an outside caller would, and checks the response against OpenAPI. A string or
 * bytes as `body` is sent unchanged; anything else as JSON.
 */
export async function call<T = unknown>(
  key: string | undefined,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<CallResult<T>> {
  const raw = body === undefined || typeof body === 'string' || body instanceof Uint8Array
  const content = raw ? body : JSON.stringify(body)
  const response = await routed(
    new Request(`http://kassa.test/v1${path}`, {
      method,
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(content !== undefined && {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(content)),
        }),
        ...headers,
      },
      ...(content !== undefined && { body: content as BodyInit }),
    }),
  )
  const text = await response.text()
  const result = {
    status: response.status,
    body: (text === '' ? undefined : JSON.parse(text)) as T,
    text,
    headers: response.headers,
  }
  validateResponse(method, path, result)
  return result
}

/** The header with a new Idempotency-Key. */
export const newKey = () => ({ 'idempotency-key': crypto.randomUUID() })

/** Whether a response is that of an earlier request with the same Idempotency-Key. */
export const isReplay = ({ headers }: Pick<CallResult<unknown>, 'headers'>): boolean =>
  headers.get('idempotent-replayed') === 'true'

/** Sends a request through the router. */
export const routed = async (request: Request): Promise<Response> =>
  toWebResponse(await route(fromWebRequest(request)))

type Keys = { publicKey: string; privateKey: string }

export const visa = '4111111111111111'

/** Creates a one-time token for a test card. */
export async function tokenFor(
  keys: Keys,
  pan: string = visa,
  csc = pan.startsWith('37') ? '9870' : '987',
): Promise<string> {
  const expires = [12, (new Date().getUTCFullYear() % 100) + 3]
  const { status, body, text } = await call<Card>(keys.publicKey, 'POST', '/card', { pan, expires, csc })
  if (status !== 201) throw new Error(`POST /card returned ${text}`)
  return body.token
}

/** Creates an account with a card for each of the numbers. */
export async function accountWith(keys: Keys, ...pans: string[]): Promise<Account & { method: Method[] }> {
  const method = []
  for (const pan of pans) method.push({ type: 'token', card: await tokenFor(keys, pan) })
  const { status, body, text } = await call<Account>(keys.privateKey, 'POST', '/account', { method })
  if (status !== 201) throw new Error(`POST /account returned ${text}`)
  return body
}

/** Creates an order paid by card token. */
export async function orderOf(
  keys: Keys,
  items: unknown,
  { currency = 'SEK', pan = visa }: { currency?: string; pan?: string } = {},
): Promise<Order> {
  const payment = { type: 'card', card: await tokenFor(keys, pan) }
  const { status, body, text } = await call<Order>(keys.publicKey, 'POST', '/order', {
    items,
    currency,
    payment,
  })
  if (status !== 201) throw new Error(`POST /order returned ${text}`)
  return body
}

/** Posts an event on an order with the private key. */
export const post = <T = ErrorBody>(
  keys: Keys,
  orderId: string,
  event: unknown,
  headers?: Record<string, string>,
) => call<T>(keys.privateKey, 'POST', `/order/${orderId}/event`, event, headers)

/** Sends events to an order, one after the other. Throws if one is refused. */
export async function postAll(keys: Keys, orderId: string, events: readonly object[]): Promise<void> {
  for (const event of events) {
    const { status, text } = await post(keys, orderId, event)
    if (status !== 201) throw new Error(`${JSON.stringify(event)} got ${status}: ${text}`)
  }
}

export const getOrder = async (keys: Keys, id: string): Promise<Order> =>
  (await call<Order>(keys.privateKey, 'GET', `/order/${id}`)).body

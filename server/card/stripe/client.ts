import { setTimeout as wait } from 'node:timers/promises'
import Stripe from 'stripe'
import { ConnectionBroken, httpClient, type TakeTurn } from './http-client'

/** A merchant's access to Stripe during one call of the card service. */
export interface StripeSession {
  stripe: Stripe
  /** When the call must be over, ms. */
  deadline: number
}

/** The package's client for a secret key. It does not repeat requests: `send` does. */
export function stripeClient(secret: string, baseUrl: string | undefined, takeTurn?: TakeTurn): Stripe {
  const { protocol, hostname, port } = new URL(baseUrl ?? 'https://api.stripe.com')
  return new Stripe(secret, {
    host: hostname,
    ...(port !== '' && { port }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: httpClient(takeTurn),
  })
}

interface RequestOptions {
  timeout: number
  maxNetworkRetries: 0
}

/** Thrown for a response that is not the object that was requested, such as a 404 of a proxy. */
export class UnexpectedResponse extends Error {
  override readonly name = 'UnexpectedResponse'
}

/**
 * Sends a request. While Stripe refuses it because of its pace, or because another request uses the object or the key,
 * waits, for as long as Stripe says if it does, and sends it again. Sends it again once if the connection breaks. Nothing
 * is sent after the deadline. Every POST needs an idempotency key, because Stripe may have processed a request whose
 * connection broke, unless it does no harm twice.
 */
export async function send<T extends { object: string }>(
  { deadline }: StripeSession,
  object: T['object'],
  request: (options: RequestOptions) => Promise<T>,
): Promise<T> {
  let hasBroken = false
  for (let attempt = 0; ; attempt++) {
    const timeout = deadline - Date.now()
    if (timeout <= 0)
      throw new Stripe.errors.StripeConnectionError({ message: 'The time for a call to Stripe is over' })
    const response = await request({ timeout, maxNetworkRetries: 0 }).catch(async (error: unknown) => {
      const pause = pauseAfter(attempt) + requestedPause(error)
      // The request may have arrived before its connection broke: a key that is refused since then proves nothing.
      if (hasBroken && isRefusedKey(error))
        throw new Stripe.errors.StripeConnectionError({
          message: 'The connection to Stripe broke',
          detail: error,
        })
      const isRepeated = isBusy(error) || (isBroken(error) && !hasBroken)
      if (!isRepeated || Date.now() + pause >= deadline) throw error
      hasBroken ||= isBroken(error)
      await wait(pause)
      return undefined
    })
    if (response === undefined) continue
    // A 404 without an error resolves.
    if (response.object !== object) throw new UnexpectedResponse(`The response is not a ${object}`)
    return response
  }
}

/** Doubles up to two seconds. The random part keeps requests apart that were refused together. */
const pauseAfter = (attempt: number) => Math.min(2000, 100 * 2 ** attempt) * (0.5 + Math.random() / 2)

/** How long Stripe asks to wait after an error, in ms. */
export function requestedPause(error: unknown): number {
  const seconds = error instanceof Stripe.errors.StripeError ? Number(error.headers?.['retry-after']) : 0
  return seconds > 0 ? seconds * 1000 : 0
}

const isBroken = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeConnectionError && error.detail instanceof ConnectionBroken

const isRefusedKey = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Stripe.errors.StripeError && (error.statusCode === 401 || error.statusCode === 403)

const busyCodes = ['lock_timeout', 'idempotency_key_in_use', 'rate_limit']

/** Whether Stripe has not begun a request, and would accept it later. */
const isBusy = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError &&
  (error.statusCode === 429 || busyCodes.includes(error.code ?? ''))

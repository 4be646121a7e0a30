import { IncomingMessage } from 'node:http'
import Stripe from 'stripe'

/** Waits until a request to an endpoint may be sent. */
export type TakeTurn = (endpoint: string, until: number) => Promise<void>

/** Thrown when a connection breaks before the response. Stripe may have processed the request. */
export class ConnectionBroken extends Error {
  override readonly name = 'ConnectionBroken'
}

/**
 * The package's HTTP client, which waits for its turn before each request. The wait is part of the time limit. After a
 * broken connection the package would send the request again by itself, half a second later, even if Kassa has given up
 * waiting by then. It does not know `ConnectionBroken`, so `send` decides.
 */
export function httpClient(takeTurn: TakeTurn | undefined): Stripe.HttpClient {
  const client = Stripe.createNodeHttpClient()
  return {
    getClientName: () => client.getClientName(),
    makeRequest: async (host, port, path, method, headers, data, protocol, timeout) => {
      const until = Date.now() + timeout
      await takeTurn?.(endpointOf(method, path), until)
      const left = Math.max(1, until - Date.now())
      try {
        return endingAt(
          until,
          await client.makeRequest(host, port, path, method, headers, data, protocol, left),
        )
      } catch (cause) {
        throw isBroken(cause) ? new ConnectionBroken('The connection to Stripe broke', { cause }) : cause
      }
    },
  }
}

const brokenCodes: readonly unknown[] = Stripe.HttpClient.CONNECTION_CLOSED_ERROR_CODES

const isBroken = (error: unknown) =>
  error instanceof Error && 'code' in error && brokenCodes.includes(error.code)

/** Breaks off a response whose body is not complete in time: the package only limits how long nothing comes. */
function endingAt<T extends { getRawResponse(): unknown }>(until: number, response: T): T {
  const raw = response.getRawResponse()
  if (!(raw instanceof IncomingMessage)) return response
  const breakOff = () => raw.destroy(Stripe.HttpClient.makeTimeoutError())
  const timer = setTimeout(breakOff, Math.max(1, until - Date.now()))
  raw.once('close', () => clearTimeout(timer))
  return response
}

/** "POST payment_intents/:id/capture" for `/v1/payment_intents/pi_123/capture`: an endpoint as Stripe counts them. */
function endpointOf(method: string, path: string): string {
  const [, , resource = '', id, ...action] = (path.split('?')[0] ?? '').split('/')
  return `${method} ${[resource, ...(id ? [':id'] : []), ...action].join('/')}`
}

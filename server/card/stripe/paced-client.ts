import Stripe from 'stripe'

/** Waits until a request to an endpoint may be sent. */
export type TakeTurn = (endpoint: string, until: number) => Promise<void>

/** The package's HTTP client, which waits for its turn before each request. The wait is part of the time limit. */
export function pacedHttpClient(takeTurn: TakeTurn): Stripe.HttpClient {
  const client = Stripe.createNodeHttpClient()
  return {
    getClientName: () => client.getClientName(),
    makeRequest: async (host, port, path, method, headers, data, protocol, timeout) => {
      const until = Date.now() + timeout
      await takeTurn(endpointOf(method, path), until)
      const left = Math.max(1, until - Date.now())
      return client.makeRequest(host, port, path, method, headers, data, protocol, left)
    },
  }
}

/** "POST payment_intents/:id/capture" for `/v1/payment_intents/pi_123/capture`: an endpoint as Stripe counts them. */
function endpointOf(method: string, path: string): string {
  const [, , resource = '', id, ...action] = (path.split('?')[0] ?? '').split('/')
  return `${method} ${[resource, ...(id ? [':id'] : []), ...action].join('/')}`
}

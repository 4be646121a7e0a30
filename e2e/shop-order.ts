import { address } from './place'
import { expect } from './test'

/** Creates an order with a test card, and charges all of it if asked to. */
export async function newShopOrder(
  privateKey: string,
  { items = 100, charge = false }: { items?: unknown; charge?: boolean } = {},
): Promise<{ id: string }> {
  const call = async (path: string, body: object) => {
    const headers = { Authorization: `Bearer ${privateKey}`, 'Content-Type': 'application/json' }
    const response = await fetch(`${address}/v1${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(201)
    return response.json()
  }
  const { token } = await call('/card', { pan: '4111111111111111', expires: [12, 40], csc: '987' })
  const payment = { type: 'card', card: token }
  const { id } = await call('/order', { items, currency: 'SEK', payment })
  if (charge) await call(`/order/${id}/event`, { type: 'charge' })
  return { id }
}

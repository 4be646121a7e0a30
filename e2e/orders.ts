import { call, cardToken } from './demo'
import { expect } from './test'

const visa = '4111111111111111'

/** Creates an order of the demo merchant on a new card token. */
export async function newOrder(items: unknown, { pan = visa, number = `E-${crypto.randomUUID()}` } = {}) {
  const payment = { type: 'card', card: await cardToken(pan) }
  const { status, body } = await call('POST', '/order', { number, items, currency: 'SEK', payment })
  expect(status).toBe(201)
  return { id: body.id as string, number }
}

export const charge = (id: string) => call('POST', `/order/${id}/event`, { type: 'charge' })
export const statusOf = async (id: string) => (await call('GET', `/order/${id}`)).body.status

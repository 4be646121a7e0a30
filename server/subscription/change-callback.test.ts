import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { callbackDelivery } from '@/db/schema'
import { declining, move, ordersOf, payer, shopOn, subscribe } from '@/test/billing'
import { call, getOrder, post, visa } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'

const world = testWorld()
const [first, second] = ['https://example.com/first', 'https://example.com/second']

/** Returns the address and type of the callbacks about an order, in order. */
const callbacksAbout = async ({ context, merchant }: TestMerchant, orderId: string) =>
  (
    await context.db
      .select()
      .from(callbackDelivery)
      .where(and(eq(callbackDelivery.merchantId, merchant), eq(callbackDelivery.orderId, orderId)))
      .orderBy(callbackDelivery.position)
  ).map(({ url, type, payload }) => [url, type, JSON.parse(payload).data.order.callback])

/** A shop with a subscription whose first order was billed. */
async function shopWithOrder(pan: string) {
  const shop = await shopOn(world, '2027-05-01')
  const account = await payer(shop, pan)
  const { id } = await subscribe(shop, account, { callback: first })
  await move(shop, { to: '2027-05-01T10:00:00+02:00' })
  const [order] = await ordersOf(shop, account)
  if (!order) throw new Error('Nothing was billed')
  const change = async (method: string, body: object) => {
    const { status, text } = await call(
      shop.privateKey,
      method,
      `/account/${account.id}/subscription/${id}`,
      body,
    )
    expect(status, text).toBe(200)
  }
  return { shop, order, change }
}

test('a new callback address gets the events of orders that were billed before', async () => {
  const { shop, order, change } = await shopWithOrder(visa)
  expect(order.callback).toBe(first)
  await change('PATCH', { callback: second })
  expect((await getOrder(shop, order.id)).callback).toBe(second)
  await post(shop, order.id, { type: 'refund', items: 10 })
  await change('PATCH', { callback: null })
  expect(await getOrder(shop, order.id)).not.toHaveProperty('callback')
  await post(shop, order.id, { type: 'refund', items: 10 })
  await change('PATCH', { callback: second })
  await post(shop, order.id, { type: 'refund', items: 10 })
  // A replacement without an address has none.
  await change('PUT', { items: 100, currency: 'SEK', schedule: 'monthly' })
  await post(shop, order.id, { type: 'refund', items: 10 })
  expect(await callbacksAbout(shop, order.id)).toEqual([
    [first, 'order.created', first],
    [first, 'order.charged', first],
    [second, 'order.refunded', second],
    [second, 'order.refunded', second],
  ])
})

test('a new callback address gets what becomes of an unpaid order', async () => {
  const { shop, order, change } = await shopWithOrder(declining)
  await change('PATCH', { callback: second })
  await move(shop, { to: '2027-05-02T10:00:00+02:00' })
  await post(shop, order.id, { type: 'cancel' })
  expect(await callbacksAbout(shop, order.id)).toEqual([
    [first, 'order.created', first],
    [first, 'order.failed', first],
    [second, 'order.failed', second],
    [second, 'order.cancelled', second],
  ])
})

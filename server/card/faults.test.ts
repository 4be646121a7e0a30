// @module-tag slow

import { expect, test } from 'vitest'
import { acquirerFault } from '@/db/schema'
import { accountWith, call, getOrder, orderOf, post, tokenFor, visa } from '@/test/call'
import { differences } from '@/test/differences'
import { type TestMerchant, testWorld } from '@/test/world'
import type { Order } from '../model/order/schemas'
import { recoverOperations } from '../payment/recover'

const world = testWorld({ cardServiceTimeoutMs: 2000 })

type Fault = typeof acquirerFault.$inferInsert

const misbehave = (
  shop: TestMerchant,
  kind: Fault['kind'],
  fault: Fault['fault'],
  { delayMs = 0, remaining = 1 } = {},
) =>
  world.runtime.db
    .insert(acquirerFault)
    .values({ merchantId: shop.merchant, kind, fault, delayMs, remaining })

const unexpected = (error: unknown) => expect.fail(String(error))
const recover = () => recoverOperations(world.runtime, { staleSeconds: 0, onError: unexpected })
const books = (shop: TestMerchant) => differences(world.runtime, shop.merchant)

test.each([
  ['charge', 'capture', [], { charged: 100 }],
  ['refund', 'refund', ['charge'], { refunded: 100 }],
  ['cancel', 'cancel', [], { cancelled: 100 }],
] as const)(
  'a %s that times out after the work was done is completed later, once',
  async (type, kind, before, status) => {
    const shop = await world.newMerchant()
    const { id } = await orderOf(shop, 100)
    for (const earlier of before) await post(shop, id, { type: earlier })
    await misbehave(shop, kind, 'timeout')
    const response = await post(shop, id, { type })
    expect([response.status, response.body.type]).toEqual([504, 'backend timeout'])
    // The reserved amount cannot be moved again while the outcome is unknown.
    const again = await post(shop, id, { type })
    expect([again.status, again.body.type]).toEqual([400, 'invalid content'])
    await recover()
    const order = await getOrder(shop, id)
    expect(order.status).toEqual(status)
    expect(order.event.filter((event) => event.type === type)).toHaveLength(1)
    expect(await books(shop)).toEqual([])
  },
)

test('an order whose authorisation times out after the work was done appears later, once', async () => {
  const shop = await world.newMerchant()
  const account = await accountWith(shop, visa)
  await misbehave(shop, 'authorise', 'timeout')
  const order = {
    number: 'late',
    items: 10,
    currency: 'SEK',
    payment: { type: 'account', account: account.id },
  }
  const headers = { 'idempotency-key': 'late order' }
  const response = await call(shop.publicKey, 'POST', '/order', order, headers)
  expect(response.status).toBe(504)
  expect((await call<Order[]>(shop.privateKey, 'GET', '/order?number=late')).body).toEqual([])
  await recover()
  expect((await call<Order[]>(shop.privateKey, 'GET', '/order?number=late')).body).toHaveLength(1)
  expect(await books(shop)).toEqual([])
})

test('a delay that is planned for several requests delays each, and none is refused', async () => {
  const shop = await world.newMerchant()
  const { id } = await orderOf(shop, 100)
  await misbehave(shop, 'capture', 'delay', { delayMs: 30, remaining: 2 })
  const begun = performance.now()
  for (const items of [30, 40]) expect((await post(shop, id, { type: 'charge', items })).status).toBe(201)
  expect(performance.now() - begun).toBeGreaterThan(50)
})

test('a response after the time-out changes nothing', async () => {
  const shop = await world.newMerchant()
  const { id } = await orderOf(shop, 100)
  await misbehave(shop, 'capture', 'delay', { delayMs: 2800 })
  expect((await post(shop, id, { type: 'charge', items: 30 })).status).toBe(504)
  // Recovers while the first request is still on its way to the acquirer.
  await recover()
  expect((await getOrder(shop, id)).status).toEqual({ charged: 30, ordered: 70 })
  // The wait is deliberate: the acquirer's late response arrives in it.
  await new Promise((done) => setTimeout(done, 1200))
  expect((await getOrder(shop, id)).status).toEqual({ charged: 30, ordered: 70 })
  expect(await books(shop)).toEqual([])
})

test('a silent acquirer leaves the operation pending and its amount reserved', async () => {
  const shop = await world.newMerchant()
  const { id } = await orderOf(shop, 100)
  await misbehave(shop, 'capture', 'timeout')
  await misbehave(shop, 'retrieve', 'timeout')
  expect((await post(shop, id, { type: 'charge', items: 60 })).status).toBe(504)
  const errors: unknown[] = []
  expect(
    await recoverOperations(world.runtime, { staleSeconds: 0, onError: (error) => errors.push(error) }),
  ).toEqual({
    taken: 1,
    completed: 0,
  })
  expect(errors).toHaveLength(1)
  expect((await post(shop, id, { type: 'charge', items: 41 })).status).toBe(400)
  expect((await post(shop, id, { type: 'charge', items: 40 })).status).toBe(201)
  await recover()
  expect((await getOrder(shop, id)).status).toEqual({ charged: 100 })
  expect(await books(shop)).toEqual([])
})

test('an acquirer that fails did nothing: the event is a failure, and the amount can be charged again', async () => {
  const shop = await world.newMerchant()
  const { id } = await orderOf(shop, 100)
  await misbehave(shop, 'capture', 'fail')
  const response = await post(shop, id, { type: 'charge' })
  expect([response.status, response.body.type]).toEqual([502, 'backend failure'])
  const { event, status } = await getOrder(shop, id)
  expect(event.at(-1)).toMatchObject({
    type: 'fail',
    original: 'charge',
    error: { content: { details: { code: 'acquirer error' } } },
  })
  expect(status).toEqual({ ordered: 100 })
  expect((await post(shop, id, { type: 'charge' })).status).toBe(201)
  expect(await books(shop)).toEqual([])
})

test('a failed authorisation creates no order and keeps the token valid', async () => {
  const shop = await world.newMerchant()
  await misbehave(shop, 'authorise', 'fail')
  const order = { items: 10, currency: 'SEK', payment: { type: 'card', card: await tokenFor(shop) } }
  expect((await call(shop.publicKey, 'POST', '/order', order)).status).toBe(502)
  expect((await call(shop.publicKey, 'POST', '/order', order)).status).toBe(201)
  expect(await books(shop)).toEqual([])
})

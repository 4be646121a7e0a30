import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { operation } from '@/db/schema'
import { call, type ErrorBody, getOrder, orderOf, post, tokenFor } from '@/test/call'
import { deferred } from '@/test/deferred'
import { testWorld } from '@/test/world'
import type { Authorised, Outcome } from '../model/card/service'
import type { Order } from '../model/order/schemas'

const world = testWorld()

test('a change to several orders stops an order at its first failing event and continues with the others', async () => {
  const shop = await world.newMerchant()
  const tea = { name: 'Tea', price: 40, quantity: 3 }
  const [a, b, c] = [
    await orderOf(shop, 10),
    await orderOf(shop, [tea, { name: 'Coffee', price: 79.2 }]),
    await orderOf(shop, 30),
  ]
  const charge = { type: 'charge' }
  const { status, body } = await call(shop.privateKey, 'PATCH', '/order/', [
    { id: a.id, event: [charge, { type: 'refund', items: 4 }] },
    { id: b.id, event: [{ type: 'charge', items: [{ name: 'Tea' }] }, { type: 'refund', items: 1 }, charge] },
    { id: 'x', event: [charge] },
    { id: c.id, event: [{ type: 'cancel' }] },
  ])
  expect(status).toBe(207)
  expect(body).toMatchObject([
    { id: a.id, event: [charge, { type: 'refund', items: 4 }] },
    { id: b.id, event: [charge], error: { type: 'invalid content', content: { property: 'items' } } },
    { id: 'x', event: [], error: { type: 'not found' } },
    { id: c.id, event: [{ type: 'cancel' }] },
  ])
  expect((await getOrder(shop, a.id)).status).toEqual({ charged: 6, refunded: 4 })
  expect((await getOrder(shop, b.id)).status).toEqual({ ordered: 159.2, charged: 40 })
  expect((await getOrder(shop, c.id)).status).toEqual({ cancelled: 30 })
})

test('what the card service refuses is among the events, with its error, even when the request is repeated', async () => {
  const shop = await world.newMerchant()
  const card = await tokenFor(shop, '4200000000000000')
  const order = { items: 1000, currency: 'EUR', payment: { type: 'card', card } }
  const { body: created } = await call<Order>(shop.publicKey, 'POST', '/order', order)
  const event = [{ type: 'charge', items: 100 }, { type: 'charge', items: 402 }, { type: 'cancel' }]
  const change = () =>
    call<{ event: unknown[] }[]>(shop.privateKey, 'PATCH', '/order', [{ id: created.id, event }], {
      'idempotency-key': 'change',
    })
  const { status, body } = await change()
  const recorded = (await getOrder(shop, created.id)).event
  expect([status, body]).toMatchObject([
    207,
    [{ event: [{ type: 'charge' }, { type: 'fail', original: 'charge' }], error: { status: 400 } }],
  ])
  expect(body[0]?.event).toEqual(recorded.slice(1))
  expect((await change()).body).toEqual(body)
})

test('a change that met a running operation is not final: the repeated request completes the rest', async () => {
  const shop = await world.newMerchant()
  const [busy, other] = [await orderOf(shop, 100), await orderOf(shop, 30)]
  const response = deferred<Outcome<Authorised>>()
  const capture = vi.spyOn(world.runtime.cards.named('test'), 'capture')
  capture.mockImplementationOnce(() => response.promise)
  const first = post(shop, busy.id, { type: 'charge' })
  await expect.poll(() => capture.mock.calls.length).toBe(1)
  const changes = [busy, other].map(({ id }) => ({ id, event: [{ type: 'charge' }] }))
  const change = () => call(shop.privateKey, 'PATCH', '/order', changes, { 'idempotency-key': 'busy' })
  const early = await change()
  expect([early.status, early.headers.get('retry-after')]).toEqual([207, '60'])
  response.resolve({ status: 'declined', code: 'insufficient funds' })
  expect((await first).status).toBe(400)
  const late = await change()
  expect([late.status, late.headers.get('idempotent-replayed')]).toEqual([200, null])
  expect((await getOrder(shop, busy.id)).status).toEqual({ charged: 100 })
  expect((await getOrder(shop, other.id)).event.map(({ type }) => type)).toEqual(['order', 'charge'])
  expect((await change()).text).toBe(late.text)
})

test('a change to no orders does nothing', async () => {
  const shop = await world.newMerchant()
  const { status, body } = await call(shop.privateKey, 'PATCH', '/order', [])
  expect([status, body]).toEqual([200, []])
})

test('returns the reason of a cancellation or refund with its event, and refuses one of a charge', async () => {
  const shop = await world.newMerchant()
  const { id } = await orderOf(shop, 100)
  const at = `/order/${id}/event`
  const charged = await call<ErrorBody>(shop.privateKey, 'POST', at, { type: 'charge', reason: 'fraud' })
  expect(charged.body).toMatchObject({ type: 'invalid content', content: { property: 'reason' } })
  const unknown = await call<ErrorBody>(shop.privateKey, 'POST', at, { type: 'cancel', reason: 'expired' })
  expect([unknown.status, unknown.body.content.property]).toEqual([400, 'reason'])

  const charge = { type: 'charge', items: 60 }
  const changes = [
    charge,
    { type: 'refund', items: 20, reason: 'duplicate' },
    { type: 'cancel', reason: 'requested' },
  ]
  expect((await call(shop.privateKey, 'PATCH', '/order', [{ id, event: changes }])).status).toBe(200)
  const refund = await call(shop.privateKey, 'POST', at, { type: 'refund', reason: 'other' })
  expect(refund.body).toMatchObject({ type: 'refund', reason: 'other' })
  const { event } = await getOrder(shop, id)
  expect(event.map(({ type, reason }) => [type, reason])).toEqual([
    ['order', undefined],
    ['charge', undefined],
    ['refund', 'duplicate'],
    ['cancel', 'requested'],
    ['refund', 'other'],
  ])
  const kept = await world.runtime.db
    .select({ reason: operation.reason })
    .from(operation)
    .where(eq(operation.orderId, id))
    .orderBy(operation.place)
  expect(kept.map(({ reason }) => reason)).toEqual([null, 'duplicate', 'requested', 'other'])
})

import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { callbackDelivery, operation } from '@/db/schema'
import { accountWith, call, getOrder, orderOf, post } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import type { Order } from '../model/order/schemas'
import { sumEvents } from '../order/sum-events'
import { adoptChanges } from './adopt-changes'
import type { Change } from './plan-changes'

const world = testWorld()

const refund = (id: string, amount: bigint): Change => ({
  type: 'moved',
  id,
  kind: 'refund',
  amount,
  reason: 'external',
})

const adopt = (shop: TestMerchant, orderId: string, ...changes: Change[]) =>
  adoptChanges(shop.context, { orderId, changes })

const types = ({ event }: Order) => event.map(({ type }) => type)

async function charged(shop: TestMerchant, items: unknown = 100): Promise<Order> {
  const order = await orderOf(shop, items)
  expect((await post(shop, order.id, { type: 'charge' })).status).toBe(201)
  return getOrder(shop, order.id)
}

test('records a refund made at the card service once, with its reason', async () => {
  const shop = await world.newMerchant()
  const { id } = await charged(shop)
  const both = await Promise.all([
    adopt(shop, id, refund('re_1', 3000n)),
    adopt(shop, id, refund('re_1', 3000n)),
  ])
  expect(both.map(({ status }) => status)).toEqual(['adopted', 'adopted'])
  await adopt(shop, id, refund('re_1', 3000n))
  const order = await getOrder(shop, id)
  expect(order.status).toEqual({ charged: 70, refunded: 30 })
  expect(order.event.at(-1)).toMatchObject({ type: 'refund', reason: 'external' })
  expect(types(order)).toEqual(['order', 'charge', 'refund'])
})

test('calls back about what it records', async () => {
  const shop = await world.newMerchant()
  const { id } = await charged(shop)
  const context = {
    ...shop.context,
    merchant: { ...shop.context.merchant, callbacks: ['http://127.0.0.1:9/hook'] },
  }
  await adoptChanges(context, { orderId: id, changes: [refund('re_1', 3000n)] })
  const sent = await world.runtime.db
    .select({ type: callbackDelivery.type })
    .from(callbackDelivery)
    .where(eq(callbackDelivery.orderId, id))
  expect(sent).toEqual([{ type: 'order.refunded' }])
})

test('records all changes of a call or none', async () => {
  const shop = await world.newMerchant()
  const { id } = await charged(shop)
  const adoption = await adopt(shop, id, refund('re_1', 3000n), refund('re_2', 8000n))
  expect(adoption).toEqual({ status: 'impossible' })
  expect((await getOrder(shop, id)).status).toEqual({ charged: 100 })
})

test('cancels what is left of an expired authorisation', async () => {
  const shop = await world.newMerchant()
  const { id } = await orderOf(shop, [
    { price: 10, quantity: 3 },
    { price: 20, name: 'Mug' },
  ])
  await post(shop, id, { type: 'charge', items: { name: 'Mug' } })
  await adopt(shop, id, { type: 'moved', id: 'expiry', kind: 'cancel', amount: 3000n, reason: 'expired' })
  const order = await getOrder(shop, id)
  expect(order.status).toEqual({ charged: 20, cancelled: 30 })
  expect(order.event.at(-1)).toMatchObject({ type: 'cancel', reason: 'expired' })
})

test('does not guess which lines were refunded', async () => {
  const shop = await world.newMerchant()
  const { id } = await charged(shop, [{ price: 10, quantity: 3 }])
  expect(await adopt(shop, id, refund('re_1', 1000n))).toEqual({ status: 'impossible' })
  expect(await adopt(shop, id, refund('re_2', 3000n))).toMatchObject({ status: 'adopted' })
  expect((await getOrder(shop, id)).status).toEqual({ refunded: 30 })
})

test('waits while an operation is running, and records no changes computed for another state', async () => {
  const shop = await world.newMerchant()
  const { id } = await charged(shop)
  const ofOrder = and(eq(operation.merchantId, shop.merchant), eq(operation.orderId, id))
  await world.runtime.db.update(operation).set({ status: 'accepted' }).where(ofOrder)
  expect(await adopt(shop, id, refund('re_1', 3000n))).toEqual({ status: 'busy' })
  await world.runtime.db.update(operation).set({ status: 'done' }).where(ofOrder)
  const seen = { lastPlace: 2, lastSequence: 1 }
  const stale = { orderId: id, changes: [refund('re_1', 3000n)], seen }
  expect(await adoptChanges(shop.context, stale)).toEqual({ status: 'busy' })
  expect((await getOrder(shop, id)).status).toEqual({ charged: 100 })
})

test('reverses a charge that failed later, and its money on that day', async () => {
  const shop = await world.newMerchant()
  const account = await accountWith(shop, '4111111111111111')
  const payment = { type: 'account', account: account.id }
  const { body } = await call<Order>(shop.privateKey, 'POST', '/order', {
    items: [{ price: 100 }],
    currency: 'SEK',
    payment,
  })
  await post(shop, body.id, { type: 'charge' })
  const { reference } = (await getOrder(shop, body.id)).event[1] ?? {}
  const undone: Change = { type: 'undone', kind: 'charge', amount: 10_000n, operation: reference ?? '' }
  await adopt(shop, body.id, undone)
  const order = await getOrder(shop, body.id)
  expect(order.status).toEqual({ ordered: 100 })
  expect(order.event.at(-1)).toMatchObject({ type: 'fail', original: 'charge', reason: 'external' })
  expect(await adopt(shop, body.id, undone)).toEqual({ status: 'impossible' })
  const [sum] = await sumEvents(shop.context, { moved: 'charge' })
  expect(sum).toEqual({ currency: 'SEK', count: 2, amount: 0n })
})

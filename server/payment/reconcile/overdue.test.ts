// @module-tag slow

import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { operation } from '@/db/schema'
import { call, post } from '@/test/call'
import { pagesRead } from '@/test/stripe/many-payments'
import { stripeShops } from '@/test/stripe/stripe-shops'
import { type TestMerchant, testWorld } from '@/test/world'
import { newReference } from '../../core/id'
import type { Card } from '../../model/card/schemas'
import type { Order } from '../../model/order/schemas'
import { recoverOldOrders } from '../recover-old-orders'
import { reconcile } from './reconcile'

const world = testWorld()
const shops = stripeShops(world)

let shop: TestMerchant
beforeEach(async () => {
  shop = await shops.newShop()
  shops.double.operate('clear-faults', {})
})

const run = (adopt = false) =>
  reconcile(shop.context, { cause: 'command', range: { from: new Date(0), to: undefined }, adopt })

/** Pretends that the pending operations were first sent a while ago. */
const age = (hours: number) => {
  const time = sql`now() - make_interval(hours => ${hours})`
  return world.runtime.db
    .update(operation)
    .set({ firstSent: time, attempted: time })
    .where(and(eq(operation.merchantId, shop.merchant), eq(operation.status, 'pending')))
}

const ordersOf = async () =>
  (await call<Order[]>(shop.privateKey, 'GET', '/order')).body.map(({ status }) => status)

const creation = { method: 'POST', path: '^/v1/payment_intents$' } as const

/** Requests an order that has no outcome. */
async function payInVain(kind: 'lost-after' | 'error-before'): Promise<void> {
  const { body } = await call<Card>(shop.publicKey, 'POST', '/card', { reference: 'pm_card_visa' })
  shops.double.operate('fault', { ...creation, kind, times: kind === 'lost-after' ? 2 : 1 })
  const payment = { type: 'card', card: body.token }
  const content = { items: 100, currency: 'SEK', payment }
  expect((await call(shop.publicKey, 'POST', '/order', content)).status).toBe(504)
}

test('a payment whose order has no outcome is in progress for as long as it can be sent again', async () => {
  await payInVain('lost-after')
  await age(22)
  expect(await run()).toMatchObject({ payments: 1, inProgress: 1, differences: [] })
  await age(25)
  expect(await run()).toMatchObject({
    inProgress: 0,
    differences: [{ kind: 'missing here', adoptable: true, details: { there: '10000' } }],
  })
})

test('such a payment is adopted without a search for it', async () => {
  await payInVain('lost-after')
  await age(25)
  const [{ id = '' } = {}] = await world.runtime.db
    .select()
    .from(operation)
    .where(eq(operation.merchantId, shop.merchant))
  await run()
  const before = pagesRead(shops.double)
  expect(await run(true)).toMatchObject({ differences: [{ state: 'adopted', details: { operation: id } }] })
  // The comparison has read one page.
  expect(pagesRead(shops.double) - before).toBe(1)
  expect(await ordersOf()).toEqual([{ ordered: 100 }])
  expect(await run()).toMatchObject({ orders: 1, payments: 1, inProgress: 0, differences: [], noted: 0 })
})

test('an order without outcome and without payment is reported until it is known to have never arrived', async () => {
  await payInVain('error-before')
  await age(22)
  expect((await run()).differences).toEqual([])
  await age(25)
  const overdue = { kind: 'state', adoptable: false, details: { pendingSince: expect.any(String) } }
  for (let time = 0; time < 2; time++)
    expect(await run()).toMatchObject({ payments: 0, inProgress: 0, differences: [overdue] })
  expect((await run(true)).differences).toMatchObject([{ state: 'noted' }])
  expect(await run()).toMatchObject({ differences: [], noted: 1 })
  await recoverOldOrders(world.runtime, { staleSeconds: 0, onError: () => undefined })
  expect(await run()).toMatchObject({ differences: [], noted: 0 })
})

test('a charge without outcome is reported, and its order is not in progress', async () => {
  const { id } = await shops.order(shop, 'pm_card_visa')
  shops.double.operate('fault', { method: 'POST', path: '/capture$', kind: 'lost-after', times: 2 })
  expect((await post(shop, id, { type: 'charge', items: 60 })).status).toBe(504)
  await age(22)
  expect(await run()).toMatchObject({ inProgress: 1, differences: [] })
  await age(25)
  expect(await run()).toMatchObject({
    inProgress: 0,
    differences: [{ kind: 'state', orderId: id, details: { event: 'charge', here: '6000' } }],
  })
  expect(await shops.recover()).toEqual([])
  expect(await run()).toMatchObject({ inProgress: 0, differences: [] })
})

test('an operation at another card service is not overdue at this one', async () => {
  const { merchant: merchantId } = shop
  await world.runtime.db.insert(operation).values({
    ...{
      merchantId,
      orderId: 'abcdefghABCDEFGH',
      place: 2,
      id: newReference(),
      kind: 'pay',
      status: 'pending',
    },
    ...{ amount: 100n, currency: 'SEK', byAccount: true, created: world.clock.now() },
    payer: {
      service: 'test',
      storedCard: 'card',
      card: { scheme: 'visa', last4: '1111', expires: [12, 2040], card: 'token' },
    },
  })
  await age(25)
  expect((await run()).differences).toEqual([])
  await world.runtime.db.delete(operation).where(eq(operation.merchantId, merchantId))
})

// @module-tag slow

import { eq } from 'drizzle-orm'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { merchant } from '@/db/schema'
import { call, getOrder, post } from '@/test/call'
import { charge, planted, refund } from '@/test/stripe/planted'
import { type RunningDouble, startDouble } from '@/test/stripe/start-double'
import { type TestMerchant, testWorld } from '@/test/world'
import { connectCardService } from '../../card/connection'
import { cardServices } from '../../card/services'
import { stripeCardService } from '../../card/stripe/service'
import type { Context } from '../../core/context'
import type { Card } from '../../model/card/schemas'
import type { Order } from '../../model/order/schemas'
import { reconcile } from './reconcile'

const world = testWorld()

let double: RunningDouble
let shop: TestMerchant
let context: Context

beforeEach(async () => {
  double = await startDouble()
  onTestFinished(() => double.stop())
  shop = await world.newMerchant()
  const { db, baseUrl } = world.runtime
  const adapter = stripeCardService(db, { baseUrl, stripeBaseUrl: double.url, timeoutMs: 5000 })
  world.runtime.cards = cardServices([adapter], 5000)
  context = { ...shop.context, cards: world.runtime.cards }
  const keys = { secret: double.secretKey, publishable: double.publishableKey }
  await connectCardService(context, { service: 'stripe', ...keys })
  await db.update(merchant).set({ cardService: 'stripe' }).where(eq(merchant.id, shop.merchant))
})

async function newOrder(items: unknown, reference = 'pm_card_visa'): Promise<Order> {
  const { body: card } = await call<Card>(shop.publicKey, 'POST', '/card', { reference })
  const payment = { type: 'card', card: card.token }
  const { body } = await call<Order>(shop.publicKey, 'POST', '/order', { items, currency: 'SEK', payment })
  return body
}

const run = (adopt = false) =>
  reconcile(context, { cause: 'command', range: { from: new Date(0), to: undefined }, adopt })

const found = async (adopt = false) =>
  (await run(adopt)).differences.map(({ row }) => ({
    kind: row.kind,
    orderId: row.orderId,
    state: row.state,
  }))

test.each(planted)('finds $name once, and nothing after adopting it', async (each) => {
  const other = await newOrder(100)
  for (const event of [charge, refund]) expect((await post(shop, other.id, event)).status).toBe(201)
  const order = await newOrder(100)
  for (const event of each.events ?? []) expect((await post(shop, order.id, event)).status).toBe(201)
  expect(await found()).toEqual([])

  await each.plant(order, { double, shop, db: world.runtime.db })
  const difference = { kind: each.kind, orderId: each.isWithoutOrder ? null : order.id }
  expect(await found()).toEqual([{ ...difference, state: 'open' }])
  expect(await found()).toEqual([{ ...difference, state: 'open' }])
  expect(await found(true)).toEqual([{ ...difference, state: each.state }])
  if (each.status) expect((await getOrder(shop, order.id)).status).toEqual(each.status)
  expect((await getOrder(shop, other.id)).status).toEqual({ charged: 80, refunded: 20 })
  const { differences, noted } = await run()
  expect(differences).toEqual([])
  expect(noted).toBe(each.state === 'noted' ? 1 : 0)
})

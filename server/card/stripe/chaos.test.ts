// @module-tag slow

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { merchant, operation } from '@/db/schema'
import { call, post } from '@/test/call'
import { type RunningDouble, startDouble } from '@/test/stripe/start-double'
import { type TestMerchant, testWorld } from '@/test/world'
import type { Card } from '../../model/card/schemas'
import type { Order } from '../../model/order/schemas'
import { reconcile } from '../../payment/reconcile/reconcile'
import { recoverOperations } from '../../payment/recover'
import { connectCardService } from '../connection'
import { cardServices } from '../services'
import { stripeCardService } from './service'

const world = testWorld({ pool: 15 })
const timeoutMs = 1500

let double: RunningDouble
let shop: TestMerchant

beforeAll(async () => {
  double = await startDouble({ seed: 7 })
  shop = await world.newMerchant()
  const { db, baseUrl } = world.runtime
  const adapter = stripeCardService(db, { baseUrl, stripeBaseUrl: double.url, timeoutMs })
  world.runtime.cards = cardServices([adapter], timeoutMs)
  const keys = { secret: double.secretKey, publishable: double.publishableKey }
  await connectCardService({ ...shop.context, cards: world.runtime.cards }, { service: 'stripe', ...keys })
  await db.update(merchant).set({ cardService: 'stripe' }).where(eq(merchant.id, shop.merchant))
})

afterAll(() => double.stop())

/** An order that is charged in parts, refunded in part and cancelled, whatever the responses are. */
async function sell(number: number): Promise<void> {
  const { status: stored, body: card } = await call<Card>(shop.privateKey, 'POST', '/card', {
    reference: 'pm_card_visa',
  })
  // On a slow machine, the card service may respond too late.
  if (stored === 502 || stored === 504) return
  expect(stored).toBe(201)
  const payment = { type: 'card', card: card.token }
  const order = { number: String(number), items: 100, currency: 'SEK', payment }
  const key = { 'idempotency-key': `order ${number}` }
  const { status, body } = await call<Order>(shop.privateKey, 'POST', '/order', order, key)
  if (status !== 201) return
  await Promise.all([
    post(shop, body.id, { type: 'charge', items: 30 }),
    post(shop, body.id, { type: 'charge', items: 20 }),
  ])
  await post(shop, body.id, { type: 'refund', items: 10 })
  await post(shop, body.id, { type: 'cancel', items: 50 })
}

test('orders whose requests and responses are lost and whose keys are forgotten are carried out once', async () => {
  const misbehave = (
    kind: 'lost-after' | 'lost-before' | 'cut' | 'error-after' | 'lock-timeout' | 'bare-404',
  ) => double.operate('fault', { kind, path: '^/v1/(payment_intents|refunds)', chance: 0.07 })
  for (const kind of ['lost-after', 'lost-before', 'cut', 'error-after', 'lock-timeout', 'bare-404'] as const)
    misbehave(kind)
  const orders = 40
  for (let number = 0; number < orders; number += 8)
    await Promise.all(Array.from({ length: 8 }, (_, each) => sell(number + each)))

  // Everything that is pending now was sent so long ago that Stripe does not remember it.
  double.operate('forget-keys', {})
  double.operate('clear-faults', {})
  const { db } = world.runtime
  const pending = () => db.$count(operation, eq(operation.status, 'pending'))
  expect(await pending()).toBeGreaterThan(5)
  const recover = () => recoverOperations(world.runtime, { staleSeconds: 0, onError: () => {} })
  await expect.poll(async () => (await recover()) && pending(), { timeout: 40_000 }).toBe(0)

  const ours = new Map(
    (await call<Order[]>(shop.privateKey, 'GET', '/order?limit=100')).body.map((order) => [order.id, order]),
  )
  expect(ours.size).toBeGreaterThan(orders / 2)
  const theirs = double.books().filter(({ authorised }) => authorised > 0)
  const inMajor = (amount: number) => amount / 100
  const amounts = ({ status: { charged = 0, refunded = 0, cancelled = 0 } }: Order) => ({
    captured: charged + refunded,
    refunded,
    released: cancelled,
  })
  expect(Object.fromEntries([...ours].map(([id, order]) => [id, amounts(order)]))).toEqual(
    Object.fromEntries(
      theirs.map(({ metadata, captured, refunded, released }) => [
        metadata.order,
        { captured: inMajor(captured), refunded: inMajor(refunded), released: inMajor(released) },
      ]),
    ),
  )
  expect(theirs).toHaveLength(ours.size)
  const context = { ...shop.context, cards: world.runtime.cards }
  const range = { from: new Date(0), to: undefined }
  expect(await reconcile(context, { cause: 'command', range })).toMatchObject({
    differences: [],
    inProgress: 0,
  })
})

// @module-tag slow

import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { serviceVerification } from '@/db/schema'
import { backUp } from '@/test/backup'
import { call, getOrder, post } from '@/test/call'
import { allDelivered, processAllNotices } from '@/test/stripe/notices'
import { charge, intentOf, metadataOf, plantedDifferences, refund } from '@/test/stripe/planted-differences'
import { type StripeShop, stripeShop } from '@/test/stripe/shop'
import { testWorld } from '@/test/world'
import type { Context } from '../../core/context'
import type { Card } from '../../model/card/schemas'
import type { Order } from '../../model/order/schemas'
import { adoptDifference } from './adopt-difference'
import { reconcile } from './reconcile'

const world = testWorld()

let double: StripeShop['double']
let shop: StripeShop
let context: Context

beforeEach(async () => {
  shop = await stripeShop(world)
  ;({ double, context } = shop)
})

const tokenOf = async (reference: string) =>
  (await call<Card>(shop.publicKey, 'POST', '/card', { reference })).body.token

function payWith(items: unknown, token: string) {
  const payment = { type: 'card', card: token }
  // With a key, so that its operation is kept, in which some differences are planted.
  const headers = { 'idempotency-key': token }
  return call<Order>(shop.publicKey, 'POST', '/order', { items, currency: 'SEK', payment }, headers)
}

const newOrder = async (items: unknown): Promise<Order> =>
  (await payWith(items, await tokenOf('pm_card_visa'))).body

const run = (adopt = false) =>
  reconcile(context, { cause: 'command', range: { from: new Date(0), to: undefined }, adopt })

const found = async (adopt = false) =>
  (await run(adopt)).differences.map(({ kind, orderId, state }) => ({ kind, orderId, state }))

/** An order with the events that a difference needs. */
async function orderWith(events: readonly object[]): Promise<Order> {
  const order = await newOrder(100)
  for (const event of events) expect((await post(shop, order.id, event)).status).toBe(201)
  return order
}

const sorted = <T extends { kind: string; orderId: string | null }>(rows: readonly T[]) =>
  rows.toSorted((a, b) => (`${a.orderId} ${a.kind}` < `${b.orderId} ${b.kind}` ? -1 : 1))

test('finds every kind of difference once and nothing else, and nothing after adopting them', async () => {
  const other = await orderWith([charge, refund])
  const orders: { each: (typeof plantedDifferences)[number]; order: Order }[] = []
  for (const each of plantedDifferences) orders.push({ each, order: await orderWith(each.events ?? []) })
  expect(await found()).toEqual([])

  for (const { each, order } of orders) await each.plant(order, { double, shop, db: world.runtime.db })
  const expected = (stateOf: (each: (typeof plantedDifferences)[number]) => string) =>
    sorted(
      orders.map(({ each, order }) => ({
        kind: each.kind,
        orderId: each.isWithoutOrder ? null : order.id,
        state: stateOf(each),
      })),
    )
  const open = expected(() => 'open')
  expect(sorted(await found())).toEqual(open)
  expect(sorted(await found())).toEqual(open)
  expect(sorted(await found(true))).toEqual(expected(({ state }) => state))
  for (const { each, order } of orders)
    if (each.status) expect((await getOrder(shop, order.id)).status, each.name).toEqual(each.status)
  expect((await getOrder(shop, other.id)).status).toEqual({ charged: 80, refunded: 20 })
  const { differences, noted } = await run()
  expect(differences).toEqual([])
  expect(noted).toBe(plantedDifferences.filter(({ state }) => state === 'noted').length)
})

test('a refund of a charge that is missing, too, can be adopted, alone or after the charge', async () => {
  const capturedAndRefunded = async () => {
    const order = await newOrder(100)
    const intent = intentOf(double, order)
    double.operate('capture', { intent, amount: 6000 })
    double.operate('refund', { intent, amount: 1000 })
    double.operate('refund', { intent, amount: 500 })
    return order
  }
  const orders = [await capturedAndRefunded(), await capturedAndRefunded()]
  const { differences } = await run()
  const refunds = differences.filter(({ kind }) => kind === 'refund missing here')
  expect(differences.map(({ adoptable }) => adoptable)).toEqual(differences.map(() => true))
  expect(refunds).toHaveLength(4)
  const [last] = refunds.filter(({ orderId }) => orderId === orders[0]?.id).slice(-1)
  if (!last) throw new Error('No refund was found')
  expect(await adoptDifference(context, last)).toBe('adopted')
  expect((await getOrder(shop, orders[0]?.id ?? '')).status).toEqual({
    charged: 45,
    refunded: 15,
    cancelled: 40,
  })
  await run(true)
  for (const { id } of orders)
    expect((await getOrder(shop, id)).status).toEqual({ charged: 45, refunded: 15, cancelled: 40 })
  expect((await run()).differences).toEqual([])
})

test('a refund that was done twice is adopted once', async () => {
  const order = await orderWith([charge, refund])
  const { metadata } = double.state.refunds.newest()[0] ?? expect.fail('nothing was refunded')
  const second = double.operate('refund', { intent: intentOf(double, order), amount: 2000 })
  double.operate('alter-refund', { refund: second.id, metadata: { ...metadata } })
  expect(await found(true)).toMatchObject([{ kind: 'refund missing here', state: 'adopted' }])
  expect((await getOrder(shop, order.id)).status).toEqual({ charged: 60, refunded: 40 })
  expect(await found()).toEqual([])
})

test.each([
  { events: [charge], more: 1000, captured: 0 },
  { events: [charge], more: 1000, captured: 1000 },
  { events: [charge], more: -1000, captured: -1000 },
  { events: [{ type: 'charge', items: 40 }], more: 1000, captured: 0 },
  { events: [{ type: 'cancel' }], more: 1000, captured: 0 },
  { events: [{ type: 'cancel' }], more: -1000, captured: 0 },
])(
  'another authorised amount is one difference: $more, $captured of it captured, after $events',
  async (given) => {
    const order = await orderWith(given.events)
    const { status } = await getOrder(shop, order.id)
    const intent = double.state.paymentIntents.get(intentOf(double, order))
    intent.amount += given.more
    intent.amount_received += given.captured
    expect(await found(true)).toMatchObject([{ kind: 'amount', state: 'noted' }])
    expect((await getOrder(shop, order.id)).status).toEqual(status)
    expect(await found()).toEqual([])
  },
)

test('an order that is adopted has everything that happened to its payment', async () => {
  const order = await orderWith([])
  const failed = plantedDifferences.find(
    ({ name }) => name === 'an order whose authorisation counts as failed',
  )
  await failed?.plant(order, { double, shop, db: world.runtime.db })
  const intent = intentOf(double, order)
  double.operate('capture', { intent, amount: 6000 })
  double.operate('refund', { intent, amount: 1000 })
  expect(await found(true)).toMatchObject([{ kind: 'missing here', state: 'adopted' }])
  expect((await getOrder(shop, order.id)).status).toEqual({ charged: 50, refunded: 10, cancelled: 40 })
  expect(await run()).toMatchObject({ differences: [], noted: 0 })
})

test.each([
  { lost: charge, events: [] },
  { lost: refund, events: [charge] },
  { lost: { type: 'cancel' }, events: [] },
])('adopts $lost.type that Kassa requested after the backup that was restored', async ({ lost, events }) => {
  const order = await orderWith(events)
  const restore = await backUp(world.runtime.db, order.id)
  expect((await post(shop, order.id, lost)).status).toBe(201)
  const { status } = await getOrder(shop, order.id)
  await restore()
  expect(await found(true)).toMatchObject([{ kind: `${lost.type} missing here`, state: 'adopted' }])
  expect((await getOrder(shop, order.id)).status).toEqual(status)
  expect(await run()).toMatchObject({ differences: [], noted: 0 })
})

test('a payment that names an operation which waited for its cardholder is not a difference', async () => {
  const order = await newOrder(100)
  const waited = await newOrder(100)
  const named = metadataOf(double, waited)
  await world.runtime.db.execute(sql`delete from order_event where order_id = ${waited.id}`)
  await world.runtime.db.execute(sql`delete from "order" where id = ${waited.id}`)
  await world.runtime.db.execute(sql`update operation set status = 'failed' where order_id = ${waited.id}`)
  double.operate('erase', { intent: intentOf(double, waited) })
  double.operate('alter', { intent: intentOf(double, order), metadata: named })
  expect(await found()).toEqual([])
})

async function approvedPayment() {
  const token = await tokenOf('pm_card_threeDSecure2Required')
  expect((await payWith(100, token)).status).toBe(400)
  const [intent] = double.state.paymentIntents.newest()
  double.operate('decide', { intent: intent?.id ?? '', approve: true })
  return { repeat: async () => (await payWith(100, token)).body }
}

test('a payment that its cardholder has approved is in progress until the shop continues it', async () => {
  const { repeat } = await approvedPayment()
  expect(await run()).toMatchObject({ payments: 1, inProgress: 1, differences: [] })
  expect((await repeat()).status).toEqual({ ordered: 100 })
  expect(await run()).toMatchObject({ orders: 1, payments: 1, inProgress: 0, differences: [] })
})

test('a payment that the shop can continue is not adopted, so that it has one order', async () => {
  const { repeat } = await approvedPayment()
  const use = (usedBy: string | null) =>
    world.runtime.db
      .update(serviceVerification)
      .set({ usedBy })
      .where(eq(serviceVerification.merchantId, shop.merchant))
  await use(crypto.randomUUID())
  const [difference] = (await run()).differences
  if (!difference) throw new Error('No payment was found')
  await use(null)
  expect(await adoptDifference(context, difference)).toBe('open')
  expect((await repeat()).status).toEqual({ ordered: 100 })
  expect(await run()).toMatchObject({ orders: 1, payments: 1, differences: [] })
})

test('compares pages of payments while Stripe fails intermittently', async () => {
  const order = await newOrder(100)
  for (let count = 0; count < 120; count++)
    double.operate('pay', { amount: 500, metadata: metadataOf(double, order) })
  for (const path of ['^/v1/payment_intents$', '^/v1/payment_intents/'])
    double.operate('fault', { method: 'GET', path, kind: 'error-before', times: 1 })
  const { differences, payments } = await run()
  expect(payments).toBe(121)
  expect(differences).toHaveLength(120)
  expect(new Set(differences.map(({ kind }) => kind))).toEqual(new Set(['duplicate']))
})

test('payments of other systems are foreign, whatever their metadata has', async () => {
  double.operate('pay', { amount: 5_000, metadata: { order: '1001', operation: 'sale', o_id: 'abc' } })
  double.operate('pay', { amount: 6_000, metadata: { [`o_${crypto.randomUUID()}`]: '1.5 after lunch' } })
  const foreign = { kind: 'foreign', orderId: null, state: 'open' }
  expect(await found()).toEqual([foreign, foreign])
  await allDelivered(double)
  await processAllNotices(world.runtime, shop)
})

test('leaves out payments of other systems in a currency that Kassa does not have', async () => {
  double.operate('pay', { amount: 5_000, currency: 'ang' })
  await orderWith([charge])
  expect(await run()).toMatchObject({ payments: 1, orders: 1, differences: [] })
})

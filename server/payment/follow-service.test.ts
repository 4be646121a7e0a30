// @module-tag slow

import { beforeEach, expect, test } from 'vitest'
import { ordersOf, subscribe } from '@/test/billing'
import { call, getOrder, post } from '@/test/call'
import { dashboardAs } from '@/test/members'
import { allDelivered, processAllNotices } from '@/test/stripe/notices'
import { intentOf, metadataOf } from '@/test/stripe/planted-differences'
import { type StripeShop, stripeShop } from '@/test/stripe/shop'
import { testWorld } from '@/test/world'
import { runBilling } from '../billing/run'
import type { Context } from '../core/context'
import type { Account } from '../model/account'
import type { Card } from '../model/card/schemas'
import type { Order } from '../model/order/schemas'
import { processNotices } from './process-notices'
import { reconcile } from './reconcile/reconcile'
import { recoverOperations } from './recover'

const world = testWorld()

let double: StripeShop['double']
let shop: StripeShop
let context: Context

beforeEach(async () => {
  shop = await stripeShop(world)
  ;({ double, context } = shop)
})

const newCard = async (): Promise<string> =>
  (await call<Card>(shop.publicKey, 'POST', '/card', { reference: 'pm_card_visa' })).body.token

async function newOrder(...events: object[]): Promise<Order> {
  const payment = { type: 'card', card: await newCard() }
  const input = { items: 100, currency: 'SEK', payment }
  const { body } = await call<Order>(shop.publicKey, 'POST', '/order', input)
  for (const event of events) expect((await post(shop, body.id, event)).status).toBe(201)
  return body
}

const work = () => processAllNotices(world.runtime, shop)
const delivered = () => allDelivered(double)

const charge = { type: 'charge' }
const refund = { type: 'refund', items: 20 }
const refundOf = () => double.state.refunds.newest()[0]?.id ?? ''

interface Doing {
  name: string
  events?: object[]
  act(order: Order): unknown
  status: Record<string, number>
  last: object
}

const external = 'external'

const doings: Doing[] = [
  {
    name: 'a refund',
    events: [charge, refund],
    act: (order) => double.operate('refund', { intent: intentOf(double, order), amount: 3000 }),
    status: { charged: 50, refunded: 50 },
    last: { type: 'refund', reason: external },
  },
  {
    name: 'a capture',
    act: (order) => double.operate('capture', { intent: intentOf(double, order) }),
    status: { charged: 100 },
    last: { type: 'charge', reason: external },
  },
  {
    name: 'a capture that releases the rest',
    act: (order) => double.operate('capture', { intent: intentOf(double, order), amount: 4000 }),
    status: { charged: 40, cancelled: 60 },
    last: { type: 'cancel', reason: external },
  },
  {
    name: 'a cancel',
    act: (order) => double.operate('cancel', { intent: intentOf(double, order) }),
    status: { cancelled: 100 },
    last: { type: 'cancel', reason: external },
  },
  {
    name: 'an expiry',
    act: (order) => double.operate('expire', { intent: intentOf(double, order) }),
    status: { cancelled: 100 },
    last: { type: 'cancel', reason: 'expired' },
  },
  {
    name: 'a refund that failed later',
    events: [charge, refund],
    act: () => double.operate('fail-refund', { refund: refundOf() }),
    status: { charged: 100 },
    last: { type: 'fail', original: 'refund', reason: external },
  },
  {
    name: 'a capture that failed later',
    events: [charge],
    act: (order) => double.operate('fail-capture', { intent: intentOf(double, order) }),
    status: { cancelled: 100 },
    last: { type: 'cancel', reason: external },
  },
]

const check = async (order: Order, { status, last }: Doing) => {
  const { event, ...rest } = await getOrder(shop, order.id)
  expect(rest.status).toEqual(status)
  expect(event.at(-1)).toMatchObject(last)
  return event
}

const difference = async (adopt = false) => {
  const range = { from: new Date(0), to: undefined }
  return (await reconcile(context, { cause: 'daily', range, adopt })).differences.length
}

test.each(doings)('$name at the card service becomes an event, whatever its notices do', async (doing) => {
  double.operate('notifications', { copies: 3, shuffleMs: 30, hold: true })
  const order = await newOrder(...(doing.events ?? []))
  await doing.act(order)
  double.operate('release-notifications', {})
  await delivered()
  await work()
  const events = await check(order, doing)
  await work()
  expect(await check(order, doing)).toEqual(events)
  expect(await difference()).toBe(0)
})

test('what needs a change that a person has to look at is left to that person', async () => {
  const order = await newOrder(charge, { type: 'refund', items: 60 })
  await delivered()
  await work()
  double.operate('alter-refund', { refund: refundOf(), amount: 2000 })
  double.operate('refund', { intent: intentOf(double, order), amount: 7000 })
  await delivered()
  await work()
  expect((await getOrder(shop, order.id)).status).toEqual({ charged: 40, refunded: 60 })
  expect(await difference()).toBe(2)
  await difference(true)
  expect((await getOrder(shop, order.id)).status).toEqual({ charged: 10, refunded: 90 })
})

test.each(doings)(
  '$name at the card service is found by reconciliation if its notices are lost',
  async (doing) => {
    double.operate('notifications', { drop: 1 })
    const order = await newOrder(...(doing.events ?? []))
    await doing.act(order)
    expect(await difference(true)).toBe(1)
    await check(order, doing)
    expect(await difference()).toBe(0)
  },
)

test('a refund of a charge whose failure is not known yet is declined', async () => {
  double.operate('notifications', { drop: 1 })
  const order = await newOrder(charge)
  double.operate('fail-capture', { intent: intentOf(double, order) })
  const { status, body } = await post(shop, order.id, refund)
  expect([status, body.content.details]).toEqual([400, { code: 'invalid transaction' }])
  expect((await getOrder(shop, order.id)).status).toEqual({ charged: 100 })
})

test('notices and reconciliation at the same time record a refund once', async () => {
  const order = await newOrder(charge)
  double.operate('refund', { intent: intentOf(double, order), amount: 3000 })
  await delivered()
  await Promise.all([work(), difference(true), difference(true), work()])
  await work()
  const { event } = await getOrder(shop, order.id)
  expect(event.map(({ type }) => type)).toEqual(['order', 'charge', 'refund'])
})

test('what happened before the order exists is recorded once it does', async () => {
  double.operate('fault', { method: 'POST', path: '^/v1/payment_intents$', kind: 'slow', ms: 1000, times: 1 })
  const creating = newOrder()
  await expect.poll(() => double.state.paymentIntents.newest().length).toBe(1)
  double.operate('cancel', { intent: double.state.paymentIntents.newest()[0]?.id ?? '' })
  await delivered()
  await processNotices(world.runtime, (error) => expect.fail(String(error)))
  const order = await creating
  await work()
  expect((await getOrder(shop, order.id)).status).toEqual({ cancelled: 100 })
})

test('a refund of a subscription’s payment whose response was lost is recorded once the payment is', async () => {
  const method = [{ type: 'token', card: await newCard() }]
  const { body: account } = await call<Account>(shop.privateKey, 'POST', '/account', { method })
  await subscribe(shop, account)
  double.operate('fault', { method: 'POST', path: '^/v1/payment_intents$', kind: 'error-after', times: 1 })
  await runBilling({ ...context, merchant: { ...context.merchant, cardService: 'stripe' } })
  const [order] = await ordersOf(shop, account)
  if (!order) expect.fail('the subscription has no order')
  double.operate('refund', { intent: intentOf(double, order), amount: 3000 })
  await delivered()
  await processNotices(world.runtime, (error) => expect.fail(String(error)))
  await recoverOperations(world.runtime, { staleSeconds: 0, onError: (error) => expect.fail(String(error)) })
  await work()
  expect((await getOrder(shop, order.id)).status).toEqual({ charged: 70, refunded: 30 })
})

const capturedInsteadOfCancelled = async (): Promise<Order> => {
  const order = await newOrder()
  double.operate('fault', { method: 'POST', path: '/cancel$', kind: 'lost-before', times: 2 })
  expect((await post(shop, order.id, { type: 'cancel' })).status).toBe(504)
  double.operate('capture', { intent: intentOf(double, order), amount: 4000 })
  return order
}

const recover = () =>
  recoverOperations(world.runtime, { staleSeconds: 0, onError: (error) => expect.fail(String(error)) })

test('a capture in part at the card service after a cancel that never arrived releases the rest', async () => {
  const order = await capturedInsteadOfCancelled()
  await delivered()
  await recover()
  await work()
  const { event, status } = await getOrder(shop, order.id)
  expect(status).toEqual({ charged: 40, cancelled: 60 })
  expect(event.map(({ type, reason }) => [type, reason])).toEqual([
    ['order', undefined],
    ['fail', undefined],
    ['charge', external],
    ['cancel', external],
  ])
  expect(await difference()).toBe(0)
})

test('a cancel that an older version recorded instead of a capture is one difference, and is corrected', async () => {
  double.operate('notifications', { drop: 1 })
  const order = await capturedInsteadOfCancelled()
  const marks = Object.entries(metadataOf(double, order)).map(([name, value]) => [
    name,
    value === 'cancel all' ? 'cancel' : value,
  ])
  double.operate('alter', { intent: intentOf(double, order), metadata: Object.fromEntries(marks) })
  await recover()
  expect((await getOrder(shop, order.id)).status).toEqual({ cancelled: 100 })
  expect(await difference(true)).toBe(1)
  expect((await getOrder(shop, order.id)).status).toEqual({ charged: 40, cancelled: 60 })
  expect(await difference()).toBe(0)
})

test('a refund that fails while another one is pending is recorded once that one is complete', async () => {
  const order = await newOrder(charge, { type: 'refund', items: 50 })
  const first = refundOf()
  double.operate('settings', { refunds: 'pending' })
  expect((await post(shop, order.id, { type: 'refund', items: 50 })).status).toBe(201)
  const second = refundOf()
  double.operate('fail-refund', { refund: first })
  await delivered()
  await processNotices(world.runtime, (error) => expect.fail(String(error)))
  double.operate('complete-refund', { refund: second })
  await delivered()
  await work()
  const { event, status } = await getOrder(shop, order.id)
  expect(status).toEqual({ charged: 50, refunded: 50 })
  expect(event.filter(({ type }) => type === 'fail')).toMatchObject([
    { original: 'refund', reason: external },
  ])
  expect(await difference()).toBe(0)
})

test('a payment of a subscription that failed later stays a failed attempt, however often it is compared', async () => {
  const method = [{ type: 'token', card: await newCard() }]
  const { body: account } = await call<Account>(shop.privateKey, 'POST', '/account', { method })
  await subscribe(shop, account)
  await runBilling({ ...context, merchant: { ...context.merchant, cardService: 'stripe' } })
  const [order] = await ordersOf(shop, account)
  if (!order) expect.fail('the subscription has no order')
  expect(order.status).toEqual({ charged: 100 })
  await delivered()
  await work()
  double.operate('fail-capture', { intent: intentOf(double, order) })
  await delivered()
  await work()
  expect((await getOrder(shop, order.id)).status).toEqual({ cancelled: 100 })
  expect(await difference(true)).toBe(0)
  const team = await dashboardAs(world.runtime, shop.merchant, 'viewer')
  expect((await team.account.figures({ id: account.id })).failures).toEqual({ count: 1, isMore: false })
  const { attempts } = await team.attempt.list({ account: account.id })
  expect(attempts).toMatchObject([{ kind: 'pay', order: { id: order.id } }])
})

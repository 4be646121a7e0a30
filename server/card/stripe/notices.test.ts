// @module-tag slow

import { and, eq, isNull } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { POST } from '@/app/notices/[service]/[merchant]/route'
import { merchant, noticeSecret, serviceNotice } from '@/db/schema'
import { call, getOrder, post } from '@/test/call'
import { listenToNotices } from '@/test/stripe/listen-to-notices'
import { type RunningDouble, startDouble } from '@/test/stripe/start-double'
import { type TestMerchant, testWorld } from '@/test/world'
import { days, later } from '../../core/clock'
import type { Context } from '../../core/context'
import type { Card } from '../../model/card/schemas'
import type { Order } from '../../model/order/schemas'
import { processNotices } from '../../payment/process-notices'
import { recoverOperations } from '../../payment/recover'
import { checkConnection, connectCardService } from '../connection'
import { deleteNotices } from '../notices'
import { cardServices } from '../services'
import { stripeCardService } from './service'

const world = testWorld()
const timeoutMs = 3000

let double: RunningDouble
let shop: TestMerchant
let context: Context

beforeEach(async () => {
  double = await startDouble()
  onTestFinished(() => double.stop())
  shop = await world.newMerchant()
  const { db, baseUrl } = world.runtime
  const adapter = stripeCardService(db, { baseUrl, stripeBaseUrl: double.url, timeoutMs })
  world.runtime.cards = cardServices([adapter], timeoutMs)
  context = { ...shop.context, cards: world.runtime.cards, baseUrl: await listenToNotices() }
  await db.update(merchant).set({ cardService: 'stripe' }).where(eq(merchant.id, shop.merchant))
  expect(await connect()).toMatchObject({ status: 'connected', notices: true })
})

const connect = () =>
  connectCardService(context, {
    service: 'stripe',
    secret: double.secretKey,
    publishable: double.publishableKey,
  })

const endpoints = () => double.state.webhookEndpoints.newest()

const notices = () =>
  world.runtime.db.select().from(serviceNotice).where(eq(serviceNotice.merchantId, shop.merchant))
const waiting = () =>
  world.runtime.db.$count(
    serviceNotice,
    and(eq(serviceNotice.merchantId, shop.merchant), isNull(serviceNotice.processed)),
  )

async function paidWith(reference: string): Promise<Order> {
  const { body: token } = await call<Card>(shop.publicKey, 'POST', '/card', { reference })
  const payment = { type: 'card', card: token.token }
  const { body } = await call<Order>(shop.publicKey, 'POST', '/order', {
    items: 100,
    currency: 'SEK',
    payment,
  })
  await post(shop, body.id, { type: 'charge' })
  return body
}

/** What the worker does, which takes up operations that are 30 seconds old. */
async function work(): Promise<void> {
  const failed = (error: unknown) => expect.fail(String(error))
  await processNotices(world.runtime, failed)
  await recoverOperations(world.runtime, { staleSeconds: 30, onError: failed })
}

const delivered = (type: string) =>
  expect.poll(() => double.deliveries.log.filter((each) => each.type === type && each.outcome === 200).length)

describe('the endpoint at Stripe', () => {
  test('is created once, for the events that are needed', async () => {
    await connect()
    await checkConnection(context, 'stripe')
    expect(endpoints()).toMatchObject([
      { url: `${context.baseUrl}/notices/stripe/${shop.merchant}`, status: 'enabled' },
    ])
    expect(endpoints()[0]?.enabled_events).toContain('refund.updated')
    expect(endpoints()[0]?.enabled_events).not.toContain('*')
  })

  test('is corrected if its events were changed or it was disabled', async () => {
    const [endpoint] = endpoints()
    if (!endpoint) expect.fail('no endpoint')
    const needed = endpoint.enabled_events
    endpoint.enabled_events = ['charge.captured']
    endpoint.status = 'disabled'
    await checkConnection(context, 'stripe')
    expect(endpoints()).toMatchObject([{ id: endpoint.id, enabled_events: needed, status: 'enabled' }])
  })

  test('is replaced if its secret is not known, and the secret is stored encrypted', async () => {
    const before = endpoints()
    await world.runtime.db.delete(noticeSecret).where(eq(noticeSecret.merchantId, shop.merchant))
    await connect()
    expect(endpoints()).toHaveLength(1)
    expect(endpoints()[0]?.id).not.toBe(before[0]?.id)
    const rows = await world.runtime.db
      .select()
      .from(noticeSecret)
      .where(eq(noticeSecret.merchantId, shop.merchant))
    expect(rows).toHaveLength(1)
    expect(rows[0]?.secret).toMatch(/^v2\./)
  })
})

describe('notices of Stripe', () => {
  test('complete an accepted refund, without waiting until it is looked up anyway', async () => {
    const order = await paidWith('pm_card_pendingRefund')
    expect((await post(shop, order.id, { type: 'refund' })).status).toBe(504)
    await work()
    const refund = double.state.refunds.newest()[0]?.id ?? ''
    double.operate('complete-refund', { refund })
    await delivered('refund.updated').toBe(1)
    await work()
    expect((await getOrder(shop, order.id)).status).toEqual({ refunded: 100 })
    expect(await waiting()).toBe(0)
  })

  test('lead to the same result if they come twice, late and in another order', async () => {
    double.operate('notifications', { copies: 3, shuffleMs: 50, hold: true })
    const order = await paidWith('pm_card_pendingRefund')
    await post(shop, order.id, { type: 'refund' })
    double.operate('complete-refund', { refund: double.state.refunds.newest()[0]?.id ?? '' })
    double.operate('release-notifications', {})
    await delivered('refund.updated').toBe(3)
    await delivered('refund.created').toBe(3)
    const ids = (await notices()).map(({ eventId }) => eventId)
    expect(new Set(ids).size).toBe(ids.length)
    await work()
    await work()
    const { status, event } = await getOrder(shop, order.id)
    expect(status).toEqual({ refunded: 100 })
    expect(event.filter(({ type }) => type === 'refund')).toHaveLength(1)
  })

  test.each([
    ['another secret', { wrongSecret: true }],
    ['a signature that is too old', { signedSecondsAgo: 600 }],
  ])('are refused with %s', async (_, misbehaviour) => {
    double.operate('notifications', { ...misbehaviour, retries: 0 })
    await paidWith('pm_card_visa')
    await expect.poll(() => double.deliveries.log.map(({ outcome }) => outcome)).toContain(400)
    expect(await notices()).toEqual([])
  })

  test('are refused without a signature, if too large, and for another merchant or service', async () => {
    const send = async (body: string, path: { service: string; merchant: string }, headers = {}) =>
      (
        await POST(new Request('http://kassa.test', { method: 'POST', body, headers }), {
          params: Promise.resolve(path),
        })
      ).status
    const here = { service: 'stripe', merchant: shop.merchant }
    expect(await send('{}', here)).toBe(400)
    expect(await send('{}', here, { 'stripe-signature': 't=1,v1=abc' })).toBe(400)
    expect(await send('{}', { ...here, merchant: 'unknown' })).toBe(400)
    expect(await send('{}', { ...here, service: 'unknown' })).toBe(400)
    expect(await send(' '.repeat(1_000_001), here)).toBe(413)
  })

  test('wait if what they are about cannot be fetched, and do not delay others', async () => {
    await paidWith('pm_card_visa')
    await delivered('payment_intent.succeeded').toBe(1)
    double.operate('fault', { method: 'GET', path: '^/v1/payment_intents/', kind: 'error-before', times: 1 })
    const errors: unknown[] = []
    await processNotices(world.runtime, (error) => errors.push(error))
    expect(errors).toHaveLength(1)
    expect(await waiting()).toBe(1)
    // A notice that failed is attempted again later, not at once.
    await work()
    expect(await waiting()).toBe(1)
    await world.runtime.db.update(serviceNotice).set({ attempted: new Date(0) })
    await work()
    expect(await waiting()).toBe(0)
  })

  test('are deleted after some time', async () => {
    await paidWith('pm_card_visa')
    await delivered('payment_intent.succeeded').toBe(1)
    await deleteNotices(world.runtime.db, later(new Date(), -days(1)))
    expect(await notices()).not.toEqual([])
    await deleteNotices(world.runtime.db, later(new Date(), days(1)))
    expect(await notices()).toEqual([])
  })
})

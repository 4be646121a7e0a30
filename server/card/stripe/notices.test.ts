// @module-tag slow

import { and, eq, isNull } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { POST } from '@/app/notices/[service]/[merchant]/route'
import { cardConnection, noticeSecret, serviceNotice } from '@/db/schema'
import { call, getOrder, post } from '@/test/call'
import { clientOf } from '@/test/stripe/client'
import { chargedOrder, connect, failsAt, type StripeShop, stripeShop } from '@/test/stripe/shop'
import { testWorld } from '@/test/world'
import { days, later } from '../../core/clock'
import type { Account } from '../../model/account'
import type { Card } from '../../model/card/schemas'
import { processNotices } from '../../payment/process-notices'
import { recoverOperations } from '../../payment/recover'
import { checkConnection, checkConnections } from '../connection'
import { deleteNotices } from '../notices'

const world = testWorld()
let double: StripeShop['double']
let shop: StripeShop

beforeEach(async () => {
  shop = await stripeShop(world)
  double = shop.double
})

const endpoints = () => double.state.webhookEndpoints.newest()

const notices = () =>
  world.runtime.db.select().from(serviceNotice).where(eq(serviceNotice.merchantId, shop.merchant))
const waiting = () =>
  world.runtime.db.$count(
    serviceNotice,
    and(eq(serviceNotice.merchantId, shop.merchant), isNull(serviceNotice.processed)),
  )

/** Does the worker's job: it recovers operations that are 30 seconds old. */
async function work(): Promise<void> {
  await processNotices(world.runtime, failsAt(shop))
  await recoverOperations(world.runtime, { staleSeconds: 30, onError: failsAt(shop) })
}

const delivered = (type: string) =>
  expect.poll(() => double.deliveries.log.filter((each) => each.type === type && each.outcome === 200).length)

describe('the endpoint at Stripe', () => {
  test('is created once, for the events that are needed', async () => {
    await connect(shop)
    await checkConnection(shop.context, 'stripe')
    expect(endpoints()).toMatchObject([
      { url: `${shop.context.baseUrl}/notices/stripe/${shop.merchant}`, status: 'enabled' },
    ])
    expect(endpoints()[0]?.enabled_events).toContain('refund.updated')
    expect(endpoints()[0]?.enabled_events).not.toContain('*')
  })

  test('is created once, although the response to its creation is lost', async () => {
    const created = { method: 'POST', path: '^/v1/webhook_endpoints$' } as const
    double.operate('fault', { ...created, kind: 'lost-after', times: 1 })
    await connect(shop)
    expect(endpoints()).toHaveLength(1)
    const known = and(eq(noticeSecret.merchantId, shop.merchant), eq(noticeSecret.service, 'stripe'))
    expect(await world.runtime.db.select().from(noticeSecret).where(known)).toMatchObject([
      { id: endpoints()[0]?.id },
    ])
  })

  test('is corrected if its events were changed or it was disabled', async () => {
    const [endpoint] = endpoints()
    if (!endpoint) expect.fail('no endpoint')
    const needed = endpoint.enabled_events
    endpoint.enabled_events = ['charge.captured']
    endpoint.status = 'disabled'
    await checkConnection(shop.context, 'stripe')
    expect(endpoints()).toMatchObject([{ id: endpoint.id, enabled_events: needed, status: 'enabled' }])
  })

  test('is replaced when keys are entered again, in case its secret was replaced at Stripe', async () => {
    const before = endpoints()[0]?.id ?? expect.fail('no endpoint')
    double.state.secrets.set(before, 'whsec_replaced')
    await connect(shop)
    expect(endpoints()).toHaveLength(1)
    expect(endpoints()[0]?.id).not.toBe(before)
    const known = and(eq(noticeSecret.merchantId, shop.merchant), eq(noticeSecret.service, 'stripe'))
    expect(await world.runtime.db.select().from(noticeSecret).where(known)).toMatchObject([
      { id: endpoints()[0]?.id },
    ])
    const order = await chargedOrder(shop)
    await delivered('payment_intent.succeeded').toBe(1)
    await work()
    expect((await getOrder(shop, order.id)).status).toEqual({ charged: 100 })
  })

  test('is replaced although the old one cannot be deleted at first', async () => {
    const before = endpoints()[0] ?? expect.fail('no endpoint')
    before.created -= 60
    double.operate('fault', { method: 'DELETE', path: '/webhook_endpoints/', kind: 'error-before', times: 1 })
    expect(await connect(shop)).toMatchObject({ status: 'connected', notices: 'done' })
    const known = eq(noticeSecret.merchantId, shop.merchant)
    const [secret] = await world.runtime.db.select().from(noticeSecret).where(known)
    expect(secret?.id).not.toBe(before.id)
    await checkConnection(shop.context, 'stripe')
    expect(endpoints().map(({ id }) => id)).toEqual([secret?.id])
  })

  test('is created by a later check if Stripe refuses it at first, and the keys are used meanwhile', async () => {
    double.operate('fault', { method: 'POST', path: '/webhook_endpoints$', kind: 'refused', times: 2 })
    await world.runtime.db.delete(noticeSecret).where(eq(noticeSecret.merchantId, shop.merchant))
    expect(await connect(shop)).toMatchObject({ status: 'connected', notices: 'failed' })
    expect(await checkConnection(shop.context, 'stripe')).toMatchObject({ notices: 'failed' })
    expect(await checkConnection(shop.context, 'stripe')).toMatchObject({ notices: 'done' })
  })

  test('is corrected by the regular check, although that fails at another merchant', async () => {
    const [broken, whole] = [shop, await stripeShop(world)].sort((a, b) => (a.merchant < b.merchant ? -1 : 1))
    if (!broken || !whole) expect.fail('no shops')
    const { db } = world.runtime
    const unreadable = { secret: 'v2.nonsense' }
    await db.update(cardConnection).set(unreadable).where(eq(cardConnection.merchantId, broken.merchant))
    const [endpoint] = whole.double.state.webhookEndpoints.newest()
    if (!endpoint) expect.fail('no endpoint')
    const needed = endpoint.enabled_events
    endpoint.enabled_events = ['charge.captured']
    const failed: string[] = []
    const { cards, baseUrl } = whole.context
    const runtime = { ...world.runtime, cards, baseUrl }
    await checkConnections(runtime, (_, { merchantId }) => failed.push(merchantId))
    expect(failed).toContain(broken.merchant)
    expect(whole.double.state.webhookEndpoints.get(endpoint.id).enabled_events).toEqual(needed)
  })

  test('is replaced if its secret is not known, and the secret is stored encrypted', async () => {
    const before = endpoints()
    await world.runtime.db.delete(noticeSecret).where(eq(noticeSecret.merchantId, shop.merchant))
    await connect(shop)
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

describe('notices about stored cards', () => {
  const tokenOf = async (reference: string) => ({
    type: 'token',
    card: (await call<Card>(shop.publicKey, 'POST', '/card', { reference })).body.token,
  })
  const newAccount = async (...cards: string[]) => {
    const method = await Promise.all(cards.map(tokenOf))
    const { body } = await call<Account>(shop.privateKey, 'POST', '/account', { method })
    await delivered('setup_intent.succeeded').toBe(cards.length)
    return body
  }
  const methodsOf = async ({ id }: Account) =>
    (await call<Account>(shop.privateKey, 'GET', `/account/${id}`)).body.method
  const storedAs = (last4: string) =>
    double.state.paymentMethods.newest().find(({ card, customer }) => customer && card?.last4 === last4)
      ?.id ?? expect.fail(`No stored card ends in ${last4}`)
  const mastercard = '5555555555554444'
  const afterWork = async () => {
    await work()
    return waiting()
  }

  test('update cards that their banks have replaced', async () => {
    const account = await newAccount('pm_card_visa', 'pm_card_amex')
    const [before, other] = account.method
    double.operate('renew-card', { method: storedAs('4242'), number: mastercard })
    await delivered('payment_method.automatically_updated').toBe(1)
    await expect.poll(afterWork).toBe(0)
    const [month = 0, year = 0] = before?.expires ?? []
    const renewed = { ...before, scheme: 'mastercard', last4: '4444', expires: [month, year + 3] }
    expect(await methodsOf(account)).toEqual([renewed, other])
    // The same card, added by hand, is the same method.
    const again = await tokenOf('pm_card_mastercard')
    await call(shop.privateKey, 'POST', `/account/${account.id}/method`, again)
    expect((await methodsOf(account)).map(({ token }) => token)).toEqual([before?.token, other?.token])
    await delivered('setup_intent.succeeded').toBe(3)
    await expect.poll(afterWork).toBe(0)
  })

  test('update a card although its new number is on the account already', async () => {
    const account = await newAccount('pm_card_visa', 'pm_card_mastercard')
    double.operate('renew-card', { method: storedAs('4242'), number: mastercard })
    await delivered('payment_method.automatically_updated').toBe(1)
    await expect.poll(afterWork).toBe(0)
    expect((await methodsOf(account)).map(({ last4 }) => last4)).toEqual(['4444', '4444'])
  })

  test('follow changes in the dashboard, and ignore cards that Kassa did not store', async () => {
    const account = await newAccount('pm_card_visa')
    const { paymentMethods } = clientOf(double)
    await paymentMethods.update(storedAs('4242'), { card: { exp_month: 2, exp_year: 2040 } })
    const foreign = await paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } })
    await paymentMethods.update(foreign.id, { card: { exp_month: 3, exp_year: 2041 } })
    await delivered('payment_method.updated').toBe(2)
    await expect.poll(afterWork).toBe(0)
    expect((await methodsOf(account)).map(({ expires }) => expires)).toEqual([[2, 40]])
  })
})

describe('notices of Stripe', () => {
  test('complete an accepted refund before its next look-up', async () => {
    const order = await chargedOrder(shop, 'pm_card_pendingRefund')
    expect((await post(shop, order.id, { type: 'refund' })).status).toBe(201)
    await work()
    const refund = double.state.refunds.newest()[0]?.id ?? ''
    double.operate('complete-refund', { refund })
    await delivered('refund.updated').toBe(1)
    // Stripe sends several notices of a refund, and another one may arrive meanwhile.
    const afterWork = async () => {
      await work()
      return waiting()
    }
    await expect.poll(afterWork).toBe(0)
    expect((await getOrder(shop, order.id)).status).toEqual({ refunded: 100 })
  })

  test('have the same effect if they come twice, late and out of order', async () => {
    double.operate('notifications', { copies: 3, shuffleMs: 50, hold: true })
    const order = await chargedOrder(shop, 'pm_card_pendingRefund')
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
    await chargedOrder(shop, 'pm_card_visa')
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

  test('wait if their object cannot be fetched, and do not delay others', async () => {
    await chargedOrder(shop, 'pm_card_visa')
    await delivered('payment_intent.succeeded').toBe(1)
    await expect.poll(() => double.deliveries.waiting()).toBe(0)
    double.operate('fault', { method: 'GET', path: '^/v1/payment_intents/', kind: 'error-before', times: 1 })
    const errors: unknown[] = []
    await processNotices(world.runtime, (error, { merchantId }) => {
      if (merchantId === shop.merchant) errors.push(error)
    })
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
    await chargedOrder(shop, 'pm_card_visa')
    await delivered('payment_intent.succeeded').toBe(1)
    await deleteNotices(world.runtime.db, later(new Date(), -days(1)))
    expect(await notices()).not.toEqual([])
    await deleteNotices(world.runtime.db, later(new Date(), days(1)))
    expect(await notices()).toEqual([])
  })
})

// @module-tag slow

import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { merchant, operation, order } from '@/db/schema'
import { callbacksOf } from '@/test/billing'
import { call, getOrder, post } from '@/test/call'
import { teamMailsOf } from '@/test/people-mail'
import { intentOf } from '@/test/stripe/planted-differences'
import { stripeShops } from '@/test/stripe/stripe-shops'
import { type TestMerchant, testWorld } from '@/test/world'
import { hours, later } from '../core/clock'
import type { Account } from '../model/account'
import type { Card } from '../model/card/schemas'
import type { Order } from '../model/order/schemas'
import { announceExpiry } from './expire-authorisations'
import { followService } from './follow-service'
import { examine } from './reconcile/examine'
import { recordRenewal } from './record-renewal'
import { renewAuthorisations } from './renew-authorisations'

const world = testWorld()
const shops = stripeShops(world)

let shop: TestMerchant
let created: Order

const failed = (error: unknown) => expect.fail(String(error))
const renew = () => renewAuthorisations(world.runtime, failed)

const want = (renewAuthorisations: boolean) =>
  world.runtime.db.update(merchant).set({ renewAuthorisations }).where(eq(merchant.id, shop.merchant))

beforeEach(async () => {
  shop = await shops.newShop()
  await want(true)
  const reference = 'pm_card_visa'
  const { token } = (await call<Card>(shop.publicKey, 'POST', '/card', { reference })).body
  const method = [{ type: 'token', card: token }]
  const account = (await call<Account>(shop.privateKey, 'POST', '/account', { method })).body
  const payment = { type: 'account', account: account.id }
  const body = { items: 100, currency: 'SEK', payment, callback: 'https://shop.example/hook' }
  created = (await call<Order>(shop.privateKey, 'POST', '/order', body)).body
})

const endsIn = (count: number) =>
  world.runtime.db
    .update(order)
    .set({ authorisedUntil: later(new Date(), hours(count)) })
    .where(and(eq(order.merchantId, shop.merchant), eq(order.id, created.id)))

const books = () => shops.double.books().filter(({ metadata }) => metadata.order === created.id)
const open = () => books().map(({ open: amount }) => amount)
const daysLeft = async () =>
  (Date.parse((await getOrder(shop, created.id)).authorisedUntil ?? '') - Date.now()) / hours(24)

describe('an authorisation on a stored card that expires soon', () => {
  test('is renewed once, and the old one is released', async () => {
    await endsIn(23)
    await Promise.all([renew(), renew()])
    await renew()
    expect(open()).toEqual([0, 10_000])
    expect(await daysLeft()).toBeCloseTo(7, 1)
    await announceExpiry(world.runtime, failed)
    expect((await callbacksOf(shop)).map(({ type }) => type)).toEqual(['order.created'])
    const examined = await examine(shop.context, created.id)
    expect(examined).toMatchObject({ status: 'compared', differences: [] })
  })

  test('is renewed once, although another worker renews it after this one has found it', async () => {
    const { books: theirs } = world.runtime.cards.named('stripe')
    const payment = theirs.payment.bind(theirs)
    const reads = vi.spyOn(theirs, 'payment').mockImplementationOnce(async (named) => {
      await renew()
      return payment(named)
    })
    onTestFinished(() => reads.mockRestore())
    await endsIn(23)
    await renew()
    expect(open()).toEqual([0, 10_000])
  })

  test('stays as the first attempt has recorded it, if a second one ends later', async () => {
    await endsIn(23)
    await renew()
    const isRenewal = and(eq(operation.merchantId, shop.merchant), eq(operation.place, 2))
    const [begun] = await world.runtime.db.select().from(operation).where(isRenewal)
    if (!begun) expect.fail('nothing was renewed')
    await recordRenewal(shop.context, { begun, authorised: { reference: 'another' } })
    expect(await daysLeft()).toBeCloseTo(7, 1)
  })

  test('is charged and refunded with the new authorisation', async () => {
    await endsIn(23)
    await renew()
    expect((await post(shop, created.id, { type: 'charge', items: 60 })).status).toBe(201)
    expect((await post(shop, created.id, { type: 'refund', items: 10 })).status).toBe(201)
    expect((await post(shop, created.id, { type: 'cancel' })).status).toBe(201)
    expect(books().map(({ captured, refunded }) => [captured, refunded])).toEqual([
      [0, 0],
      [6000, 1000],
    ])
  })

  test('expires if the card is declined, and the team is notified', async () => {
    await endsIn(23)
    shops.double.operate('decline-next', { codes: ['insufficient_funds'] })
    await renew()
    await announceExpiry(world.runtime, failed)
    await renew()
    expect(open().filter((amount) => amount > 0)).toEqual([10_000])
    expect(await daysLeft()).toBeLessThan(1)
    expect(await teamMailsOf(world.runtime, shop.merchant)).toHaveLength(1)
    expect((await getOrder(shop, created.id)).event).toHaveLength(1)
    expect((await post(shop, created.id, { type: 'charge' })).status).toBe(201)
  })

  test('is renewed by recovery if the response was lost', async () => {
    await endsIn(23)
    shops.double.operate('fault', {
      method: 'POST',
      path: '^/v1/payment_intents$',
      kind: 'lost-after',
      times: 2,
    })
    await renew()
    const busy = await post(shop, created.id, { type: 'charge' })
    expect([busy.status, busy.body.content.description]).toEqual([
      400,
      expect.stringContaining('in progress'),
    ])
    await announceExpiry(world.runtime, failed)
    await shops.recover()
    expect(open()).toEqual([0, 10_000])
    // When the new one expires, the team is notified again.
    const [renewed] = await world.runtime.db.select().from(order).where(eq(order.merchantId, shop.merchant))
    expect(renewed?.expiryNotified).toBeNull()
    expect((await post(shop, created.id, { type: 'charge' })).status).toBe(201)
  })

  test('is renewed once the old one is released, and is not held twice meanwhile', async () => {
    await endsIn(23)
    shops.double.operate('fault', { method: 'POST', path: '/cancel$', kind: 'error-instead', times: 1 })
    await renew()
    expect((await post(shop, created.id, { type: 'charge' })).status).toBe(400)
    await shops.recover()
    expect(open()).toEqual([0, 10_000])
    expect((await post(shop, created.id, { type: 'charge' })).status).toBe(201)
  })

  test.each([
    {
      what: 'somebody has charged it',
      act: (intent: string) => shops.double.operate('capture', { intent }),
      becomes: { charged: 100 },
    },
    {
      what: 'somebody has charged a part and the rest has expired',
      act: (intent: string) => {
        shops.double.operate('capture', { intent, amount: 4000, final: false })
        shops.double.operate('expire', { intent })
      },
      becomes: { charged: 40, cancelled: 60 },
    },
    {
      what: 'somebody has released it',
      act: (intent: string) => shops.double.operate('cancel', { intent }),
      becomes: { cancelled: 100 },
    },
  ])('is kept if $what at the card service meanwhile', async ({ act, becomes }) => {
    await endsIn(23)
    const lost = { method: 'POST', path: '^/v1/payment_intents$', kind: 'lost-after', times: 2 } as const
    shops.double.operate('fault', lost)
    await renew()
    act(books()[0]?.intent ?? '')
    expect(await shops.recover()).toEqual([])
    expect(open()).toEqual([0, 0])
    await followService(shop.context, created.id)
    expect((await getOrder(shop, created.id)).status).toEqual(becomes)
  })

  test('is not renewed for a merchant who does not want it, or after a part was charged', async () => {
    await post(shop, created.id, { type: 'charge', items: 60 })
    await endsIn(23)
    await renew()
    await want(false)
    await renew()
    expect(books()).toHaveLength(1)
    const kinds = await world.runtime.db
      .select({ kind: operation.kind })
      .from(operation)
      .where(eq(operation.orderId, created.id))
    expect(kinds.map(({ kind }) => kind)).toEqual(['charge'])
  })

  test('is not renewed if a part turns out to have been captured at the card service', async () => {
    const intent = intentOf(shops.double, created)
    shops.double.operate('capture', { intent, amount: 4000, final: false })
    await endsIn(23)
    await renew()
    expect((await getOrder(shop, created.id)).status).toEqual({ charged: 40, ordered: 60 })
    expect(books()).toHaveLength(1)
  })
})

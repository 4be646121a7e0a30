// @module-tag slow

import { and, eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { operation } from '@/db/schema'
import { subscribe } from '@/test/billing'
import { call, type ErrorBody, orderOf } from '@/test/call'
import { deferred } from '@/test/deferred'
import { pagesRead, plantPayments, seconds } from '@/test/stripe/many-payments'
import { stripeShops } from '@/test/stripe/stripe-shops'
import { type TestMerchant, testWorld } from '@/test/world'
import { runBilling } from '../billing/run'
import { hours, later, todayOf } from '../core/clock'
import type { Account } from '../model/account'
import { addDays } from '../model/calendar'
import type { Card } from '../model/card/schemas'
import type { Found } from '../model/card/service'
import type { Order } from '../model/order/schemas'
import { methodsOf } from '../store/accounts'
import { recoverOperations } from './recover'
import { recoverOldOrders } from './recover-old-orders'

const world = testWorld()
const shops = stripeShops(world, { timeoutMs: 1500 })

afterEach(() => {
  vi.restoreAllMocks()
  shops.double.operate('clear-faults', {})
  const { paymentIntents } = shops.double.state
  for (const { id } of paymentIntents.newest()) paymentIntents.delete(id)
})

const given = { staleSeconds: 0, onError: () => undefined, pauseMs: 10 }
const recover = () => recoverOperations(world.runtime, given)
const recoverOld = () => recoverOldOrders(world.runtime, given)

/** Pretends that the operations of a merchant were first sent a while ago. */
const age = ({ merchant }: TestMerchant, ageHours: number) => {
  const time = sql`now() - make_interval(hours => ${ageHours})`
  return world.runtime.db
    .update(operation)
    .set({ firstSent: time, created: time, attempted: time })
    .where(and(eq(operation.merchantId, merchant), eq(operation.status, 'pending')))
}

const operationsOf = ({ merchant }: TestMerchant) =>
  world.runtime.db.select().from(operation).where(eq(operation.merchantId, merchant))

const pay = async (shop: TestMerchant) => {
  const { body } = await call<Card>(shop.publicKey, 'POST', '/card', { reference: 'pm_card_visa' })
  const payment = { type: 'card', card: body.token }
  const content = { items: 100, currency: 'SEK', payment }
  return call<Order & ErrorBody>(shop.publicKey, 'POST', '/order', content, { 'idempotency-key': body.token })
}

const ordersOf = async (shop: TestMerchant) =>
  (await call<Order[]>(shop.privateKey, 'GET', '/order')).body.map(({ status }) => status)

const creation = { method: 'POST', path: '^/v1/payment_intents$' } as const
const slow = { method: 'GET', path: '^/v1/payment_intents$', kind: 'slow', ms: 65 } as const

test('a late payment of a subscription is made, however many payments its customer has', async () => {
  const shop = await shops.newShop()
  const { body: card } = await call<Card>(shop.publicKey, 'POST', '/card', { reference: 'pm_card_visa' })
  const method = [{ type: 'token', card: card.token }]
  const account = (await call<Account>(shop.privateKey, 'POST', '/account', { method })).body
  await subscribe(shop, account, { start: addDays(todayOf(shop.context), -2) })
  plantPayments(shops.double, new Date())
  const [stored] = await methodsOf(shop.context, account.id)
  const customer = stored?.serviceReference.split('/')[0] ?? ''
  for (const intent of shops.double.state.paymentIntents.newest()) intent.customer = customer
  shops.double.operate('fault', slow)
  expect(await runBilling(shop.context)).toMatchObject({ open: 1 })
  await age(shop, 1)
  expect(await recover()).toEqual({ taken: 0, completed: 0 })
  expect(await recoverOld()).toEqual({ taken: 1, completed: 1 })
  expect(await ordersOf(shop)).toEqual([{ charged: 100 }])
})

describe('an order of a busy shop that was paid with a card token', () => {
  test('fails once it is proven that it never arrived, however many payments followed', async () => {
    const shop = await shops.newShop()
    shops.double.operate('fault', { ...creation, kind: 'error-before', times: 1 })
    expect((await pay(shop)).status).toBe(504)
    await age(shop, 25)
    plantPayments(shops.double, later(new Date(), -hours(1)))
    shops.double.operate('fault', slow)
    expect(await recover()).toEqual({ taken: 0, completed: 0 })
    expect(await recoverOld()).toEqual({ taken: 1, completed: 1 })
    expect(await operationsOf(shop)).toMatchObject([{ status: 'failed', code: 'never arrived' }])
  })

  test('is found although its payment was created late', async () => {
    const shop = await shops.newShop()
    shops.double.operate('fault', { ...creation, kind: 'lost-after', times: 2 })
    expect((await pay(shop)).status).toBe(504)
    await age(shop, 12)
    const [intent] = shops.double.state.paymentIntents.newest()
    if (intent) intent.created = seconds(later(new Date(), -hours(11)))
    plantPayments(shops.double, new Date())
    shops.double.operate('fault', slow)
    expect(await recoverOld()).toEqual({ taken: 1, completed: 1 })
    expect(await ordersOf(shop)).toEqual([{ ordered: 100 }])
  })

  test('is paid after a fault that Stripe repeats, without a look at the payments before it', async () => {
    const shop = await shops.newShop()
    plantPayments(shops.double, later(new Date(), -hours(1)))
    shops.double.operate('fault', { ...creation, kind: 'error-instead', times: 1 })
    expect((await pay(shop)).status).toBe(504)
    const before = pagesRead(shops.double)
    expect(await recover()).toEqual({ taken: 1, completed: 1 })
    expect(await ordersOf(shop)).toEqual([{ ordered: 100 }])
    // Before it is sent again, and after the fault was repeated.
    expect(pagesRead(shops.double) - before).toBe(2)
  })
})

describe('a long look-up', () => {
  const unknown = { status: 'unknown', cause: new Error('The service is silent') } as const

  async function oldOrders(shop: TestMerchant, count: number): Promise<void> {
    const authorize = vi.spyOn(world.runtime.cards.named('test'), 'authorize')
    for (let index = 0; index < count; index++) {
      authorize.mockResolvedValueOnce(unknown)
      await expect(orderOf(shop, 100)).rejects.toThrow('has not responded yet')
    }
    authorize.mockRestore()
    await age(shop, 1)
  }

  test('does not delay other orders, those of other merchants least', async () => {
    const [busy, other, later] = [
      await world.newMerchant(),
      await world.newMerchant(),
      await world.newMerchant(),
    ]
    await oldOrders(busy, 6)
    await oldOrders(other, 2)
    const response = deferred<Found>()
    const service = world.runtime.cards.named('test')
    const find = service.find.bind(service)
    const looked: string[] = []
    vi.spyOn(service, 'find').mockImplementation((lookup) => {
      looked.push(lookup.merchantId)
      return lookup.merchantId === busy.merchant ? response.promise : find(lookup)
    })
    const recovered = recoverOld()
    await expect.poll(() => ordersOf(other)).toHaveLength(2)
    // What becomes due meanwhile does not wait either.
    await oldOrders(later, 1)
    await expect.poll(() => ordersOf(later)).toHaveLength(1)
    expect(looked.filter((merchant) => merchant === busy.merchant)).toHaveLength(4)
    // Nor does another worker look up the same orders at the same time.
    const another = recoverOld()
    await expect.poll(() => looked.filter((merchant) => merchant === busy.merchant).length).toBe(6)
    response.resolve({ status: 'absent' })
    expect([await recovered, await another].map(({ taken }) => taken).toSorted()).toEqual([2, 7])
    expect(await ordersOf(busy)).toHaveLength(6)
  })

  test('is repeated only after it would have ended', async () => {
    const shop = await world.newMerchant()
    await oldOrders(shop, 1)
    vi.spyOn(world.runtime.cards.named('test'), 'find').mockResolvedValue(unknown)
    expect(await recoverOld()).toEqual({ taken: 1, completed: 0 })
    expect(await recoverOld()).toEqual({ taken: 0, completed: 0 })
  })
})

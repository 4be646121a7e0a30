import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { merchant, operation, order, serviceToken, serviceVerification } from '@/db/schema'
import { orderOf } from '@/test/call'
import { type StripeMerchant, stripeMerchant } from '@/test/stripe/merchant'
import { testWorld } from '@/test/world'
import { days, hours } from '../core/clock'
import { newReference } from '../core/id'
import { abandonVerifications } from './abandon-verifications'

const world = testWorld()

/** Begins a payment that waits for its cardholder. */
const begin = async (shop: StripeMerchant) => (await beginFound(shop)).pay

async function beginFound({ service, merchant }: StripeMerchant) {
  const now = world.clock.now()
  const card = await service.tokenise?.('pm_card_threeDSecure2Required', { merchantId: merchant, now })
  const source = { token: card?.token ?? '' }
  const callOf = (operation: string) => ({
    ...{ merchantId: merchant, operation, now: world.clock.now() },
    ...{ amount: 10_000n, currency: 'SEK', source },
  })
  const pay = (operation = newReference()) => service.authorize(callOf(operation))
  const find = (operation: string) =>
    service.find({ ...callOf(operation), kind: 'authorise', sentAfter: now })
  expect((await pay()).status).toBe('verification required')
  return { pay, find }
}

const abandon = ({ context }: StripeMerchant, errors: unknown[] = []) =>
  abandonVerifications({ ...world.runtime, cards: context.cards }, (error) => errors.push(error))

const newest = ({ double }: StripeMerchant) => double.books().at(-1) ?? expect.fail('no payment')

test('releases approved payments that were not continued, once their token has been invalid for an hour', async () => {
  const shop = await stripeMerchant(world)
  await begin(shop)
  shop.double.operate('decide', { intent: newest(shop).intent, approve: true })
  world.clock.advance(hours(1.9))
  expect(await abandon(shop)).toBe(0)
  expect(newest(shop)).toMatchObject({ status: 'requires_capture', open: 10_000 })
  world.clock.advance(hours(0.2))
  expect(await abandon(shop)).toBe(1)
  expect(newest(shop)).toMatchObject({ status: 'canceled', open: 0 })
  expect(await abandon(shop)).toBe(0)
})

test('releases those whose token has expired by the clock of a test merchant', async () => {
  const shop = await stripeMerchant(world)
  const ahead = async (clockAhead: number) => {
    await world.runtime.db.update(merchant).set({ clockAhead }).where(eq(merchant.id, shop.merchant))
  }
  world.clock.advance(days(40))
  await begin(shop)
  shop.double.operate('decide', { intent: newest(shop).intent, approve: true })
  world.clock.advance(-days(40))
  await ahead(days(40) + hours(1.9))
  expect(await abandon(shop)).toBe(0)
  await ahead(days(40) + hours(2.1))
  expect(await abandon(shop)).toBe(1)
  expect(newest(shop)).toMatchObject({ status: 'canceled', open: 0 })
})

test('abandons those that the cardholder never responded to, and those that had already ended', async () => {
  const shop = await stripeMerchant(world)
  await begin(shop)
  await begin(shop)
  shop.double.operate('cancel', { intent: newest(shop).intent })
  world.clock.advance(hours(3))
  expect(await abandon(shop)).toBe(2)
  expect(shop.double.books().map(({ status }) => status)).toEqual(['canceled', 'canceled'])
})

test('keeps those that were continued', async () => {
  const shop = await stripeMerchant(world)
  const pay = await begin(shop)
  shop.double.operate('decide', { intent: newest(shop).intent, approve: true })
  expect((await pay()).status).toBe('done')
  world.clock.advance(hours(30))
  expect(await abandon(shop)).toBe(0)
  expect(newest(shop)).toMatchObject({ status: 'requires_capture' })
})

test('a payment that was cancelled at the card service is not continued, but one that was continued stays done', async () => {
  const shop = await stripeMerchant(world)
  const { pay, find } = await beginFound(shop)
  shop.double.operate('decide', { intent: newest(shop).intent, approve: true })
  shop.double.operate('cancel', { intent: newest(shop).intent })
  const late = newReference()
  const declined = { status: 'declined', code: 'invalid transaction' }
  expect([await pay(late), await find(late)]).toEqual([declined, declined])
  const payOther = await begin(shop)
  shop.double.operate('decide', { intent: newest(shop).intent, approve: true })
  const operation = newReference()
  const done = await payOther(operation)
  expect(done.status).toBe('done')
  shop.double.operate('cancel', { intent: newest(shop).intent })
  expect(await payOther(operation)).toMatchObject({ status: 'done' })
})

/** An approved payment for which an operation claimed the token and stopped before it recorded what it did. */
async function stopped(shop: StripeMerchant) {
  await begin(shop)
  shop.double.operate('decide', { intent: newest(shop).intent, approve: true })
  const id = newReference()
  await world.runtime.db
    .update(serviceToken)
    .set({ usedBy: id })
    .where(eq(serviceToken.merchantId, shop.merchant))
  world.clock.advance(hours(3))
  return id
}

test.each([
  ['pending', 0],
  ['accepted', 0],
  ['failed', 1],
] as const)('an operation with the token that is %s: %i abandoned', async (status, abandoned) => {
  const shop = await stripeMerchant(world)
  const id = await stopped(shop)
  await world.runtime.db.insert(operation).values({
    ...{ merchantId: shop.merchant, orderId: 'abcdefghABCDEFGH', place: 1, id, kind: 'authorise', status },
    ...{ amount: 10_000n, currency: 'SEK', byAccount: false, created: world.clock.now() },
  })
  expect(await abandon(shop)).toBe(abandoned)
  expect(newest(shop).open).toBe(abandoned === 1 ? 0 : 10_000)
})

test('keeps one of a request that stores a card for as long as that can be repeated', async () => {
  const shop = await stripeMerchant(world)
  await stopped(shop)
  const ofShop = eq(serviceVerification.merchantId, shop.merchant)
  const storing = { purpose: 'store', amount: null, currency: null } as const
  await world.runtime.db.update(serviceVerification).set(storing).where(ofShop)
  const errors: unknown[] = []
  expect([await abandon(shop, errors), errors]).toEqual([0, []])
  world.clock.advance(days(7))
  await abandon(shop, errors)
  // The double has nothing of this name to abandon, which shows that it was asked.
  expect(errors).toHaveLength(1)
  await world.runtime.db.delete(serviceVerification).where(ofShop)
})

test.each([{ serviceReference: 'another' }, { service: 'northpay' }])(
  'keeps a payment that an order names, even if its operation was stopped before it recorded the continuation, until the order has %j',
  async (other) => {
    const shop = await stripeMerchant(world)
    await stopped(shop)
    const { id } = await orderOf(shop, 100)
    const isOrder = and(eq(order.merchantId, shop.merchant), eq(order.id, id))
    const paid = { service: 'stripe', serviceReference: newest(shop).intent }
    await world.runtime.db.update(order).set(paid).where(isOrder)
    expect(await abandon(shop)).toBe(0)
    expect(newest(shop).open).toBe(10_000)
    await world.runtime.db.update(order).set(other).where(isOrder)
    expect(await abandon(shop)).toBe(1)
  },
)

test.each(['error-before', 'error-after'] as const)(
  'tries again later if the service fails: %s',
  async (kind) => {
    const shop = await stripeMerchant(world)
    await begin(shop)
    world.clock.advance(hours(3))
    shop.double.operate('fault', { path: '/cancel$', kind, times: 1 })
    const errors: unknown[] = []
    expect(await abandon(shop, errors)).toBe(0)
    expect(errors).toHaveLength(1)
    expect(await abandon(shop)).toBe(1)
    expect(newest(shop).status).toBe('canceled')
  },
)

test('gives up those of others although a page of one merchant’s fails', async () => {
  const broken = await stripeMerchant(world)
  await begin(broken)
  const { db } = world.runtime
  const of = sql`t where t.merchant_id = ${broken.merchant}`
  await db.execute(sql`
    insert into service_token
    select (json_populate_record(t, json_build_object('id', t.id || n))).* from generate_series(1, 99) n, service_token ${of}`)
  await db.execute(sql`
    insert into service_verification
    select (json_populate_record(t, json_build_object('pareq', t.pareq || n, 'token_id', t.token_id || n))).*
    from generate_series(1, 99) n, service_verification ${of}`)
  world.clock.advance(1000)
  const shop = await stripeMerchant(world)
  await begin(shop)
  world.clock.advance(hours(3))
  const stripe = shop.context.cards.named('stripe')
  const abandonOne: typeof stripe.abandon = async (payment) => {
    if (payment.merchantId === broken.merchant) throw new Error('Expired API key')
    await stripe.abandon?.(payment)
  }
  const cards = { ...shop.context.cards, named: () => ({ ...stripe, abandon: abandonOne }) }
  const errors: unknown[] = []
  expect(await abandonVerifications({ ...world.runtime, cards }, (error) => errors.push(error))).toBe(1)
  expect(errors).toHaveLength(20)
  await db.execute(sql`delete from service_verification where merchant_id = ${broken.merchant}`)
})

import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { callbackDelivery, mail, merchant } from '@/db/schema'
import { accountWith, call, type ErrorBody, tokenFor, visa } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import type { Account } from '../account/schemas'
import type { Callback } from '../callback/schemas'
import { reconcile } from '../card/reconcile'
import type { Order } from '../order/schemas'
import type { Subscription } from '../subscription/schemas'
import { moveClock } from './clock'
import type { ClockMoved } from './schemas'

const world = testWorld()

/** Cards can be stored with it, and then every charge is declined. */
const declining = '4000000000000341'
const callback = 'https://example.com/hook'

/** A merchant whose clock stands at the first moment of a day, so that dates are known. */
async function shopOn(day: string): Promise<TestMerchant> {
  const shop = await world.newMerchant()
  await move(shop, { to: day })
  return shop
}

const move = async (shop: TestMerchant, how: unknown): Promise<ClockMoved> => {
  const { status, body, text } = await call<ClockMoved>(shop.privateKey, 'POST', '/clock', how)
  expect(status, text).toBe(200)
  expect(body.complete).toBe(true)
  return body
}

/** An account whose customer can be mailed; the cards expire long after. */
async function payer(shop: TestMerchant, ...pans: string[]): Promise<Account> {
  const account = await accountWith(shop, ...pans)
  await call(shop.privateKey, 'PUT', `/account/${account.id}/customer`, {
    name: 'Jane Doe',
    email: 'jane@example.com',
  })
  return account
}

async function subscribe(shop: TestMerchant, account: Account, terms: object): Promise<Subscription> {
  const path = `/account/${account.id}/subscription`
  const { body, status, text } = await call<Subscription[]>(shop.privateKey, 'POST', path, {
    items: 100,
    currency: 'SEK',
    callback,
    ...terms,
  })
  expect(status, text).toBe(201)
  const made = body.at(-1)
  if (!made) throw new Error('No subscription was answered')
  return made
}

const ordersOf = async (shop: TestMerchant, account: Account): Promise<Order[]> =>
  (await call<Order[]>(shop.privateKey, 'GET', `/account/${account.id}/order?limit=1000`)).body.reverse()

const accountOf = async (shop: TestMerchant, { id }: Account): Promise<Account> =>
  (await call<Account>(shop.privateKey, 'GET', `/account/${id}`)).body

const duesOf = async (shop: TestMerchant, account: Account) =>
  (await ordersOf(shop, account)).map(({ due }) => due)

/** What payers were mailed, in order. */
const mails = async (shop: TestMerchant) =>
  (
    await world.runtime.db
      .select()
      .from(mail)
      .where(eq(mail.merchantId, shop.merchant))
      .orderBy(mail.created, mail.template)
  ).map(({ template, data }) => ({ template, data }))

const templates = async (shop: TestMerchant) => (await mails(shop)).map(({ template }) => template)

/** What callbacks tell, in the order in which they are to be delivered. */
const callbacks = async (shop: TestMerchant): Promise<Callback[]> =>
  (
    await world.runtime.db
      .select()
      .from(callbackDelivery)
      .where(eq(callbackDelivery.merchantId, shop.merchant))
      .orderBy(callbackDelivery.position)
  ).map(({ payload }) => JSON.parse(payload))

test('a year of a monthly subscription from the 31st: each date billed once, charged, told and mailed', async () => {
  const shop = await shopOn('2027-01-31')
  const account = await payer(shop, visa)
  const subscription = await subscribe(shop, account, { schedule: 'monthly', items: 249.5 })
  expect(subscription.due).toBe('2027-01-31')
  expect(await move(shop, { advance: { months: 12 } })).toMatchObject({ orders: 13, charged: 13, failed: 0 })
  const days = ['01-31', '02-28', '03-31', '04-30', '05-31', '06-30', '07-31', '08-31', '09-30', '10-31']
  const dues = [...[...days, '11-30', '12-31'].map((day) => `2027-${day}`), '2028-01-31']
  const orders = await ordersOf(shop, account)
  expect(orders.map(({ due }) => due)).toEqual(dues)
  for (const order of orders) {
    expect(order).toMatchObject({
      subscription: subscription.id,
      status: { charged: 249.5 },
      currency: 'SEK',
      payment: { account: account.id, status: 'charged', last4: '1111' },
      event: [
        { type: 'order', sequence: 1 },
        { type: 'charge', sequence: 2 },
      ],
    })
    // The 31st in Stockholm begins in the evening of the 30th in UTC, and the order that day.
    expect(new Date(order.created).getTime()).toBeGreaterThanOrEqual(
      new Date(`${order.due}T00:00:00Z`).getTime() - 2 * 3_600_000,
    )
  }
  const told = await callbacks(shop)
  expect(told.map(({ type }) => type)).toEqual(dues.flatMap(() => ['order.created', 'order.charged']))
  expect(told.map(({ data }) => data.order?.due)).toEqual(dues.flatMap((due) => [due, due]))
  expect(told[0]?.data.order).toMatchObject({ status: { ordered: 249.5 } })
  expect(told[1]?.data.order).toMatchObject({ status: { charged: 249.5 } })
  expect(told[1]?.data.order?.event.at(-1)?.sequence).toBe(2)
  expect(await templates(shop)).toEqual(['subscription-started', ...dues.map(() => 'receipt')].sort(byStart))
  expect((await accountOf(shop, account)).subscription).toMatchObject([{ due: '2028-02-29' }])
  expect(await reconcile(world.runtime.db, shop.merchant)).toEqual([])
})

// Both are written at the first moment of the start.
const byStart = (a: string, b: string) =>
  a === 'subscription-started' ? -1 : b === 'subscription-started' ? 1 : 0

test('weekly and quarterly side by side, watched date by date', async () => {
  const shop = await shopOn('2027-03-01')
  const account = await payer(shop, visa)
  await subscribe(shop, account, { schedule: { frequency: 'weekly', offset: 5 }, items: 10 })
  await subscribe(shop, account, { schedule: { frequency: 'quarterly', offset: [2, -1] }, items: 1000 })
  const seen: string[] = []
  for (let day = 2; day <= 31; day++) {
    const to = `2027-03-${String(day).padStart(2, '0')}`
    const { orders } = await move(shop, { to })
    if (orders > 0) seen.push(to)
  }
  expect(seen).toEqual(['2027-03-05', '2027-03-12', '2027-03-19', '2027-03-26', '2027-03-31'])
  expect((await ordersOf(shop, account)).map(({ status }) => status.charged)).toEqual([10, 10, 10, 10, 1000])
})

test('an end date: the last date on or before it is billed, then the subscription has ended and is told of once', async () => {
  const shop = await shopOn('2027-01-01')
  const account = await payer(shop, visa)
  await subscribe(shop, account, { schedule: 'monthly', end: '2027-03-15' })
  expect(await move(shop, { to: '2027-03-14' })).toMatchObject({ orders: 3, ended: 0 })
  const [ending] = (await accountOf(shop, account)).subscription
  expect(ending?.due).toBeUndefined()
  expect(await move(shop, { to: '2027-06-01' })).toMatchObject({ orders: 0, ended: 1 })
  const told = await callbacks(shop)
  expect(told.filter(({ type }) => type === 'subscription.ended')).toMatchObject([
    { data: { subscription: { id: ending?.id, account: account.id, end: '2027-03-15' } } },
  ])
  expect((await templates(shop)).filter((template) => template === 'subscription-ended')).toHaveLength(1)
})

test('deleted: nothing more is billed, whether its date is to come or has come', async () => {
  const shop = await shopOn('2027-01-10')
  const account = await payer(shop, visa)
  const later = await subscribe(shop, account, { schedule: 'monthly', start: '2027-02-01' })
  const now = await subscribe(shop, account, { schedule: 'monthly', start: '2027-01-10' })
  await move(shop, { to: '2027-01-11' })
  for (const { id } of [later, now]) {
    const { body } = await call<Subscription[]>(
      shop.privateKey,
      'DELETE',
      `/account/${account.id}/subscription/${id}`,
    )
    const ended = body.find((each) => each.id === id)
    expect(ended).toMatchObject({ end: '2027-01-11' })
    expect(ended?.due).toBeUndefined()
  }
  expect(await move(shop, { to: '2027-06-01' })).toMatchObject({ orders: 0, ended: 0 })
  expect(await duesOf(shop, account)).toEqual(['2027-01-10'])
  expect((await callbacks(shop)).filter(({ type }) => type === 'subscription.ended')).toHaveLength(2)
})

test('a changed schedule and price hold from the next date on', async () => {
  const shop = await shopOn('2027-01-01')
  const account = await payer(shop, visa)
  const { id } = await subscribe(shop, account, { schedule: 'monthly' })
  await move(shop, { to: '2027-01-20' })
  const path = `/account/${account.id}/subscription/${id}`
  await call(shop.privateKey, 'PATCH', path, { schedule: { frequency: 'monthly', offset: -1 }, items: 120 })
  await move(shop, { to: '2027-03-01' })
  const orders = await ordersOf(shop, account)
  expect(orders.map(({ due, status }) => [due, status.charged])).toEqual([
    ['2027-01-01', 100],
    ['2027-01-31', 120],
    ['2027-02-28', 120],
  ])
})

describe('a card that is declined', () => {
  test('is tried again after 1, 3, 5 and 7 days, then given up: denied, suspended, and billed no further', async () => {
    const shop = await shopOn('2027-05-01')
    const account = await payer(shop, declining)
    await subscribe(shop, account, { schedule: 'weekly' })
    const story = []
    for (let day = 1; day <= 9; day++) {
      await move(shop, { to: `2027-05-${String(day).padStart(2, '0')}T23:00:00+02:00` })
      const [order] = await ordersOf(shop, account)
      const fails = order?.event.filter(({ type }) => type === 'fail').length
      story.push([day, fails, order?.status, order?.retry, (await accountOf(shop, account)).status])
    }
    expect(story).toEqual([
      [1, 1, { pending: 100 }, '2027-05-02', 'pending'],
      [2, 2, { pending: 100 }, '2027-05-04', 'pending'],
      [3, 2, { pending: 100 }, '2027-05-04', 'pending'],
      [4, 3, { pending: 100 }, '2027-05-06', 'pending'],
      [5, 3, { pending: 100 }, '2027-05-06', 'pending'],
      [6, 4, { pending: 100 }, '2027-05-08', 'pending'],
      [7, 4, { pending: 100 }, '2027-05-08', 'pending'],
      [8, 5, { denied: 100 }, undefined, 'suspended'],
      [9, 5, { denied: 100 }, undefined, 'suspended'],
    ])
    // The date on which it was given up is not billed any more.
    await move(shop, { to: '2027-07-01' })
    expect(await duesOf(shop, account)).toEqual(['2027-05-01'])
    const [first] = await ordersOf(shop, account)
    const toldOfIt = (await callbacks(shop)).filter(({ data }) => data.order?.id === first?.id)
    expect(toldOfIt.map(({ type }) => type)).toEqual(['order.created', ...Array(5).fill('order.failed')])
    expect(toldOfIt.map(({ data }) => data.order?.event.at(-1)?.sequence)).toEqual([1, 2, 3, 4, 5, 6])
    const mailed = (await mails(shop)).filter(({ data }) => 'order' in data && data.order === first?.id)
    expect(mailed.map(({ template }) => template)).toEqual([
      ...Array(4).fill('payment-failed'),
      'payment-given-up',
    ])
    expect(mailed[0]?.data).toMatchObject({ nextTry: '2027-05-02', code: 'card declined' })
  })

  test('a new card pays what is unpaid at once, and is the one that is charged from then on', async () => {
    const shop = await shopOn('2027-05-01')
    const account = await payer(shop, declining)
    await subscribe(shop, account, { schedule: 'monthly' })
    await move(shop, { to: '2027-05-03' })
    expect((await accountOf(shop, account)).status).toBe('pending')
    const card = await tokenFor(shop, visa)
    await call(shop.privateKey, 'POST', `/account/${account.id}/method`, { type: 'token', card })
    const now = await accountOf(shop, account)
    expect(now.status).toBe('active')
    expect(now.method.map(({ last4 }) => last4)).toEqual(['1111', '0341'])
    const [order] = await ordersOf(shop, account)
    expect(order).toMatchObject({ status: { charged: 100 }, payment: { last4: '1111' } })
    expect(order?.retry).toBeUndefined()
    await move(shop, { to: '2027-06-02' })
    expect((await ordersOf(shop, account)).map(({ status }) => status)).toEqual([
      { charged: 100 },
      { charged: 100 },
    ])
    expect(await templates(shop)).toContain('receipt')
    expect(await reconcile(world.runtime.db, shop.merchant)).toEqual([])
  })

  test('a suspended account is active again once a new card has paid, and its passed dates are not caught up', async () => {
    const shop = await shopOn('2027-05-01')
    const account = await payer(shop, declining)
    await subscribe(shop, account, { schedule: 'monthly' })
    await move(shop, { to: '2027-08-15' })
    expect((await accountOf(shop, account)).status).toBe('suspended')
    expect(await duesOf(shop, account)).toEqual(['2027-05-01'])
    const card = await tokenFor(shop, visa)
    await call(shop.privateKey, 'POST', `/account/${account.id}/method`, { type: 'token', card })
    const now = await accountOf(shop, account)
    expect([now.status, now.subscription[0]?.due]).toEqual(['active', '2027-09-01'])
    await move(shop, { to: '2027-10-02' })
    expect(await duesOf(shop, account)).toEqual(['2027-05-01', '2027-09-01', '2027-10-01'])
  })

  test('a subscription whose end comes while its account is suspended has ended, and is told of once', async () => {
    const shop = await shopOn('2027-05-01')
    const account = await payer(shop, declining)
    await subscribe(shop, account, { schedule: 'monthly', end: '2027-06-10' })
    const ends = async () => (await callbacks(shop)).filter(({ type }) => type === 'subscription.ended')
    expect(await move(shop, { to: '2027-06-10' })).toMatchObject({ ended: 0 })
    expect((await accountOf(shop, account)).subscription[0]?.due).toBe('2027-06-01')
    expect(await move(shop, { to: '2027-06-20' })).toMatchObject({ ended: 1 })
    expect((await accountOf(shop, account)).subscription[0]?.due).toBeUndefined()
    const card = await tokenFor(shop, visa)
    await call(shop.privateKey, 'POST', `/account/${account.id}/method`, { type: 'token', card })
    expect(await move(shop, { to: '2027-08-01' })).toMatchObject({ orders: 0, ended: 0 })
    expect([(await accountOf(shop, account)).status, (await ends()).length]).toEqual(['active', 1])
    expect(await duesOf(shop, account)).toEqual(['2027-05-01'])
  })

  test('choosing another default card pays at once too', async () => {
    const shop = await shopOn('2027-05-01')
    const account = await payer(shop, declining, visa)
    await subscribe(shop, account, { schedule: 'monthly' })
    await move(shop, { to: '2027-05-02' })
    const [bad, good] = account.method
    await call(shop.privateKey, 'PUT', `/account/${account.id}/method`, [
      { token: good?.token },
      { token: bad?.token },
    ])
    expect((await accountOf(shop, account)).status).toBe('active')
  })

  test('the merchant can pay an order now, or write it off; in part it can do neither', async () => {
    const shop = await shopOn('2027-05-01')
    const account = await payer(shop, declining)
    await subscribe(shop, account, { schedule: 'monthly' })
    await move(shop, { to: '2027-05-02' })
    const [order] = await ordersOf(shop, account)
    if (!order) throw new Error('No order was made')
    const event = (body: unknown) =>
      call<ErrorBody>(shop.privateKey, 'POST', `/order/${order.id}/event`, body)
    expect((await event({ type: 'charge', items: 10 })).body.content.property).toBe('items')
    expect((await event({ type: 'refund' })).status).toBe(400)
    const declined = await event({ type: 'charge' })
    expect([declined.status, declined.body.content.details?.code]).toEqual([400, 'card declined'])
    expect((await ordersOf(shop, account))[0]).toMatchObject({
      status: { pending: 100 },
      retry: '2027-05-04',
    })
    expect((await event({ type: 'cancel' })).status).toBe(201)
    const after = await accountOf(shop, account)
    expect([after.status, (await ordersOf(shop, account))[0]?.status]).toEqual(['active', { cancelled: 100 }])
    expect((await event({ type: 'cancel' })).status).toBe(400)
    expect(await move(shop, { to: '2027-05-20' })).toMatchObject({ charged: 0, failed: 0 })
    expect(await reconcile(world.runtime.db, shop.merchant)).toEqual([])
  })
})

test('an account without a card: the payment fails and says why, and a card makes it good', async () => {
  const shop = await shopOn('2027-05-01')
  const account = await payer(shop)
  await subscribe(shop, account, {
    schedule: 'monthly',
    items: [{ name: 'Coffee', price: 80, vat: 25, quantity: 2 }],
  })
  await move(shop, { to: '2027-05-02' })
  const [order] = await ordersOf(shop, account)
  expect(order).toMatchObject({
    status: { pending: 200 },
    items: { name: 'Coffee', status: ['pending', 'pending'] },
  })
  expect(order?.event.at(-1)).toMatchObject({ type: 'fail', original: 'charge', error: { code: 'no card' } })
  expect(order?.payment.last4).toBeUndefined()
  const card = await tokenFor(shop, visa)
  await call(shop.privateKey, 'POST', `/account/${account.id}/method`, { type: 'token', card })
  const [paid] = await ordersOf(shop, account)
  expect(paid).toMatchObject({
    status: { charged: 200 },
    items: { name: 'Coffee', status: ['charged', 'charged'] },
    payment: { last4: '1111', status: 'charged' },
  })
  // Paid by subscription, refunded as any order is.
  const refund = await call(shop.privateKey, 'POST', `/order/${paid?.id}/event`, {
    type: 'refund',
    items: [{ name: 'Coffee', quantity: 1 }],
  })
  expect(refund.status).toBe(201)
  expect((await ordersOf(shop, account))[0]?.status).toEqual({ charged: 100, refunded: 100 })
  expect(await templates(shop)).toContain('refund')
  expect(await reconcile(world.runtime.db, shop.merchant)).toEqual([])
})

test('a card that expires: told 30 days before and 3 days before the payment that it misses, each once', async () => {
  const shop = await shopOn('2027-01-01')
  const account = await payer(shop)
  const { body } = await call<{ token: string }>(shop.publicKey, 'POST', '/card', {
    pan: visa,
    expires: [6, 27],
    csc: '987',
  })
  await call(shop.privateKey, 'POST', `/account/${account.id}/method`, { type: 'token', card: body.token })
  await subscribe(shop, account, { schedule: 'quarterly', start: '2027-02-15' })
  const told: [string, unknown][] = []
  let before = 0
  for (const day of ['05-30', '05-31', '06-01', '06-30', '08-11', '08-12', '08-14']) {
    await move(shop, { to: `2027-${day}` })
    const reminders = (await mails(shop)).filter(({ template }) => template === 'card-expiring')
    for (const { data } of reminders.slice(before)) told.push([day, data])
    before = reminders.length
  }
  const card = { scheme: 'visa', last4: '1111', expires: [6, 27] }
  const data = { card, lastDay: '2027-06-30', due: '2027-08-15' }
  expect(told).toEqual([
    ['05-31', data],
    ['08-12', data],
  ])
})

describe('the clock', () => {
  test('is a test merchant’s alone', async () => {
    const live = await world.newMerchant('live')
    for (const [method, body] of [['GET'], ['POST', { advance: { days: 1 } }]] as const) {
      const { status, body: error } = await call<ErrorBody>(live.privateKey, method, '/clock', body)
      expect([status, error.type]).toEqual([403, 'forbidden'])
    }
  })

  test('goes forward only, and not too far', async () => {
    const shop = await shopOn('2027-01-01')
    const [back, far, both, neither] = await Promise.all(
      [
        { to: '2026-12-31' },
        { to: '2040-01-01' },
        { to: '2027-02-01', advance: { days: 1 } },
        { advance: {} },
      ].map((body) => call<ErrorBody>(shop.privateKey, 'POST', '/clock', body)),
    )
    expect([back?.status, back?.body.content.property]).toEqual([400, 'to'])
    expect([far?.status, both?.status, neither?.status]).toEqual([400, 400, 400])
    const { body } = await call<{ now: string }>(shop.privateKey, 'GET', '/clock')
    expect(body.now.slice(0, 16)).toBe('2026-12-31T23:00')
  })

  test('moved by a request with an Idempotency-Key, does the same', async () => {
    const shop = await shopOn('2027-01-01')
    const account = await payer(shop, visa)
    for (let count = 0; count < 2; count++) await subscribe(shop, account, { schedule: 'monthly' })
    const advance = () =>
      call(shop.privateKey, 'POST', '/clock', { advance: { months: 1 } }, { 'idempotency-key': 'a' })
    const moved = await advance()
    expect([moved.status, moved.text]).toEqual([200, (await advance()).text])
    expect(await duesOf(shop, account)).toEqual(['2027-01-01', '2027-01-01', '2027-02-01', '2027-02-01'])
  })

  test('is moved by one at a time', async () => {
    const shop = await shopOn('2027-01-01')
    await world.runtime.db
      .update(merchant)
      .set({ clockMoving: new Date(Date.now() + 60_000) })
      .where(eq(merchant.id, shop.merchant))
    const { status, headers } = await call(shop.privateKey, 'POST', '/clock', { advance: { days: 1 } })
    expect([status, headers.has('retry-after')]).toEqual([409, true])
  })

  test('never goes back, though another moved it since the merchant was read', async () => {
    const shop = await shopOn('2027-01-01')
    expect(shop.row.clockAhead).toBe(0)
    const { now } = await moveClock(shop.context, { advance: { days: 1 } })
    expect(now.slice(0, 16)).toBe('2027-01-01T23:00')
  })
})

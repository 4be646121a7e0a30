// @module-tag slow

import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { merchant } from '@/db/schema'
import {
  callbacksOf,
  declining,
  duesOf,
  mailsOf,
  move,
  ordersOf,
  payer,
  shopOn,
  statusOf,
  subscribe,
  type templatesOf,
} from '@/test/billing'
import { call, type ErrorBody, post, tokenFor, visa } from '@/test/call'
import { holdAuthorisation } from '@/test/hold-authorisation'
import { testWorld } from '@/test/world'
import { billAll } from '../billing/run-all'
import { days } from '../core/clock'
import { dueAfterChange } from '../model/subscription/terms'

const world = testWorld()

describe('after a change', () => {
  const monthly = {
    schedule: { frequency: 'monthly', offset: 14 },
    start: '2027-04-01',
    end: null,
    billed: null,
  } as const

  test.each([
    ['a date that is due today', { ...monthly, due: '2027-05-01' }, '2027-05-01', '2027-05-01'],
    ['a date that waits since yesterday', { ...monthly, due: '2027-05-01' }, '2027-05-02', '2027-05-01'],
    [
      'a waiting date that is the end',
      { ...monthly, due: '2027-05-01', end: '2027-05-01' },
      '2027-05-02',
      '2027-05-01',
    ],
    ['a waiting date that is the start', { ...monthly, due: '2027-04-01' }, '2027-05-02', '2027-04-01'],
  ] as const)('%s stays due', (_, changed, today, due) => {
    expect(dueAfterChange(changed, today)).toBe(due)
  })

  test.each([
    ['a date to come', { ...monthly, due: '2027-05-10' }, '2027-05-02', '2027-05-15'],
    [
      'a waiting date before the start',
      { ...monthly, start: '2027-05-01', due: '2027-04-30' },
      '2027-05-02',
      '2027-05-15',
    ],
    [
      'a waiting date after the end',
      { ...monthly, due: '2027-05-02', end: '2027-05-01' },
      '2027-05-03',
      null,
    ],
  ] as const)('%s is recalculated', (_, changed, today, due) => {
    expect(dueAfterChange(changed, today)).toBe(due)
  })
})

const endMails = async (shop: Parameters<typeof templatesOf>[0]) =>
  (await mailsOf(shop)).filter(({ template }) => template === 'subscription-ended')

test('ending a subscription twice sends one mail', async () => {
  const shop = await world.newMerchant()
  const account = await payer(shop, visa)
  const { id } = await subscribe(shop, account)
  for (let times = 0; times < 2; times++) {
    expect((await call(shop.privateKey, 'DELETE', `/account/${account.id}/subscription/${id}`)).status).toBe(
      200,
    )
  }
  expect(await endMails(shop)).toHaveLength(1)
})

test('an end date of today ends the subscription immediately', async () => {
  const shop = await shopOn(world, '2027-05-10')
  const account = await payer(shop, visa)
  const { id } = await subscribe(shop, account, { start: '2027-06-01' })
  const path = `/account/${account.id}/subscription/${id}`
  await call(shop.privateKey, 'PATCH', path, {
    start: '2027-05-01',
    schedule: { frequency: 'monthly', offset: 20 },
    end: '2027-05-10',
  })
  expect(await endMails(shop)).toHaveLength(1)
})

test('a new start after the end is refused, but a new end before the start ends what has not begun', async () => {
  const shop = await shopOn(world, '2027-05-10')
  const account = await payer(shop, visa)
  const { id } = await subscribe(shop, account, { start: '2027-06-01', end: '2027-12-31' })
  const path = `/account/${account.id}/subscription/${id}`
  const terms = { items: 100, currency: 'SEK', schedule: 'monthly' }
  for (const [method, body] of [
    ['PATCH', { start: '2028-01-01' }],
    ['PUT', { ...terms, start: '2028-01-01', end: '2027-12-31' }],
  ] as const) {
    const refused = await call<ErrorBody>(shop.privateKey, method, path, body)
    expect([refused.status, refused.body.content?.property]).toEqual([400, 'start'])
  }
  const moved = await call(shop.privateKey, 'PATCH', path, { start: '2027-12-31' })
  expect(moved.body).toMatchObject([{ due: '2027-12-31' }])
  const ends = { ...terms, start: '2028-02-01', end: '2027-08-31' }
  const ended = await call<object[]>(shop.privateKey, 'PUT', path, ends)
  expect(ended.body).toMatchObject([{ end: '2027-08-31' }])
  expect(ended.body[0]).not.toHaveProperty('due')
})

test('a subscription with nothing left to bill ends on the day of its end', async () => {
  const shop = await shopOn(world, '2027-05-01')
  const account = await payer(shop, visa)
  await subscribe(shop, account, { end: '2027-05-10' })
  await move(shop, { to: '2027-05-10' })
  expect(await endMails(shop)).toHaveLength(1)
})

test('the mail about an end mentions only what this subscription owes', async () => {
  const shop = await shopOn(world, '2027-05-01')
  const account = await payer(shop, declining)
  await subscribe(shop, account)
  const later = await subscribe(shop, account, { start: '2027-06-01' })
  await billAll(world.runtime)
  expect(await statusOf(shop, account)).toBe('pending')
  await call(shop.privateKey, 'DELETE', `/account/${account.id}/subscription/${later.id}`)
  expect(await endMails(shop)).toMatchObject([{ data: { subscription: later.id } }])
  const [mail] = await endMails(shop)
  expect(mail?.data).not.toMatchObject({ unpaid: true })
})

test('a last date on the day of the end is billed when a suspended account pays on that day', async () => {
  const shop = await shopOn(world, '2027-05-01')
  const account = await payer(shop, declining)
  await subscribe(shop, account, { schedule: 'yearly' })
  await move(shop, { to: '2027-05-10' })
  expect(await statusOf(shop, account)).toBe('suspended')
  await subscribe(shop, account, { start: '2027-05-20', end: '2027-05-20', schedule: 'yearly' })
  // The billing run has something to do that day, and so passes the end of the suspended subscription.
  await subscribe(shop, await payer(shop, visa), { start: '2027-05-20', schedule: 'yearly' })
  await move(shop, { to: '2027-05-20T10:00:00+02:00' })
  expect(await endMails(shop)).toEqual([])
  const body = { type: 'token', card: await tokenFor(shop) }
  expect((await call(shop.privateKey, 'POST', `/account/${account.id}/method`, body)).status).toBe(201)
  await move(shop, { to: '2027-05-20T11:00:00+02:00' })
  expect(await duesOf(shop, account)).toEqual(['2027-05-01', '2027-05-20'])
  expect(await endMails(shop)).toHaveLength(1)
})

test("a preview of a suspended account begins with today's date, which is billed if the account pays today", async () => {
  const shop = await shopOn(world, '2027-05-01')
  const account = await payer(shop, declining)
  await subscribe(shop, account, { schedule: 'yearly' })
  await move(shop, { to: '2027-05-10' })
  expect(await statusOf(shop, account)).toBe('suspended')
  const { id } = await subscribe(shop, account, { start: '2027-05-20' })
  await move(shop, { to: '2027-05-20T10:00:00+02:00' })
  const path = `/account/${account.id}/subscription/${id}`
  await call(shop.privateKey, 'PATCH', path, { schedule: { frequency: 'monthly', offset: 24 } })
  const { body } = await call(shop.privateKey, 'GET', `${path}/preview?count=2`)
  expect(body).toMatchObject([{ date: '2027-05-20' }, { date: '2027-05-25' }])
  const method = { type: 'token', card: await tokenFor(shop) }
  await call(shop.privateKey, 'POST', `/account/${account.id}/method`, method)
  await billAll(world.runtime)
  expect(await duesOf(shop, account)).toEqual(['2027-05-01', '2027-05-20'])
})

test('the mail about a new subscription of a suspended account names no passed date as its first payment', async () => {
  const shop = await shopOn(world, '2027-05-01')
  const account = await payer(shop, declining)
  await subscribe(shop, account, { schedule: 'yearly' })
  await move(shop, { to: '2027-05-10' })
  const dueIn = async (terms: object) => {
    await subscribe(shop, account, terms)
    const mails = await mailsOf(shop)
    return mails.findLast(({ template }) => template === 'subscription-started')?.data
  }
  expect(await dueIn({ start: '2027-05-01' })).toMatchObject({ due: '2027-06-01' })
  expect(await dueIn({ start: '2027-04-10' })).toMatchObject({ due: '2027-05-10' })
  expect(await dueIn({ start: '2027-05-01', end: '2027-05-31' })).not.toHaveProperty('due')
})

describe('an order that is no longer unpaid has no retry date', () => {
  const unpaid = async () => {
    const shop = await shopOn(world, '2027-05-01')
    const account = await payer(shop, declining)
    await subscribe(shop, account, { callback: 'https://example.com/hook' })
    await move(shop, { to: '2027-05-01T10:00:00+02:00' })
    const [order] = await ordersOf(shop, account)
    if (!order) throw new Error('Nothing was billed')
    expect(order.retry).toBe('2027-05-02')
    return { shop, account, order }
  }

  test('once it is cancelled', async () => {
    const { shop, account, order } = await unpaid()
    expect((await post(shop, order.id, { type: 'cancel' })).status).toBe(201)
    const [after] = await ordersOf(shop, account)
    expect([after?.status, after?.retry]).toEqual([{ cancelled: 100 }, undefined])
    expect((await callbacksOf(shop)).map(({ type }) => type)).toEqual([
      'order.created',
      'order.failed',
      'order.cancelled',
    ])
  })

  test('once it is paid, even if another card was added in between', async () => {
    const { shop, account } = await unpaid()
    const payment = holdAuthorisation(world.runtime.cards.named('test'))
    const add = async (pan: string) =>
      call(shop.privateKey, 'POST', `/account/${account.id}/method`, {
        type: 'token',
        card: await tokenFor(shop, pan),
      })
    const first = add(visa)
    await payment.isHeld()
    await add('5555555555554444')
    expect((await ordersOf(shop, account))[0]?.retry).toBe('2027-05-01')
    payment.release()
    await first
    const [after] = await ordersOf(shop, account)
    expect([after?.status, after?.retry]).toEqual([{ charged: 100 }, undefined])
  })

  test('once it is paid', async () => {
    const { shop, account } = await unpaid()
    const body = { type: 'token', card: await tokenFor(shop) }
    await call(shop.privateKey, 'POST', `/account/${account.id}/method`, body)
    const [after] = await ordersOf(shop, account)
    expect([after?.status, after?.retry]).toEqual([{ charged: 100 }, undefined])
  })
})

test('a change adds no more than 100 past dates to those that wait to be billed', async () => {
  const shop = await shopOn(world, '2027-06-01')
  const account = await payer(shop, visa)
  const patch = (id: string, body: object) =>
    call<ErrorBody>(shop.privateKey, 'PATCH', `/account/${account.id}/subscription/${id}`, body)
  const change = async (id: string, body: object) => (await patch(id, body)).status
  const yearly = await subscribe(shop, account, { start: '2025-06-01', schedule: 'yearly' })
  const refused = await patch(yearly.id, { schedule: 'daily' })
  expect(refused.status).toBe(400)
  expect(refused.body.content.property).toBeUndefined()
  expect(await change(yearly.id, { schedule: 'quarterly' })).toBe(200)
  const over = await subscribe(shop, account, { start: '2025-06-01', end: '2025-07-01', schedule: 'daily' })
  expect(await change(over.id, { end: null })).toBe(400)
  await billAll(world.runtime)
  expect(await duesOf(shop, account)).toHaveLength(9 + 31)
  // After an outage, what waits anyway does not stand in the way of a change.
  const daily = await subscribe(shop, account, { schedule: 'daily' })
  const [{ clockAhead } = shop.row] = await world.runtime.db
    .select()
    .from(merchant)
    .where(eq(merchant.id, shop.merchant))
  await world.runtime.db
    .update(merchant)
    .set({ clockAhead: clockAhead + days(120) })
    .where(eq(merchant.id, shop.merchant))
  expect(await change(daily.id, { items: 120 })).toBe(200)
})

test.each([
  ['PATCH', '', { currency: 'JPY' }, 'currency'],
  ['PATCH', '', { currency: 'JPY', items: 10.5 }, 'items'],
  ['PUT', '/plan', { currency: 'JPY', from: '2027-09-01' }, 'currency'],
  ['PUT', '/plan', { currency: 'JPY', items: 10.5, from: '2027-09-01' }, 'items'],
])(
  'an amount too fine for a new currency is reported for what was sent: %s%s %j',
  async (...[method, path, body, property]) => {
    const shop = await shopOn(world, '2027-06-01')
    const account = await payer(shop, visa)
    const { id } = await subscribe(shop, account, { items: 10.5 })
    const at = `/account/${account.id}/subscription/${id}${path}`
    const refused = await call<ErrorBody>(shop.privateKey, method, at, body)
    expect([refused.status, refused.body.content.property]).toEqual([400, property])
  },
)

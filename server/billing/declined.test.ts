// @module-tag slow

import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { merchant as merchants } from '@/db/schema'
import {
  accountOf,
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
  templatesOf,
} from '@/test/billing'
import { call, type ErrorBody, tokenFor, visa } from '@/test/call'
import { differences } from '@/test/differences'
import { testWorld } from '@/test/world'

const world = testWorld()
const callback = 'https://example.com/hook'

describe('a declined card', () => {
  test('is retried after 1, 3, 5 and 7 days; then the order is denied, and the account is suspended and no longer billed', async () => {
    const shop = await shopOn(world, '2027-05-01')
    const account = await payer(shop, declining)
    await subscribe(shop, account, { schedule: 'weekly', callback })
    const story = []
    for (let day = 1; day <= 9; day++) {
      await move(shop, { to: `2027-05-${String(day).padStart(2, '0')}T23:00:00+02:00` })
      const [order] = await ordersOf(shop, account)
      const fails = order?.event.filter(({ type }) => type === 'fail').length
      story.push([day, fails, order?.status, order?.retry, await statusOf(shop, account)])
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
    // The date on which the payment was given up is not billed.
    await move(shop, { to: '2027-07-01' })
    expect(await duesOf(shop, account)).toEqual(['2027-05-01'])
    const [first] = await ordersOf(shop, account)
    const aboutIt = (await callbacksOf(shop)).filter(({ data }) => data.order?.id === first?.id)
    expect(aboutIt.map(({ type }) => type)).toEqual(['order.created', ...Array(5).fill('order.failed')])
    expect(aboutIt.map(({ data }) => data.order?.event.at(-1)?.sequence)).toEqual([1, 2, 3, 4, 5, 6])
    const mailed = (await mailsOf(shop)).filter(({ data }) => 'order' in data && data.order === first?.id)
    expect(mailed.map(({ template }) => template)).toEqual([
      ...Array(4).fill('payment-failed'),
      'payment-given-up',
    ])
    expect(mailed[0]?.data).toMatchObject({ nextTry: '2027-05-02', code: 'card declined' })
    expect(mailed.at(-1)?.data).toMatchObject({ paused: true })
  })

  test('pauses nothing if its subscription has ended when the payment is given up, or tried again later', async () => {
    const shop = await shopOn(world, '2027-05-01')
    const account = await payer(shop, declining)
    const { id } = await subscribe(shop, account)
    await move(shop, { to: '2027-05-02' })
    const end = `/account/${account.id}/subscription/${id}`
    expect((await call(shop.privateKey, 'DELETE', end)).status).toBe(200)
    await move(shop, { to: '2027-05-09' })
    const [order] = await ordersOf(shop, account)
    await move(shop, { to: '2027-05-10' })
    await call(shop.privateKey, 'POST', `/order/${order?.id}/event`, { type: 'charge' })
    const mailed = (await mailsOf(shop)).filter(({ template }) => template === 'payment-given-up')
    expect(mailed.map(({ data }) => data)).toEqual(Array(2).fill(expect.objectContaining({ paused: false })))
  })

  test('a new card immediately pays what is unpaid and is charged from then on', async () => {
    const shop = await shopOn(world, '2027-05-01')
    const account = await payer(shop, declining)
    await subscribe(shop, account)
    await move(shop, { to: '2027-05-03' })
    expect(await statusOf(shop, account)).toBe('pending')
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
    expect(await templatesOf(shop)).toContain('receipt')
    expect(await differences(world.runtime, shop.merchant)).toEqual([])
  })

  test('a suspended account is active again once a new card has paid, and dates that passed in between are not billed', async () => {
    const shop = await shopOn(world, '2027-05-01')
    const account = await payer(shop, declining)
    const { id } = await subscribe(shop, account)
    await move(shop, { to: '2027-08-15' })
    expect(await statusOf(shop, account)).toBe('suspended')
    expect(await duesOf(shop, account)).toEqual(['2027-05-01'])
    const preview = `/account/${account.id}/subscription/${id}/preview?count=1`
    expect((await call(shop.privateKey, 'GET', preview)).body).toMatchObject([{ date: '2027-09-01' }])
    const card = await tokenFor(shop, visa)
    await call(shop.privateKey, 'POST', `/account/${account.id}/method`, { type: 'token', card })
    const now = await accountOf(shop, account)
    expect([now.status, now.subscription[0]?.due]).toEqual(['active', '2027-09-01'])
    await move(shop, { to: '2027-10-02' })
    expect(await duesOf(shop, account)).toEqual(['2027-05-01', '2027-09-01', '2027-10-01'])
  })

  test('a subscription whose end comes while its account is suspended ends and notifies once', async () => {
    const shop = await shopOn(world, '2027-05-01')
    const account = await payer(shop, declining)
    await subscribe(shop, account, { end: '2027-06-10', callback })
    const ends = async () => (await callbacksOf(shop)).filter(({ type }) => type === 'subscription.ended')
    expect(await move(shop, { to: '2027-06-10' })).toMatchObject({ ended: 0 })
    expect((await accountOf(shop, account)).subscription[0]?.due).toBe('2027-06-01')
    expect(await move(shop, { to: '2027-06-20' })).toMatchObject({ ended: 1 })
    expect((await mailsOf(shop)).at(-1)).toMatchObject({
      template: 'subscription-ended',
      data: { unpaid: true },
    })
    expect((await accountOf(shop, account)).subscription[0]?.due).toBeUndefined()
    const card = await tokenFor(shop, visa)
    await call(shop.privateKey, 'POST', `/account/${account.id}/method`, { type: 'token', card })
    expect(await move(shop, { to: '2027-08-01' })).toMatchObject({ orders: 0, ended: 0 })
    expect([await statusOf(shop, account), (await ends()).length]).toEqual(['active', 1])
    expect(await duesOf(shop, account)).toEqual(['2027-05-01'])
  })

  test('choosing another default card also pays immediately', async () => {
    const shop = await shopOn(world, '2027-05-01')
    const account = await payer(shop, declining, visa)
    await subscribe(shop, account)
    await move(shop, { to: '2027-05-02' })
    const [bad, good] = account.method
    await call(shop.privateKey, 'PUT', `/account/${account.id}/method`, [
      { token: good?.token },
      { token: bad?.token },
    ])
    expect(await statusOf(shop, account)).toBe('active')
  })

  test('the merchant can charge or cancel an unpaid order, but only in full', async () => {
    const shop = await shopOn(world, '2027-05-01')
    const account = await payer(shop, declining)
    await subscribe(shop, account)
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
    expect(await differences(world.runtime, shop.merchant)).toEqual([])
  })
})

test('a card that is removed while a payment is retried is not named in later failures', async () => {
  const shop = await shopOn(world, '2027-05-01')
  const account = await payer(shop, declining)
  await subscribe(shop, account)
  await move(shop, { to: '2027-05-01T12:00:00+02:00' })
  await call(shop.privateKey, 'PUT', `/account/${account.id}/method`, [])
  await move(shop, { to: '2027-05-08' })
  const failures = (await mailsOf(shop))
    .slice(1)
    .map(({ data }) => ({ code: undefined, card: undefined, ...data }))
  expect(failures.map(({ code, card }) => [code, card !== undefined])).toEqual([
    ['card declined', true],
    ...Array(4).fill(['no card', false]),
  ])
})

test('a payment fails for an account without a card, and succeeds once a card is added', async () => {
  const shop = await shopOn(world, '2027-05-01')
  const account = await payer(shop)
  await subscribe(shop, account, {
    items: [{ name: 'Coffee', price: 80, vat: 25, quantity: 2 }],
  })
  await move(shop, { to: '2027-05-02' })
  const [order] = await ordersOf(shop, account)
  expect(order).toMatchObject({
    status: { pending: 200 },
    items: { name: 'Coffee', status: ['pending', 'pending'] },
  })
  expect(order?.event.at(-1)).toMatchObject({
    type: 'fail',
    original: 'charge',
    error: {
      status: 400,
      type: 'invalid content',
      content: { type: 'Account', details: { code: 'no card' } },
    },
  })
  expect(order?.payment.last4).toBeUndefined()
  const card = await tokenFor(shop, visa)
  await call(shop.privateKey, 'POST', `/account/${account.id}/method`, { type: 'token', card })
  const [paid] = await ordersOf(shop, account)
  expect(paid).toMatchObject({
    status: { charged: 200 },
    items: { name: 'Coffee', status: ['charged', 'charged'] },
    payment: { last4: '1111', status: 'created' },
  })
  // An order paid by subscription can be refunded like any other.
  const refund = await call(shop.privateKey, 'POST', `/order/${paid?.id}/event`, {
    type: 'refund',
    items: [{ name: 'Coffee', quantity: 1 }],
  })
  expect(refund.status).toBe(201)
  expect((await ordersOf(shop, account))[0]?.status).toEqual({ charged: 100, refunded: 100 })
  expect(await templatesOf(shop)).toContain('refund')
  expect(await differences(world.runtime, shop.merchant)).toEqual([])
})

test('a payment that was given up is not scheduled again after the merchant allows more retries', async () => {
  const shop = await shopOn(world, '2027-05-01')
  const account = await payer(shop, declining)
  await subscribe(shop, account, { schedule: 'yearly' })
  await move(shop, { to: '2027-05-09' })
  const retryDays = [1, 30]
  await world.runtime.db.update(merchants).set({ retryDays }).where(eq(merchants.id, shop.merchant))
  const [order] = await ordersOf(shop, account)
  expect((await call(shop.privateKey, 'POST', `/order/${order?.id}/event`, { type: 'charge' })).status).toBe(
    400,
  )
  const [after] = await ordersOf(shop, account)
  expect([after?.status, after?.retry]).toEqual([{ denied: 100 }, undefined])
})

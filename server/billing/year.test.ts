// @module-tag slow

import { expect, test } from 'vitest'
import {
  accountOf,
  callbacksOf,
  duesOf,
  move,
  ordersOf,
  payer,
  shopOn,
  subscribe,
  templatesOf,
} from '@/test/billing'
import { call, visa } from '@/test/call'
import { differences } from '@/test/differences'
import { testWorld } from '@/test/world'
import type { Subscription } from '../model/subscription/schemas'

const world = testWorld()
const callback = 'https://example.com/hook'

test('a year of a monthly subscription from the 31st: each date is billed, charged, notified and mailed once', async () => {
  const shop = await shopOn(world, '2027-01-31')
  const account = await payer(shop, visa)
  const subscription = await subscribe(shop, account, { items: 249.5, callback })
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
      payment: { account: account.id, status: 'created', last4: '1111' },
      event: [
        { type: 'order', sequence: 1 },
        { type: 'charge', sequence: 2 },
      ],
    })
    // The 31st in Stockholm begins in the evening of the 30th in UTC, and so does that day's order.
    expect(new Date(order.created).getTime()).toBeGreaterThanOrEqual(
      new Date(`${order.due}T00:00:00Z`).getTime() - 2 * 3_600_000,
    )
  }
  const callbacks = await callbacksOf(shop)
  expect(callbacks.map(({ type }) => type)).toEqual(dues.flatMap(() => ['order.created', 'order.charged']))
  expect(callbacks.map(({ data }) => data.order?.due)).toEqual(dues.flatMap((due) => [due, due]))
  expect(callbacks[0]?.data.order).toMatchObject({ status: { ordered: 249.5 } })
  expect(callbacks[1]?.data.order).toMatchObject({ status: { charged: 249.5 } })
  expect(callbacks[1]?.data.order?.event.at(-1)?.sequence).toBe(2)
  expect(await templatesOf(shop)).toEqual(
    ['subscription-started', ...dues.map(() => 'receipt')].sort(byStart),
  )
  expect((await accountOf(shop, account)).subscription).toMatchObject([{ due: '2028-02-29' }])
  expect(await differences(world.runtime, shop.merchant)).toEqual([])
})

// Both are written at the first moment of the start.
const byStart = (a: string, b: string) =>
  a === 'subscription-started' ? -1 : b === 'subscription-started' ? 1 : 0

test('weekly and quarterly subscriptions side by side, checked date by date', async () => {
  const shop = await shopOn(world, '2027-03-01')
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

test('a subscription with an end date is billed up to that date, then ends and notifies once', async () => {
  const shop = await shopOn(world, '2027-01-01')
  const account = await payer(shop, visa)
  await subscribe(shop, account, { end: '2027-03-15', callback })
  expect(await move(shop, { to: '2027-03-14' })).toMatchObject({ orders: 3, ended: 0 })
  const [ending] = (await accountOf(shop, account)).subscription
  expect(ending?.due).toBeUndefined()
  expect(await move(shop, { to: '2027-06-01' })).toMatchObject({ orders: 0, ended: 1 })
  const callbacks = await callbacksOf(shop)
  expect(callbacks.filter(({ type }) => type === 'subscription.ended')).toMatchObject([
    { data: { subscription: { id: ending?.id, account: account.id, end: '2027-03-15' } } },
  ])
  expect((await templatesOf(shop)).filter((template) => template === 'subscription-ended')).toHaveLength(1)
})

test('a deleted subscription is not billed again, for upcoming or unbilled dates', async () => {
  const shop = await shopOn(world, '2027-01-10')
  const account = await payer(shop, visa)
  const later = await subscribe(shop, account, { start: '2027-02-01', callback })
  const now = await subscribe(shop, account, { start: '2027-01-10', callback })
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
  expect((await callbacksOf(shop)).filter(({ type }) => type === 'subscription.ended')).toHaveLength(2)
})

test('a changed schedule and price apply from the next date on', async () => {
  const shop = await shopOn(world, '2027-01-01')
  const account = await payer(shop, visa)
  const { id } = await subscribe(shop, account)
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

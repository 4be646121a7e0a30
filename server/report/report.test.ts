import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accountWith, call, orderOf, post, tokenFor } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import { days, later, startOfDay } from '../core/clock'
import { addDays, dayOf } from '../model/calendar'
import { lastDays, moneyByDay } from './days'
import { ordersOf, retriedPayments } from './orders'
import { subscriptionsOf } from './subscriptions'

const world = testWorld()

const zone = 'Europe/Stockholm'
const today = () => dayOf(world.clock.now(), zone)

/** Creates an order that is fully charged and partly refunded, at an instant. */
async function moved(
  shop: TestMerchant,
  at: Date,
  { amount, refund, currency }: { amount: number; refund?: number; currency?: string },
) {
  const { id } = await orderOf(shop, amount, currency ? { currency } : {})
  await post(shop, id, { type: 'charge' })
  if (refund) await post(shop, id, { type: 'refund', items: refund })
  const date = at.toISOString()
  await world.runtime.db.execute(
    sql`update order_event set date = ${date}::timestamptz where merchant_id = ${shop.merchant} and order_id = ${id}`,
  )
}

test("sums money by the merchant's days and by currency", async () => {
  const shop = await world.newMerchant()
  const start = (ago: number) => startOfDay(addDays(today(), -ago), zone)
  await moved(shop, start(0), { amount: 100.01, refund: 13.37 })
  await moved(shop, start(6), { amount: 50 })
  await moved(shop, later(start(5), -1), { amount: 0.5 })
  // A millisecond before the first day.
  await moved(shop, later(start(6), -1), { amount: 1000 })
  await moved(shop, start(2), { amount: 7, currency: 'JPY' })
  await orderOf(shop, 999)

  const money = await moneyByDay(shop.context, lastDays(shop.context, 7))
  expect(money.map(({ currency }) => currency)).toEqual(['SEK', 'JPY'])
  const [sek, jpy] = money.map(({ days }) => days.map(({ charged, refunded }) => [charged, refunded]))
  const none = [0n, 0n]
  expect(sek).toEqual([[5050n, 0n], none, none, none, none, none, [10_001n, 1337n]])
  expect(jpy).toEqual([none, none, none, none, [7n, 0n], none, none])
  expect(money[0]?.days.map(({ day }) => day)).toEqual(
    [6, 5, 4, 3, 2, 1, 0].map((ago) => addDays(today(), -ago)),
  )
})

test('does not count money of another merchant', async () => {
  const [ours, theirs] = [await world.newMerchant(), await world.newMerchant()]
  await moved(theirs, world.clock.now(), { amount: 10 })
  expect(await moneyByDay(ours.context, lastDays(ours.context, 90))).toEqual([])
})

test('refused orders count as tried, but not as orders', async () => {
  const shop = await world.newMerchant()
  await orderOf(shop, 10)
  await orderOf(shop, 10)
  const payment = { type: 'card', card: await tokenFor(shop, '4000000000000002') }
  await call(shop.publicKey, 'POST', '/order', { items: 10, currency: 'SEK', payment })
  expect(await ordersOf(shop.context, lastDays(shop.context, 7))).toEqual({ made: 2, tried: 3, paid: 2 })
})

test('subscriptions show what they bring in per month and in the next 30 days', async () => {
  const shop = await world.newMerchant()
  const { id } = await accountWith(shop, '4111111111111111')
  const subscribe = (price: number, schedule: unknown, terms: object = {}) =>
    call(shop.privateKey, 'POST', `/account/${id}/subscription`, {
      items: price,
      currency: 'SEK',
      schedule,
      start: addDays(today(), 1),
      ...terms,
    })
  await subscribe(100, 'monthly', { start: addDays(today(), 20) })
  await subscribe(300, 'quarterly', { start: addDays(today(), 40) })
  await subscribe(120, 'yearly')
  await subscribe(12, 'weekly')
  await subscribe(1, 'daily', { end: addDays(today(), 3) })
  const [only, ...others] = await subscriptionsOf(shop.context)
  expect(others).toEqual([])
  // 100 + 300/3 + 120/12 + 12 × 52/12 + 365/12
  expect(only).toMatchObject({ currency: 'SEK', count: 5, amount: 29_242n })
  // Once a month, no quarter yet, once a year, in 5 weeks, on 3 days.
  expect(only?.due).toMatchObject({ count: 1 + 1 + 5 + 3, amount: 10_000n + 12_000n + 6_000n + 300n })
  const { days = [] } = only?.due ?? {}
  expect(days).toHaveLength(31)
  expect(days[0]).toEqual({ day: today(), count: 0, amount: 0n })
  expect(days[1]).toEqual({ day: addDays(today(), 1), count: 3, amount: 12_000n + 1200n + 100n })
  expect(days[20]).toEqual({ day: addDays(today(), 20), count: 1, amount: 10_000n })
})

test('payments that are retried count as at risk, and unpaid orders not as paid', async () => {
  const shop = await world.newMerchant()
  const { id } = await accountWith(shop, '4000000000000341')
  await call(shop.privateKey, 'POST', `/account/${id}/subscription`, {
    items: 49.9,
    currency: 'SEK',
    schedule: 'monthly',
  })
  await call(shop.privateKey, 'POST', '/clock', { advance: { days: 1 } })
  const context = { ...shop.context, clock: { now: () => later(world.clock.now(), days(1)) } }
  expect(await retriedPayments(context)).toEqual([{ currency: 'SEK', count: 1, amount: 4990n }])
  expect(await ordersOf(context, lastDays(context, 7))).toEqual({ made: 1, tried: 1, paid: 0 })
})

test('money by day is read only from its index', async () => {
  const { db } = world.runtime
  await db.execute(sql`vacuum analyze order_event`)
  await db.transaction(async (tx) => {
    // PostgreSQL would read a table this small without its index.
    await tx.execute(sql`set local enable_seqscan = off`)
    const rows = await tx.execute<{ 'QUERY PLAN': string }>(sql`
      explain select date, currency, sum(amount) filter (where type = 'charge') from order_event
      where merchant_id = 'abcdefgh' and type in ('charge', 'refund') and date >= now() - interval '90 days'
      group by 1, 2`)
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(
      'Index Only Scan using order_event_money',
    )
  })
})

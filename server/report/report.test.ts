import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dispute, settlementEntry, subscription } from '@/db/schema'
import { accountWith, call, type ErrorBody, orderOf, post, tokenFor } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import { decideVerification } from '../card/test/verification'
import { days, later, startOfDay } from '../core/clock'
import { addDays, dayOf } from '../model/calendar'
import type { Order } from '../model/order/schemas'
import { daysOf } from '../model/period'
import { totalAttempts } from '../order/list-attempts'
import { homeReport } from './home'
import { retriedPayments } from './outstanding-payments'
import { subscriptionRevenueOf } from './subscriptions'

const world = testWorld()

const zone = 'Europe/Stockholm'
const today = () => dayOf(world.clock.now(), zone)

const reported = ({ context }: Pick<TestMerchant, 'context'>, period: string, wanted?: string) => {
  const days = daysOf(period, dayOf(context.clock.now(), zone)) ?? expect.fail('no such period')
  return homeReport(context, { days, wanted })
}

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
  await moved(shop, start(8), { amount: 3 })
  await moved(shop, start(2), { amount: 7, currency: 'JPY' })
  await orderOf(shop, 999)

  const { now, before, currencies } = await reported(shop, '7d')
  expect(currencies).toEqual(['SEK', 'JPY'])
  const none = [0n, 0n]
  const moneyOf = ({ charged, refunded }: typeof now) =>
    charged.map((amount, part) => [amount, refunded[part]])
  expect(moneyOf(now)).toEqual([[5050n, 0n], none, none, none, none, none, [10_001n, 1337n]])
  expect(now.parts).toEqual([6, 5, 4, 3, 2, 1, 0].map((ago) => addDays(today(), -ago)))
  // The period before ends at this time of its last day.
  expect(before.charged).toEqual([0n, 0n, 0n, 0n, 0n, 300n, 0n])
  const jpy = await reported(shop, '7d', 'JPY')
  expect(moneyOf(jpy.now)).toEqual([none, none, none, none, [7n, 0n], none, none])
})

test('a chosen currency stays chosen in a period without figures in it', async () => {
  const shop = await world.newMerchant()
  await moved(shop, startOfDay(today(), zone), { amount: 7, currency: 'JPY' })
  const { currency, currencies, now } = await reported(shop, 'today', 'EUR')
  expect([currency, currencies]).toEqual(['EUR', ['JPY', 'EUR', 'SEK']])
  expect(now.charged.every((sum) => sum === 0n)).toBe(true)
  // Without a choice, it is a currency with figures.
  expect(await reported(shop, 'today')).toMatchObject({ currency: 'JPY', currencies: ['JPY'] })
})

test('fees are in the part of the period in which they were taken, by currency', async () => {
  const shop = await world.newMerchant()
  const start = (ago: number) => startOfDay(addDays(today(), -ago), zone)
  const taken: [Date, bigint, string?][] = [
    [start(6), 1n],
    [later(start(5), -1), 20n],
    [start(5), 300n],
    [start(0), 4000n, 'EUR'],
    // Before the period.
    [later(start(6), -1), 50_000n],
  ]
  await world.runtime.db.insert(settlementEntry).values(
    taken.map(([date, fee, currency = 'SEK'], place) => ({
      ...{ merchantId: shop.merchant, service: 'stripe', id: `${place}`, kind: 'charge' as const },
      ...{ amount: 100_000n, fee, net: 100_000n - fee, currency, date },
    })),
  )
  await moved(shop, start(0), { amount: 1, currency: 'EUR' })
  await moved(shop, start(0), { amount: 1 })
  expect((await reported(shop, '7d', 'SEK')).now.fees).toEqual([21n, 300n, 0n, 0n, 0n, 0n, 0n])
  expect((await reported(shop, '7d', 'EUR')).now.fees).toEqual([0n, 0n, 0n, 0n, 0n, 0n, 4000n])
})

test('what banks took back for good counts when that was decided; inquiries and open disputes do not', async () => {
  const shop = await world.newMerchant()
  const start = (ago: number) => startOfDay(addDays(today(), -ago), zone)
  const { id: orderId } = await orderOf(shop, 1)
  const lost = {
    ...{ merchantId: shop.merchant, orderId, service: 'stripe', authorisation: 'pi_1', reason: 'fraudulent' },
    ...({ currency: 'SEK', state: 'lost', isInquiry: false } as const),
    ...{ opened: start(9), decided: start(0) },
  }
  await world.runtime.db.insert(dispute).values([
    { ...lost, id: '1', amount: 1n, decided: start(6) },
    { ...lost, id: '2', amount: 20n },
    { ...lost, id: '3', amount: 300n, decided: start(7) },
    { ...lost, id: '4', amount: 4000n, state: 'won' },
    { ...lost, id: '5', amount: 4000n, state: 'under review', decided: null },
    { ...lost, id: '6', amount: 4000n, isInquiry: true },
    { ...lost, id: '8', amount: 6000n, opened: start(2), decided: null },
    { ...lost, id: '9', amount: 4000n, orderId: null },
    { ...lost, id: '7', amount: 500n, currency: 'EUR' },
  ])
  const { now, before, currencies } = await reported(shop, '7d', 'SEK')
  expect(now.lostToDisputes).toEqual({ amount: 6021n, count: 3 })
  expect(before.lostToDisputes).toEqual({ amount: 300n, count: 1 })
  // What was decided as the next day began is not yesterday's.
  expect((await reported(shop, 'yesterday', 'SEK')).now.lostToDisputes).toEqual({ amount: 0n, count: 0 })
  expect(currencies).toContain('EUR')
})

test('does not count what another merchant has', async () => {
  const [ours, theirs] = [await world.newMerchant(), await world.newMerchant()]
  await moved(theirs, world.clock.now(), { amount: 10 })
  const { currencies, now } = await reported(ours, '90d')
  expect(currencies).toEqual([])
  expect(now.orders.every((count) => count === 0)).toBe(true)
})

test('refused orders count as attempts, but not as orders', async () => {
  const shop = await world.newMerchant()
  await orderOf(shop, 10)
  await orderOf(shop, 10)
  const payment = { type: 'card', card: await tokenFor(shop, '4000000000000002') }
  await call(shop.publicKey, 'POST', '/order', { items: 10, currency: 'SEK', payment })
  const { now } = await reported(shop, '7d')
  expect(now).toMatchObject({ orders: [0, 0, 0, 0, 0, 0, 2], tried: 3, accepted: 2 })
  expect(now.ordered.at(-1)).toBe(2000n)
})

test('a card that needs 3-D Secure is not refused: what counts is the outcome of the repeated request', async () => {
  const shop = await world.newMerchant()
  const attempt = async (outcome: 'approved' | 'rejected') => {
    const payment = { type: 'card', card: await tokenFor(shop, '4000002760003184') }
    const send = () =>
      call<ErrorBody>(shop.publicKey, 'POST', '/order', { items: 10, currency: 'SEK', payment })
    const { content } = (await send()).body
    expect(content.description).toBe('verification required')
    const { data } = content.details as { data: { pareq: string } }
    await decideVerification(world.runtime.db, data.pareq, outcome)
    return (await send()).status
  }
  expect(await attempt('approved')).toBe(201)
  expect((await reported(shop, '7d')).now).toMatchObject({ tried: 1, accepted: 1 })
  expect(await totalAttempts(shop.context, { unpaid: 'yes' })).toMatchObject({ count: 0 })
  expect(await attempt('rejected')).toBe(400)
  expect((await reported(shop, '7d')).now).toMatchObject({ tried: 2, accepted: 1 })
  expect(await totalAttempts(shop.context, { unpaid: 'yes' })).toMatchObject({ count: 1 })
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
  // The same currency as before is no new price.
  const planned = { from: addDays(today(), 2), currency: 'SEK' }
  await world.runtime.db
    .update(subscription)
    .set({ planned })
    .where(eq(subscription.merchantId, shop.merchant))
  const [only, ...others] = await subscriptionRevenueOf(shop.context)
  expect(others).toEqual([])
  // 100 + 300/3 + 120/12 + 12 × 52/12 + 365/12
  expect(only).toMatchObject({ currency: 'SEK', count: 5, amount: 29_242n })
  // Once a month, no quarter yet, once a year, in 5 weeks, on 3 days.
  expect(only?.due).toMatchObject({
    subscriptions: 4,
    count: 1 + 1 + 5 + 3,
    amount: 10_000n + 12_000n + 6_000n + 300n,
  })
  const { days = [] } = only?.due ?? {}
  expect(days).toHaveLength(30)
  expect(days[0]).toEqual({ day: today(), count: 0, amount: 0n })
  expect(days[1]).toEqual({ day: addDays(today(), 1), count: 3, amount: 12_000n + 1200n + 100n })
  expect(days[20]).toEqual({ day: addDays(today(), 20), count: 1, amount: 10_000n })
  // From its day on, the dates are those of a new currency.
  await world.runtime.db
    .update(subscription)
    .set({ planned: { ...planned, currency: 'EUR', items: 9 } })
    .where(eq(subscription.merchantId, shop.merchant))
  const [exchanged, newly] = await subscriptionRevenueOf(shop.context)
  expect(exchanged?.due).toMatchObject({ subscriptions: 3, count: 3, amount: 13_300n })
  // The daily one is also due tomorrow, in SEK.
  const due = { subscriptions: 3, count: 7, amount: 6300n }
  expect(newly).toMatchObject({ currency: 'EUR', count: 0, amount: 0n, due })
  await world.runtime.db
    .update(subscription)
    .set({ planned: { ...planned, currency: 'JPY' } })
    .where(eq(subscription.merchantId, shop.merchant))
  const [, yen] = await subscriptionRevenueOf(shop.context)
  expect(yen).toMatchObject({ currency: 'JPY', due: { count: 7, amount: 100n + 4n * 12n + 2n } })
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
  const { now, atRisk } = await reported({ context }, '7d')
  expect(now).toMatchObject({ tried: 1, accepted: 0 })
  expect(atRisk).toEqual({ count: 1, amount: 4990n })
  // Cancelling an order that was never paid does not make it paid.
  const [order] = (await call<Order[]>(shop.privateKey, 'GET', '/order')).body
  expect((await post(shop, order?.id ?? '', { type: 'cancel' })).status).toBe(201)
  expect((await reported({ context }, '7d')).now).toMatchObject({ tried: 1, accepted: 0 })
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

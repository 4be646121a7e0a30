import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { dailyTotalState, orderEvent } from '@/db/schema'
import { orderOf, postAll } from '@/test/call'
import { trade } from '@/test/trade'
import { type TestMerchant, testWorld } from '@/test/world'
import { later, startOfDay } from '../core/clock'
import { inTransaction } from '../core/context'
import { instantSql } from '../core/instants'
import { addDays, dayOf } from '../model/calendar'
import { exportEvents } from '../order/export-events'
import { totalEvents } from '../order/sum-events'
import { totalOrders } from '../order/total-orders'
import { reconcile } from '../payment/reconcile/reconcile'
import { sumAgainFrom } from '../store/summed-days'
import { eventTotals } from './event-totals'
import { orderTotals } from './order-totals'
import { sumDays } from './sum-days'

const world = testWorld()
let shop: TestMerchant

const zone = 'Europe/Stockholm'
const today = () => dayOf(world.clock.now(), zone)
const start = (ago: number) => startOfDay(addDays(today(), -ago), zone)

/** A shop with orders of several days, in two currencies. */
beforeAll(async () => {
  shop = await world.newMerchant()
  const trades = [
    { at: start(0), amount: 1 },
    { at: start(1), amount: 20, currency: 'JPY' },
    { at: later(start(1), -1), amount: 300 },
    { at: start(2), amount: 4000, refund: 7 },
    { at: start(9), amount: 50_000 },
  ]
  for (const each of trades) await trade(world, shop, each)
  // A charge of the day before yesterday is reversed.
  const [taken] = await world.runtime.db
    .select()
    .from(orderEvent)
    .where(and(eq(orderEvent.merchantId, shop.merchant), eq(orderEvent.amount, 30_000n)))
  if (!taken) throw new Error('The charge is missing')
  await world.runtime.db
    .insert(orderEvent)
    .values({ ...taken, sequence: 9, type: 'fail', original: 'charge' })
})

/** Days are not summed at first, then all are, and then those from the day before yesterday are outdated. */
const stages = [
  () => Promise.resolve(),
  () => sumDays(shop.context),
  () => inTransaction(shop.context, (inside) => sumAgainFrom(inside, start(2))),
]
beforeEach(() =>
  world.runtime.db.delete(dailyTotalState).where(eq(dailyTotalState.merchantId, shop.merchant)),
)

test('orders are counted the same with and without daily totals', async () => {
  const all = [
    {},
    { start: addDays(today(), -2) },
    { end: addDays(today(), -2) },
    { start: today() },
    { start: addDays(today(), -2), end: addDays(today(), -1), currency: 'SEK' },
    { currency: 'JPY' },
    { currency: 'EUR' },
    { end: '2001-01-01' },
    { failed: true },
    { status: 'refunded' as const },
    { least: 1000n, currency: 'SEK' },
  ]
  const totals = (count: typeof orderTotals) =>
    Promise.all(all.map((filters) => count(shop.context, filters)))
  const expected = await totals(totalOrders)
  expect(expected[4]).toEqual({ count: 2, isMore: false, sums: [{ amount: 430_000n, currency: 'SEK' }] })
  for (const reach of stages) {
    await reach()
    expect(await totals(orderTotals)).toEqual(expected)
  }
})

test('what moved money adds up to the same with and without daily totals', async () => {
  const days = [{}, { start: addDays(today(), -2), end: addDays(today(), -1) }, { end: addDays(today(), -2) }]
  const filters = days.flatMap((each) => [
    { ...each, moved: 'net' as const },
    { ...each, type: 'charge' as const },
    { ...each, moved: 'refund' as const, currency: 'SEK' },
    { ...each, moved: 'net' as const, type: 'refund' as const },
    { ...each, moved: 'charge' as const, currency: 'SEK', least: 10 },
    { ...each, type: 'order' as const },
  ])
  const totals = (count: typeof eventTotals) => Promise.all(filters.map((each) => count(shop.context, each)))
  const expected = await totals(totalEvents)
  expect(expected[7]).toMatchObject({ count: 4 })
  for (const reach of stages) {
    await reach()
    expect(await totals(eventTotals)).toEqual(expected)
  }
})

test('a cancellation that was not done at the card service does not count as money', async () => {
  const own = await world.newMerchant()
  const { id } = await orderOf(own, 100)
  await postAll(own, id, [
    { type: 'charge', items: 60 },
    { type: 'cancel', items: 30 },
  ])
  const { db } = world.runtime
  const ofShop = sql`merchant_id = ${own.merchant}`
  await db.execute(sql`delete from acquirer_entry where ${ofShop} and kind = 'cancel'`)
  await db.execute(sql`update acquirer_entry set cancelled = 0 where ${ofShop} and kind = 'authorise'`)
  const range = { from: new Date(0), to: undefined }
  const { differences } = await reconcile(own.context, { cause: 'command', range, adopt: true })
  expect(differences).toMatchObject([{ kind: 'cancel missing there', state: 'adopted' }])
  const file = exportEvents(own.context, { moved: 'net', columns: 'event,amount' })
  expect((await new Response(file).text()).trim().split(/\r?\n/).slice(1)).toEqual(['charge;;60,00;SEK'])
  const charged = { count: 1, isMore: false, sums: [{ currency: 'SEK', amount: 6000n }] }
  const totals = () =>
    Promise.all([totalEvents, eventTotals].map((count) => count(own.context, { moved: 'net' })))
  expect(await totals()).toMatchObject([charged, charged])
  // Its day is not over, and then it is.
  await sumDays(own.context)
  expect(await totals()).toMatchObject([charged, charged])
  const earlier = instantSql(start(2))
  await db.execute(sql`update order_event set date = ${earlier} where ${ofShop}`)
  await db.execute(sql`update "order" set created = ${earlier} where ${ofShop}`)
  await inTransaction(own.context, (inside) => sumAgainFrom(inside, start(2)))
  await sumDays(own.context)
  expect(await totals()).toMatchObject([charged, charged])
})

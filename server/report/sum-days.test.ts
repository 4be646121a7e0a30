import { Readable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { dailyTotal, dailyTotalState, merchant as merchants, operation, settlementEntry } from '@/db/schema'
import { orderOf } from '@/test/call'
import { waitingForLock } from '@/test/race'
import { rowsRead } from '@/test/rows-read'
import { type TradedOrder, trade as tradeIn } from '@/test/trade'
import { type TestMerchant, testWorld } from '@/test/world'
import { hours, later, startOfDay } from '../core/clock'
import { contextOf, inTransaction } from '../core/context'
import { addDays, dayOf } from '../model/calendar'
import { daysOf } from '../model/period'
import { totalOrders } from '../order/total-orders'
import { recoverOperations } from '../payment/recover'
import { recordEntries } from '../settlement/record-entries'
import { sumAgainFrom } from '../store/summed-days'
import { tradeOf } from './days'
import { homeReport } from './home'
import { orderTotals } from './order-totals'
import { spansOf } from './spans'
import { sumAllDays, sumDays } from './sum-days'

const world = testWorld()
let shop: TestMerchant

const zone = 'Europe/Stockholm'
const today = () => dayOf(world.clock.now(), zone)
const start = (ago: number) => startOfDay(addDays(today(), -ago), zone)

beforeEach(async () => {
  shop = await world.newMerchant()
})

const trade = (at: Date, amount: number, more: Partial<TradedOrder> = {}) =>
  tradeIn(world, shop, { at, amount, ...more })

/** Records a fee of a card service as it collects them. */
async function takeFee(at: Date, fee: bigint, { currency = 'SEK', id = crypto.randomUUID() as string } = {}) {
  const entry = { id, kind: 'charge', amount: 100_000n, fee, currency, date: at } as const
  await recordEntries(shop.context, { service: 'stripe' }, Readable.from([entry]))
}

const report = async (period = '30d', { context } = shop) => {
  const days = daysOf(period, dayOf(context.clock.now(), context.merchant.timeZone))
  const { now, before } = spansOf(context, days ?? expect.fail('no such period'))
  const [current, earlier] = await Promise.all([tradeOf(context, now), tradeOf(context, before)])
  return { now, current, earlier }
}

const ordersIn = (found: Awaited<ReturnType<typeof report>>) =>
  [...found.current.values()].flatMap(({ orders }) => orders).reduce((sum, count) => sum + count, 0)

const stateOf = async () => {
  const [state] = await world.runtime.db
    .select()
    .from(dailyTotalState)
    .where(eq(dailyTotalState.merchantId, shop.merchant))
  return state
}

test('reports are the same before and after their days are summed', async () => {
  await trade(start(0), 1)
  await trade(later(start(0), -1), 20.02, { refund: 5 })
  await trade(start(1), 300)
  await trade(start(7), 4000, { currency: 'JPY' })
  await trade(later(start(7), -1), 50_000)
  await trade(start(40), 600_000)
  await takeFee(start(0), 1n)
  await takeFee(later(start(0), -1), 20n)
  await takeFee(start(7), 300n, { currency: 'EUR' })
  await takeFee(start(41), 4000n)
  const periods = async () => {
    const { current, earlier } = await report('30d')
    const week = await report('7d')
    const hours = await report('yesterday')
    const custom = await report(`${addDays(today(), -200)}..${addDays(today(), -3)}`)
    return [
      current,
      earlier,
      week.current,
      week.earlier,
      hours.current,
      hours.earlier,
      custom.current,
      custom.earlier,
    ]
  }
  const before = await periods()
  expect(ordersIn(await report())).toBe(5)
  // At any hour of the test, yesterday has been over for an hour.
  await sumDays({ ...shop.context, clock: { now: () => later(start(0), hours(1)) } })
  expect((await stateOf())?.until).toBe(today())
  expect(await periods()).toEqual(before)
  expect(await world.runtime.db.$count(dailyTotal, eq(dailyTotal.merchantId, shop.merchant))).toBeGreaterThan(
    3,
  )
})

test('days are summed once, and only when they have been over for an hour', async () => {
  await trade(start(2), 10)
  const at = (now: Date) => ({ ...shop.context, clock: { now: () => now } })
  const end = start(0)
  await sumDays(at(later(end, hours(1) - 1)))
  expect((await stateOf())?.until).toBe(addDays(today(), -1))
  await sumDays(at(later(end, hours(1))))
  expect((await stateOf())?.until).toBe(today())
  const totals = () =>
    world.runtime.db.select().from(dailyTotal).where(eq(dailyTotal.merchantId, shop.merchant))
  const once = await totals()
  await Promise.all([sumDays(at(later(end, hours(2)))), sumDays(at(later(end, hours(2))))])
  expect(await totals()).toEqual(once)
  expect(once).toMatchObject([
    { orders: 1, ordered: 1000n, charges: 1, charged: 1000n, refunds: 0, refunded: 0n },
  ])
})

test('after the time zone has changed, days are summed again and reports do not use the old sums', async () => {
  // Still the day before in Los Angeles.
  await trade(start(3), 10)
  await sumDays(shop.context)
  const timeZone = 'America/Los_Angeles'
  await world.runtime.db.update(merchants).set({ timeZone }).where(eq(merchants.id, shop.merchant))
  const moved = { ...shop, context: contextOf(world.runtime, { ...shop.row, timeZone }) }
  const before = await report('30d', moved)
  const charged = before.current.get('SEK')?.charged.findIndex((amount) => amount > 0n) ?? -1
  expect(before.now.parts[charged]?.day).toBe(addDays(dayOf(start(3), zone), -1))
  await sumDays(moved.context)
  expect((await stateOf())?.timeZone).toBe(timeZone)
  expect((await report('30d', moved)).current).toEqual(before.current)
})

test('an order that is recorded late is counted on its day', async () => {
  const { db, cards } = world.runtime
  await trade(start(5), 10)
  const died = vi.spyOn(cards.named('test'), 'authorize').mockRejectedValueOnce(new Error('died'))
  await expect(orderOf(shop, 20)).rejects.toThrow('POST /order returned')
  died.mockRestore()
  const created = later(start(3), hours(5))
  await db
    .update(operation)
    .set({ created, attempted: created })
    .where(eq(operation.merchantId, shop.merchant))
  await sumDays(shop.context)
  await recoverOperations(world.runtime, { staleSeconds: 60, onError: expect.fail })
  const counted = { count: 2, isMore: false, sums: [{ amount: 3000n, currency: 'SEK' }] }
  expect(await totalOrders(shop.context, {})).toEqual(counted)
  expect(await orderTotals(shop.context, {})).toEqual(counted)
  await sumDays(shop.context)
  expect(await orderTotals(shop.context, {})).toEqual(counted)
  expect(ordersIn(await report())).toBe(2)
})

test('a fee that arrives late is counted on its day', async () => {
  await trade(start(5), 10)
  await takeFee(start(5), 1n)
  await sumDays(shop.context)
  const summed = (await stateOf())?.until ?? expect.fail('no day is summed')
  const feesIn = async () => (await report()).current.get('SEK')?.fees.slice(-6)
  const late = { id: 'txn_late' }
  await takeFee(later(start(3), hours(5)), 20n, late)
  expect((await stateOf())?.until).toBe(addDays(today(), -3))
  expect(await feesIn()).toEqual([1n, 0n, 20n, 0n, 0n, 0n])
  await sumDays(shop.context)
  expect(await feesIn()).toEqual([1n, 0n, 20n, 0n, 0n, 0n])
  // A known fee that is collected again changes nothing.
  await takeFee(later(start(3), hours(5)), 20n, late)
  expect((await stateOf())?.until).toBe(summed)
  expect(await feesIn()).toEqual([1n, 0n, 20n, 0n, 0n, 0n])
})

test('a fee that arrives before any day is summed does not disturb reports, and is counted on its day', async () => {
  await trade(start(5), 10)
  await takeFee(start(8), 7n)
  const feesIn = async () => (await report()).current.get('SEK')?.fees.slice(-9)
  const counted = [7n, 0n, 0n, 0n, 0n, 0n, 0n, 0n, 0n]
  expect(await feesIn()).toEqual(counted)
  expect(await orderTotals(shop.context, {})).toMatchObject({ count: 1 })
  const days = daysOf('30d', today()) ?? expect.fail()
  expect((await homeReport(shop.context, { days })).now.recurring.customers).toEqual({ opening: 0, lost: 0 })
  await sumDays(shop.context)
  expect(await feesIn()).toEqual(counted)
})

test('a fee is counted on its day if the day is being summed while the fee is recorded', async () => {
  await trade(start(5), 10)
  await Promise.all([sumDays(shop.context), ...[7, 5, 4, 3].map((ago) => takeFee(start(ago), 7n))])
  await sumDays(shop.context)
  expect((await report()).current.get('SEK')?.fees.slice(-8)).toEqual([7n, 0n, 7n, 7n, 7n, 0n, 0n, 0n])
})

test('summing the first days waits for a fee of an even earlier day that is being recorded', async () => {
  await trade(start(5), 10)
  const date = start(8)
  const entry = { id: 'txn_first', kind: 'charge', amount: 100_000n, fee: 7n, net: 99_993n } as const
  let summing: Promise<void> | undefined
  await inTransaction(shop.context, async (inside) => {
    const place = { merchantId: shop.merchant, service: 'stripe', currency: 'SEK', date }
    await inside.db.insert(settlementEntry).values({ ...entry, ...place })
    await sumAgainFrom(inside, date)
    summing = sumDays({ ...shop.context, clock: { now: () => later(start(0), hours(1)) } })
    await expect.poll(() => waitingForLock(world.runtime.db)).toBe(1)
  })
  await summing
  expect((await stateOf())?.until).toBe(today())
  expect((await report()).current.get('SEK')?.fees.slice(-9)).toEqual([7n, ...Array(8).fill(0n)])
})

test('does not sum days while the clock of a merchant is being moved', async () => {
  const { db } = world.runtime
  await trade(start(3), 10)
  const move = (clockMoving: Date | null) =>
    db.update(merchants).set({ clockMoving }).where(eq(merchants.id, shop.merchant))
  await move(later(world.clock.now(), hours(1)))
  await sumAllDays(world.runtime)
  expect(await stateOf()).toBeUndefined()
  await move(null)
  await sumAllDays(world.runtime)
  expect(await stateOf()).toBeDefined()
})

test('a report over 40 days and the 40 before reads the sums and the events of the last days, not the events before', async () => {
  const { db } = world.runtime
  await orderOf(shop, 10)
  await db.execute(sql`
    insert into "order" select (json_populate_record(o, json_build_object('id', lpad(n::text, 16, 'x'),
      'created', now() - make_interval(mins => n * 24)))).* from "order" o, generate_series(1, 5000) n
    where merchant_id = ${shop.merchant}`)
  await db.execute(sql`analyze "order"`)
  await db.execute(sql`
    insert into order_event (merchant_id, order_id, sequence, type, date, amount, currency)
    select merchant_id, id, 2, 'charge', created, amount, currency from "order" where merchant_id = ${shop.merchant}`)
  await sumDays(shop.context)
  const days = `${addDays(today(), -39)}..${today()}`
  await db.execute(sql`vacuum analyze "order", order_event, daily_total`)
  const read = await rowsRead(world.databaseUrl, 'values', async (measured) => {
    await report(days, { ...shop, context: { ...shop.context, db: measured } })
  })
  // 60 orders and as many events a day, of at most two days of each period, and 80 sums, besides 1,400
  // types that the driver reads when it connects; not 4,800 orders and as many events.
  expect(read).toBeLessThan(2800)
  expect(ordersIn(await report(days))).toBeGreaterThan(2300)
  const counted = await rowsRead(world.databaseUrl, 'values', async (db) => {
    expect((await orderTotals({ ...shop.context, db }, {})).count).toBe(5001)
  })
  // A total for each day, and the orders of the last two days.
  expect(counted).toBeLessThan(2000)
})

test('a merchant without orders has no sums', async () => {
  await sumDays(shop.context)
  expect(await report('90d')).toMatchObject({ current: new Map(), earlier: new Map() })
})

test('days are summed however large their sums are', async () => {
  const at = later(start(3), hours(12))
  const most = 9_000_000_000_000_000_000n
  await takeFee(at, most)
  await takeFee(at, most)
  const before = await report()
  await sumDays(shop.context)
  expect((await report()).current).toEqual(before.current)
  expect(
    await world.runtime.db.select().from(dailyTotal).where(eq(dailyTotal.merchantId, shop.merchant)),
  ).toMatchObject([{ fees: 2n * most, feeCount: 2 }])
})

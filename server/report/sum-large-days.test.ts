import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Connection, connect } from '@/db/client'
import {
  dailyRecurring,
  dailyTotal,
  dailyTotalState,
  settlementEntry,
  subscriptionMovement,
} from '@/db/schema'
import { trade } from '@/test/trade'
import { type TestMerchant, testWorld } from '@/test/world'
import { days, hours, later, minutes, startOfDay } from '../core/clock'
import { addDays, type Day } from '../model/calendar'
import { sumAllDays, sumDays } from './sum-days'

const world = testWorld()

/** How much PostgreSQL can sum in one statement: so many milliseconds of the merchant's time. */
let most = Number.POSITIVE_INFINITY
/** From when on it can sum nothing at all. */
let brokenFrom: Date | undefined
/** How much each statement covers that was in time, ms. */
let summed: number[] = []

let slow: Connection
beforeAll(() => {
  slow = connect(world.databaseUrl, {
    pool: 1,
    replace: (query, values) => {
      if (!query.includes('insert into "daily_total" (')) return undefined
      const times = (values ?? [])
        .map(String)
        .filter((value) => /^[-\dT:.]+Z$/.test(value))
        .map((value) => Date.parse(value))
      const covered = Math.max(...times) - Math.min(...times)
      const isBroken = brokenFrom !== undefined && Math.max(...times) > brokenFrom.getTime()
      if (covered > most) return { query: 'select pg_sleep(60)', values: [] }
      if (isBroken) return { query: `select 'broken'::int`, values: [] }
      summed.push(covered)
      return undefined
    },
  })
})
afterAll(() => slow.close())

const zone = 'Europe/Stockholm'
/** Its third day has 25 hours: clocks are set back. */
const first = '2027-10-29'
const at = (place: number, milliseconds: number) =>
  later(startOfDay(addDays(first, place), zone), milliseconds)

let shop: TestMerchant
beforeEach(async () => {
  most = Number.POSITIVE_INFINITY
  brokenFrom = undefined
  summed = []
  shop = await world.newMerchant()
  const { db } = world.runtime
  const merchantId = shop.merchant
  // Several of a day: in the same hour, in others, at its first and at its last moment.
  for (const [place, time, amount, refund] of [
    [0, hours(10), 100, 0],
    [1, 0, 20, 5],
    [1, 1, 30, 0],
    [1, hours(7), 400, 400],
    [1, days(1) - 1, 5000, 0],
    [2, hours(24) + minutes(59), 60_000, 1],
    [4, hours(12), 7, 0],
  ] as const)
    await trade(world, shop, { at: at(place, time), amount, refund })
  await trade(world, shop, { at: at(1, hours(7)), amount: 9, currency: 'EUR' })
  const entry = { kind: 'charge', amount: 1000n, currency: 'SEK', merchantId, service: 'stripe' } as const
  await db.insert(settlementEntry).values([
    { ...entry, id: 'a', fee: 3n, net: 997n, date: at(1, hours(2)) },
    { ...entry, id: 'b', fee: 4n, net: 996n, date: at(1, hours(23)) },
  ])
  // One customer comes and goes on the same day, one leaves and comes back, and one only changes.
  const movements = [
    ['one', 1, hours(3), 'new', 10n],
    ['one', 1, hours(9), 'lost', -10n],
    ['two', 0, hours(1), 'new', 20n],
    ['two', 1, hours(5), 'lost', -20n],
    ['two', 1, hours(5) + 1, 'recovered', 20n],
    ['two', 2, hours(24) + 1, 'new', 5n],
    ['three', 1, days(1) - 1, 'new', 30n],
    ['three', 2, 0, 'expansion', 1n],
  ] as const
  await db.insert(subscriptionMovement).values(
    movements.map(([accountId, place, time, kind, monthly], sequence) => ({
      ...{ merchantId, accountId, subscriptionId: 'abcd', sequence, date: at(place, time) },
      ...{ kind, currency: 'SEK', monthly },
    })),
  )
})

const sum = () =>
  sumDays({ ...shop.context, db: slow.db, clock: { now: () => at(5, hours(1)) } }, { patienceMs: 300 })

async function sums() {
  const { db } = world.runtime
  const totals = db.select().from(dailyTotal).where(eq(dailyTotal.merchantId, shop.merchant))
  const recurring = db.select().from(dailyRecurring).where(eq(dailyRecurring.merchantId, shop.merchant))
  return {
    totals: await totals.orderBy(dailyTotal.day, dailyTotal.currency),
    recurring: await recurring.orderBy(dailyRecurring.day, dailyRecurring.kind),
  }
}

async function summedUntil(): Promise<Day | undefined> {
  const { merchantId, until } = dailyTotalState
  const [state] = await world.runtime.db
    .select({ until })
    .from(dailyTotalState)
    .where(eq(merchantId, shop.merchant))
  return state?.until
}

const forget = () =>
  world.runtime.db.delete(dailyTotalState).where(eq(dailyTotalState.merchantId, shop.merchant))

test('days that take too long together are summed one by one, and one that takes too long by hours', async () => {
  await sum()
  expect(summed).toEqual([5 * hours(24) + hours(1)])
  const together = await sums()
  expect(together.totals.map(({ day, customers }) => [day, customers])).toEqual([
    ['2027-10-29', 1],
    ['2027-10-30', 0],
    ['2027-10-30', 1],
    ['2027-10-31', 0],
    ['2027-11-02', 0],
  ])
  expect(together.totals[2]).toMatchObject({
    currency: 'SEK',
    orders: 4,
    charges: 4,
    refunds: 2,
    feeCount: 2,
  })
  const oneByOne = [24, 24, 25, 24, 24].map(hours)
  const byHours = Array.from({ length: 121 }, () => hours(1))
  for (const [portion, expected] of [
    [days(2), oneByOne],
    [hours(1), byHours],
  ] as const) {
    await forget()
    summed = []
    most = portion
    await sum()
    expect(summed).toEqual(expected)
    expect(await sums()).toEqual(together)
    expect(await summedUntil()).toBe('2027-11-03')
  }
})

test('what was summed before an error stays, and the next run continues there', async () => {
  most = days(2)
  brokenFrom = at(3, 0)
  await expect(sum()).rejects.toThrow('daily_total')
  expect(await summedUntil()).toBe('2027-11-01')
  brokenFrom = undefined
  summed = []
  most = hours(48)
  await sum()
  expect(summed).toEqual([hours(48)])
  expect(await summedUntil()).toBe('2027-11-03')
})

test('an error at one merchant does not stop the others, and fails the run', async () => {
  brokenFrom = at(3, 0)
  const other = await world.newMerchant()
  const clock = { now: () => at(5, hours(1)) }
  await expect(sumAllDays({ ...world.runtime, db: slow.db, clock })).rejects.toThrow('daily_total')
  const state = eq(dailyTotalState.merchantId, other.merchant)
  expect(await world.runtime.db.$count(dailyTotalState, state)).toBe(1)
})

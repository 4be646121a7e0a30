import { and, eq, type SQL, sql } from 'drizzle-orm'
import { dailyTotalState } from '@/db/schema'
import { startOfDay } from '../core/clock'
import type { Context } from '../core/context'
import { addDays, type Day, dayOf } from '../model/calendar'

/** The days that a report covers, up to and including today, in the merchant's time zone. */
export interface ReportPeriod {
  first: Day
  last: Day
  /** The beginning of the first day, and the end of the last. */
  from: Date
  until: Date
}

export function lastDays(
  { merchant, clock }: Pick<Context, 'merchant' | 'clock'>,
  count: number,
): ReportPeriod {
  const until = clock.now()
  const last = dayOf(until, merchant.timeZone)
  const first = addDays(last, 1 - count)
  return { first, last, from: startOfDay(first, merchant.timeZone), until }
}

/** What moved on one day in one currency, in minor units. */
interface MoneyOfDay {
  day: Day
  charged: bigint
  refunded: bigint
}

/** Money by currency, each with every day of the period, even days without movements. */
export type MoneyByDay = { currency: string; days: MoneyOfDay[] }[]

/** Returns what was charged and refunded on each day of a period. The currency with most movements comes first. */
export async function moneyByDay({ db, merchant }: Context, period: ReportPeriod): Promise<MoneyByDay> {
  const { last, until } = period
  const summed = await summedUntil({ db, merchant }, period)
  const { place, within, dayAt } = dayBounds(daysFrom(summed, last), merchant.timeZone)
  const rows = await db.execute<{
    day: Day
    currency: string
    charged: string
    refunded: string
    count: string
  }>(sql`
    select day::text, currency, charged::text, refunded::text, movements::text as count
    from daily_total where ${isSummed(merchant.id, period, summed)}
    union all
    select ${dayAt(sql`place`)}::text, currency, charged::text, refunded::text, count::text
    from (
      select ${place(sql`date`)} as place, currency,
        coalesce(sum(amount) filter (where type = 'charge'), 0) as charged,
        coalesce(sum(amount) filter (where type = 'refund'), 0) as refunded,
        count(*) as count
      from ${movements(merchant.id, sql`${within(sql`date`)} and date <= ${until.toISOString()}::timestamptz`)} moved
      group by 1, 2
    ) since`)
  const counts = new Map<string, number>()
  const found = new Map<string, MoneyOfDay>()
  for (const { day, currency, charged, refunded, count } of rows) {
    if (count === '0') continue
    counts.set(currency, (counts.get(currency) ?? 0) + Number(count))
    found.set(`${currency} ${day}`, { day, charged: BigInt(charged), refunded: BigInt(refunded) })
  }
  return [...counts]
    .sort(([one, few], [other, many]) => many - few || one.localeCompare(other))
    .map(([currency]) => ({
      currency,
      days: daysFrom(period.first, last).map(
        (day) => found.get(`${currency} ${day}`) ?? { day, charged: 0n, refunded: 0n },
      ),
    }))
}

/**
 * The charges and refunds of a merchant at some times. One that turned out not to have happened counts again, negative,
 * on the day on which that was known.
 */
export const movements = (merchantId: string, when: SQL): SQL => sql`(
  select date, currency, type, amount from order_event
  where merchant_id = ${merchantId} and type in ('charge', 'refund') and ${when}
  union all
  select date, currency, original, -amount from order_event
  where merchant_id = ${merchantId} and type = 'fail' and amount is not null and ${when})`

/** Returns the first day of a period that has no totals yet; the day after the period if all have. */
export async function summedUntil(
  { db, merchant }: Pick<Context, 'db' | 'merchant'>,
  { first, last }: ReportPeriod,
): Promise<Day> {
  const [state] = await db
    .select({ until: dailyTotalState.until })
    .from(dailyTotalState)
    .where(and(eq(dailyTotalState.merchantId, merchant.id), eq(dailyTotalState.timeZone, merchant.timeZone)))
  const until = state?.until ?? first
  if (until < first) return first
  return until > last ? addDays(last, 1) : until
}

/** The condition for totals of the days of a period before `until`. */
export const isSummed = (merchantId: string, { first }: ReportPeriod, until: Day): SQL =>
  sql`merchant_id = ${merchantId} and day >= ${first} and day < ${until}`

/** Places instants on consecutive days of a time zone: `place` is 1 for the first day, `dayAt` returns its day. */
export function dayBounds(days: readonly Day[], timeZone: string) {
  const [first = '1970-01-01'] = days
  const starts = days.map((day) => startOfDay(day, timeZone).toISOString())
  const start = startOfDay(first, timeZone)
  const end = startOfDay(addDays(first, days.length), timeZone)
  return {
    place: (instant: SQL) => sql`width_bucket(${instant}, ${sql.param(starts)}::text[]::timestamptz[])`,
    dayAt: (place: SQL) => sql`(${sql.param([...days])}::text[]::date[])[${place}]`,
    within: (instant: SQL) =>
      sql`${instant} >= ${start.toISOString()}::timestamptz and ${instant} < ${end.toISOString()}::timestamptz`,
  }
}

/** All days from one to another, both included. */
export function daysFrom(first: Day, last: Day): Day[] {
  const days: Day[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

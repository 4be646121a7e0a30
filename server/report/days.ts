import { sql } from 'drizzle-orm'
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
  // Grouped by quarters of an hour first. Every time zone has an offset in quarters of an hour, so only a few
  // instants need converting.
  const rows = await db.execute<{
    day: Day
    currency: string
    charged: string
    refunded: string
    count: string
  }>(sql`
    select to_char(quarter at time zone ${merchant.timeZone}, 'YYYY-MM-DD') as day, currency,
      sum(charged)::text as charged, sum(refunded)::text as refunded, sum(count)::text as count
    from (
      select date_bin('15 minutes', date, '2000-01-01 00:00:00+00') as quarter, currency,
        coalesce(sum(amount) filter (where type = 'charge'), 0) as charged,
        coalesce(sum(amount) filter (where type = 'refund'), 0) as refunded,
        count(*) as count
      from order_event
      where merchant_id = ${merchant.id} and type in ('charge', 'refund')
        and date >= ${period.from.toISOString()}::timestamptz and date <= ${period.until.toISOString()}::timestamptz
      group by 1, 2
    ) quarters
    group by 1, 2`)
  const counts = new Map<string, number>()
  const found = new Map<string, MoneyOfDay>()
  for (const { day, currency, charged, refunded, count } of rows) {
    counts.set(currency, (counts.get(currency) ?? 0) + Number(count))
    found.set(`${currency} ${day}`, { day, charged: BigInt(charged), refunded: BigInt(refunded) })
  }
  return [...counts]
    .sort(([one, few], [other, many]) => many - few || one.localeCompare(other))
    .map(([currency]) => ({
      currency,
      days: daysOf(period).map(
        (day) => found.get(`${currency} ${day}`) ?? { day, charged: 0n, refunded: 0n },
      ),
    }))
}

function daysOf({ first, last }: ReportPeriod): Day[] {
  const days: Day[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

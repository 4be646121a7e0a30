import { sql } from 'drizzle-orm'
import { dailyTotal, order } from '@/db/schema'
import { startOfDay } from '../core/clock'
import type { Context } from '../core/context'
import { addDays, type Day } from '../model/calendar'
import { type ListTotals, totalOrders } from '../order/total-orders'
import { firstUnsummed, laterOf } from './days'

interface DayFilters {
  /** The first and the last day, in the merchant's time zone. */
  start?: Day | undefined
  end?: Day | undefined
  currency?: string | undefined
}

type TotalsFilters = Parameters<typeof totalOrders>[1]

/**
 * Counts and adds up the orders that match filters. If only days and a currency are chosen, counts any number, using
 * the daily totals for past days. Otherwise it counts up to the limit of `totalOrders`.
 */
export async function orderTotals(context: Context, filters: TotalsFilters): Promise<ListTotals> {
  const { start, end, currency, ...others } = filters
  const isByDay = Object.values(others).every((value) => value === undefined || value === false)
  return (isByDay && (await totalsOfDays(context, { start, end, currency }))) || totalOrders(context, filters)
}

/** Adds up the daily totals and the orders since. Undefined if the merchant has no daily totals yet. */
async function totalsOfDays(context: Context, filters: DayFilters): Promise<ListTotals | undefined> {
  const { db, merchant } = context
  const summed = await firstUnsummed(context)
  if (!summed) return undefined
  const { start = '0001-01-01', end, currency } = filters
  const since = laterOf(start, summed)
  const inCurrency = currency === undefined ? sql`true` : sql`currency = ${currency}`
  const instant = (day: Day) => sql`${startOfDay(day, merchant.timeZone).toISOString()}::timestamptz`
  const rows = await db.execute<{ currency: string; count: number; sum: string }>(sql`
    select currency, sum(orders)::int as count, sum(ordered)::text as sum from (
      select currency, orders, ordered from ${dailyTotal}
      where merchant_id = ${merchant.id} and ${inCurrency} and orders > 0 and day >= ${start} and day < ${summed}
        and ${end === undefined ? sql`true` : sql`day <= ${end}`}
      union all
      select currency, count(*), sum(amount) from ${order}
      where merchant_id = ${merchant.id} and ${inCurrency} and created >= ${instant(since)}
        and ${end === undefined ? sql`true` : sql`created < ${instant(addDays(end, 1))}`}
      group by currency
    ) each group by currency order by count desc, currency`)
  return {
    count: rows.reduce((total, { count }) => total + count, 0),
    isMore: false,
    sums: rows.map(({ currency: code, sum }) => ({ amount: BigInt(sum), currency: code })),
  }
}

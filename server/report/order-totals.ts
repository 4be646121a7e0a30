import { sql } from 'drizzle-orm'
import { dailyTotal, order } from '@/db/schema'
import type { Context } from '../core/context'
import { type ListTotals, totalOrders } from '../order/total-orders'
import { type DayFilters, daysAndRest } from './days'

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
  const found = await daysAndRest(context, filters)
  if (!found) return undefined
  const rows = await context.db.execute<{ currency: string; count: number; sum: string }>(sql`
    select currency, sum(orders)::int as count, sum(ordered)::text as sum from (
      select currency, orders, ordered from ${dailyTotal} where ${found.days} and orders > 0
      union all
      select currency, count(*), sum(amount) from ${order} where ${found.rest(sql`created`)} group by currency
    ) each group by currency order by count desc, currency`)
  return {
    count: rows.reduce((total, { count }) => total + count, 0),
    isMore: false,
    sums: rows.map(({ currency: code, sum }) => ({ amount: BigInt(sum), currency: code })),
  }
}

import { sql } from 'drizzle-orm'
import { order } from '@/db/schema'
import type { Context } from '../core/context'
import { totalsOf } from '../model/money/money'
import { type ListTotals, totalOrders } from '../order/total-orders'
import { type DayFilters, sumDaysAndRest } from './days'

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
  const sums = await sumDaysAndRest(context, filters, {
    count: sql`orders`,
    amount: sql`ordered`,
    rows: (when) =>
      sql`select currency, count(*), sum(amount) from ${order} where ${when(sql`created`)} group by 1`,
  })
  return (
    sums && {
      count: totalsOf(sums).count,
      isMore: false,
      sums: sums.map(({ amount, currency }) => ({ amount, currency })),
    }
  )
}

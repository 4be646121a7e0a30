import { type SQL, sql } from 'drizzle-orm'
import { dailyTotal } from '@/db/schema'
import type { MerchantScope } from '../core/context'
import { totalsOf } from '../model/money/money'
import type { EventFilters } from '../order/event-query'
import { totalEvents } from '../order/sum-events'
import { daysAndRest, movements } from './days'

/** What the totals of days have of a list of what moved money, and the same of single movements. */
interface Figure {
  days: { count: SQL; amount: SQL }
  rows: { amount: SQL; matching: SQL }
}

const figures: Partial<Record<string, Figure>> = {
  net: {
    days: { count: sql`charges + refunds`, amount: sql`charged - refunded` },
    rows: { amount: sql`case type when 'refund' then -amount else amount end`, matching: sql`true` },
  },
  charge: {
    days: { count: sql`charges`, amount: sql`charged` },
    rows: { amount: sql`amount`, matching: sql`type = 'charge'` },
  },
  refund: {
    days: { count: sql`refunds`, amount: sql`refunded` },
    rows: { amount: sql`amount`, matching: sql`type = 'refund'` },
  },
}

/**
 * Counts and adds up the events that match filters. If they are charges or refunds and only days and a currency are
 * chosen, uses the daily totals for past days.
 */
export async function eventTotals(context: MerchantScope, filters: EventFilters) {
  const { start, end, currency, moved, type, ...others } = filters
  const isByDay = Object.values(others).every((value) => value === undefined) && !(moved && type)
  const figure = isByDay ? figures[moved ?? type ?? ''] : undefined
  const found = figure && (await daysAndRest(context, { start, end, currency }))
  if (!found) return totalEvents(context, filters)
  const { days, rows: single } = figure
  const rows = await context.db.execute<{ currency: string; count: number; amount: string }>(sql`
    select currency, sum(count)::int as count, sum(amount)::text as amount from (
      select currency, ${days.count} as count, ${days.amount} as amount from ${dailyTotal} where ${found.days}
      union all
      select currency, count(*), sum(${single.amount}) from ${movements(context.merchant.id, found.rest(sql`date`))} moved
      where ${single.matching} group by 1
    ) each group by 1 having sum(count) > 0 order by 2 desc, 1`)
  return { ...totalsOf(rows.map((row) => ({ ...row, amount: BigInt(row.amount) }))), isMore: false }
}

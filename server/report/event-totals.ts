import { type SQL, sql } from 'drizzle-orm'
import type { MerchantScope } from '../core/context'
import { totalsOf } from '../model/money/money'
import type { EventFilters } from '../order/event-query'
import { totalEvents } from '../order/sum-events'
import { movements, sumDaysAndRest } from './days'

/** What the totals of days have of a list of what moved money, and the same of single movements. */
interface EventFigure {
  days: { count: SQL; amount: SQL }
  rows: { amount: SQL; matching: SQL }
}

const figures: Partial<Record<string, EventFigure>> = {
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
  const sums =
    figure &&
    (await sumDaysAndRest(
      context,
      { start, end, currency },
      {
        ...figure.days,
        rows: (when) => sql`select currency, count(*), sum(${figure.rows.amount})
          from ${movements(context.merchant.id, when(sql`date`))} moved where ${figure.rows.matching} group by 1`,
      },
    ))
  return sums ? { ...totalsOf(sums), isMore: false } : totalEvents(context, filters)
}

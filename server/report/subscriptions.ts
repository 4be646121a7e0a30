import { sql } from 'drizzle-orm'
import type { Context } from '../core/context'
import { groupBy } from '../core/page'
import { addDays, type Day, dayOf } from '../model/calendar'
import type { CountedAmount } from '../model/money/money'
import { priced } from '../model/order/price'
import { datesFrom } from '../model/subscription/dates'
import type { PlannedChange } from '../model/subscription/planned-change'
import type { ScheduleTerms } from '../model/subscription/schedule'

/** How many days ahead `due` looks. */
const daysAhead = 30

/** Subscriptions that have not ended, by currency. `amount` is what they bring in per month. */
export interface Subscriptions extends CountedAmount {
  /** What falls due within 30 days from today, in total and per day. Overdue dates count as today. */
  due: { count: number; amount: bigint; days: DueOnDay[] }
}

interface DueOnDay {
  day: Day
  count: number
  amount: bigint
}

/** Subscriptions with the same values for everything that decides when they fall due. */
interface DueGroup {
  currency: string
  schedule: ScheduleTerms
  /** Null for those that do not fall due within those days. */
  next: { start: Day; due: Day; end: Day | null } | null
  /** A change that applies to the dates from its day on. */
  planned: PlannedChange | null
  count: number
  amount: string
  monthly: string
}

/** Returns the revenue of subscriptions. Leaves out those of suspended accounts, which are not billed. */
export async function subscriptionsOf({ db, merchant, clock }: Context): Promise<Subscriptions[]> {
  const today = dayOf(clock.now(), merchant.timeZone)
  // Suspended accounts are few. Looking up the account of each subscription would take most of the time. Terms are
  // shared by many subscriptions, so what they bring in per month is computed once for all of them.
  const rows = await db.execute<
    Omit<DueGroup, 'next'> & { start: Day | null; due: Day; end: Day | null }
  >(sql`
    with active as (
      select currency, schedule, amount, planned, due <= ${addDays(today, daysAhead)} as is_soon, start, due, "end" from subscription
      where merchant_id = ${merchant.id} and ended is null and account_id not in (
        select id from account where merchant_id = ${merchant.id} and status = 'suspended')
    ), alike as (
      select currency, schedule, case when is_soon then start end as start, case when is_soon then due end as due,
        case when is_soon then "end" end as "end", case when is_soon then planned end as planned, amount, count(*) as count
      from active group by 1, 2, 3, 4, 5, 6, 7
    )
    select currency, schedule, start::text, due::text, "end"::text, planned, sum(count)::int as count,
      sum(count * amount)::text as amount, sum(count * monthly_amount(amount, schedule))::text as monthly
    from alike group by currency, schedule, alike.start, alike.due, alike."end", planned`)
  const groups = rows.map(({ start, due, end, ...group }) => ({
    ...group,
    next: start === null ? null : { start, due, end },
  }))
  return [...groupBy(groups, ({ currency }) => currency)]
    .map(([currency, own]) => ({
      currency,
      count: own.reduce((sum, { count }) => sum + count, 0),
      amount: own.reduce((sum, { monthly }) => sum + BigInt(monthly), 0n),
      due: dueOf(own, today),
    }))
    .sort((one, other) => other.count - one.count || (one.currency < other.currency ? -1 : 1))
}

function dueOf(groups: readonly DueGroup[], today: Day): Subscriptions['due'] {
  const horizon = addDays(today, daysAhead)
  const days = new Map<Day, DueOnDay>()
  for (let day = today; day <= horizon; day = addDays(day, 1)) days.set(day, { day, count: 0, amount: 0n })
  for (const { currency, schedule, next, planned, count, amount } of groups) {
    if (!next) continue
    // Dates in another currency are left out of the sums of this one.
    const isExchanged = (planned?.currency ?? currency) !== currency
    const later =
      planned?.items === undefined
        ? undefined
        : priced(planned.items, planned.currency ?? currency, 'ordered').amount
    const { start, due, end } = next
    const until = end !== null && end < horizon ? end : horizon
    for (const date of datesFrom({ schedule, start, end: until, planned }, due, daysAhead + 1)) {
      const on = days.get(date < today ? today : date)
      const isChanged = planned !== null && date >= planned.from
      if (!on || (isChanged && isExchanged)) continue
      on.count += count
      on.amount += isChanged && later !== undefined ? later * BigInt(count) : BigInt(amount)
    }
  }
  const all = [...days.values()]
  return {
    count: all.reduce((sum, day) => sum + day.count, 0),
    amount: all.reduce((sum, day) => sum + day.amount, 0n),
    days: all,
  }
}

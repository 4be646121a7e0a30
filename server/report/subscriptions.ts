import { sql } from 'drizzle-orm'
import type { Context } from '../core/context'
import { groupBy } from '../core/page'
import { addDays, type Day, dayOf } from '../model/calendar'
import { datesFrom } from '../model/subscription/dates'
import type { ScheduleTerms } from '../model/subscription/schedule'
import type { CountedAmount } from './orders'

/** How many days ahead `due` looks. */
const daysAhead = 30

/** Subscriptions that will be billed, by currency. */
export interface Subscriptions extends CountedAmount {
  /** `amount` is what they bring in per month: a year is 4 quarters, 52 weeks or 365 days. */
  currency: string
  /** What falls due from today on within 30 days, in total and per day. Overdue dates count as today. */
  due: { count: number; amount: bigint; days: DueOnDay[] }
}

export interface DueOnDay {
  day: Day
  count: number
  amount: bigint
}

/** Subscriptions with the same values for everything that decides when they fall due. */
interface DueGroup {
  currency: string
  schedule: ScheduleTerms
  /** Null for those that do not fall due within the days that are looked at. */
  next: { start: Day; due: Day; end: Day | null } | null
  count: number
  amount: string
}

/** How often each frequency falls due in a year. */
const perYear = { daily: 365n, weekly: 52n, monthly: 12n, quarterly: 4n, yearly: 1n }

/** Returns what subscriptions bring in. Leaves out those of suspended accounts, which are not billed. */
export async function subscriptionsOf({ db, merchant, clock }: Context): Promise<Subscriptions[]> {
  const today = dayOf(clock.now(), merchant.timeZone)
  // Suspended accounts are few. Looking up the account of each subscription would take most of the time.
  const rows = await db.execute<
    Omit<DueGroup, 'next'> & { start: Day | null; due: Day; end: Day | null }
  >(sql`
    with active as (
      select currency, schedule, amount, due <= ${addDays(today, daysAhead)} as is_soon, start, due, "end" from subscription
      where merchant_id = ${merchant.id} and due is not null and account_id not in (
        select id from account where merchant_id = ${merchant.id} and status = 'suspended')
    )
    select currency, schedule, start::text, due::text, "end"::text, count, amount::text from (
      select currency, schedule, case when is_soon then start end as start, case when is_soon then due end as due,
        case when is_soon then "end" end as "end", count(*)::int as count, sum(amount) as amount
      from active group by 1, 2, 3, 4, 5
    ) groups`)
  const groups = rows.map(({ start, due, end, ...group }) => ({
    ...group,
    next: start === null ? null : { start, due, end },
  }))
  return [...groupBy(groups, ({ currency }) => currency)]
    .map(([currency, own]) => ({
      currency,
      count: own.reduce((sum, { count }) => sum + count, 0),
      amount: perMonth(own),
      due: dueOf(own, today),
    }))
    .sort((one, other) => other.count - one.count || (one.currency < other.currency ? -1 : 1))
}

function perMonth(groups: readonly DueGroup[]): bigint {
  const year = groups.reduce(
    (sum, { schedule, amount }) => sum + BigInt(amount) * perYear[schedule.frequency],
    0n,
  )
  // Rounded half up.
  return (year + 6n) / 12n
}

function dueOf(groups: readonly DueGroup[], today: Day): Subscriptions['due'] {
  const horizon = addDays(today, daysAhead)
  const days = new Map<Day, DueOnDay>()
  for (let day = today; day <= horizon; day = addDays(day, 1)) days.set(day, { day, count: 0, amount: 0n })
  for (const { schedule, next, count, amount } of groups) {
    if (!next) continue
    const { start, due, end } = next
    const until = end !== null && end < horizon ? end : horizon
    for (const date of datesFrom({ schedule, start, end: until }, due, daysAhead + 1)) {
      const on = days.get(date < today ? today : date)
      if (!on) continue
      on.count += count
      on.amount += BigInt(amount)
    }
  }
  const all = [...days.values()]
  return {
    count: all.reduce((sum, day) => sum + day.count, 0),
    amount: all.reduce((sum, day) => sum + day.amount, 0n),
    days: all,
  }
}

import { sql } from 'drizzle-orm'
import { todayOf } from '../core/clock'
import type { Context } from '../core/context'
import { groupBy } from '../core/group-by'
import { addDays, type Day } from '../model/calendar'
import type { CountedAmount, Money } from '../model/money/money'
import { priced } from '../model/order/price'
import type { Items } from '../model/order/schemas'
import { datesFrom } from '../model/subscription/dates'
import type { PlannedChange } from '../model/subscription/planned-change'
import type { ScheduleTerms } from '../model/subscription/schedule'

/** How many days `due` covers, including today. */
const daysAhead = 30

const lastDayOf = (today: Day) => addDays(today, daysAhead - 1)

/** Subscriptions that have not ended, by currency. `amount` is what they bring in per month. */
export interface Subscriptions extends CountedAmount {
  /** What falls due on the 30 days that begin with today, in total and per day. Overdue dates count as today. */
  due: DueAhead & { count: number; amount: bigint }
}

/** Dates of subscriptions. `subscriptions`: how many have at least one. */
interface DueAhead {
  subscriptions: number
  days: DueOnDay[]
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
  /** Only if that change may give the same numbers another currency. */
  items: Items | null
  count: number
  amount: string
  monthly: string
}

/** Returns the revenue of subscriptions. Leaves out those of suspended accounts, which are not billed. */
export async function subscriptionRevenueOf({ db, merchant, clock }: Context): Promise<Subscriptions[]> {
  const today = todayOf({ merchant, clock })
  // Suspended accounts are few. Looking up the account of each subscription would take most of the time. Terms are
  // shared by many subscriptions, so what they bring in per month is computed once for all of them.
  const rows = await db.execute<
    Omit<DueGroup, 'next'> & { start: Day | null; due: Day; end: Day | null }
  >(sql`
    with active as (
      select currency, schedule, amount, planned, items, due <= ${lastDayOf(today)} as is_soon, start, due, "end"
      from subscription
      where merchant_id = ${merchant.id} and ended is null and account_id not in (
        select id from account where merchant_id = ${merchant.id} and status = 'suspended')
    ), alike as (
      select currency, schedule, case when is_soon then start end as start, case when is_soon then due end as due,
        case when is_soon then "end" end as "end", case when is_soon then planned end as planned,
        case when is_soon and planned ->> 'currency' is not null then items end as items, amount, count(*) as count
      from active group by 1, 2, 3, 4, 5, 6, 7, 8
    )
    select currency, schedule, start::text, due::text, "end"::text, planned, items, sum(count)::int as count,
      sum(count * amount)::text as amount, sum(count * monthly_amount(amount, schedule))::text as monthly
    from alike group by currency, schedule, alike.start, alike.due, alike."end", planned, items`)
  const groups = rows.map(({ start, due, end, ...group }) => ({
    ...group,
    next: start === null ? null : { start, due, end },
  }))
  const bringing = groupBy(groups, ({ currency }) => currency)
  const due = dueOf(groups, today)
  return [...new Set([...bringing.keys(), ...due.keys()])]
    .map((currency) => {
      const own = bringing.get(currency) ?? []
      return {
        currency,
        count: own.reduce((sum, { count }) => sum + count, 0),
        amount: own.reduce((sum, { monthly }) => sum + BigInt(monthly), 0n),
        due: totalOf(due.get(currency) ?? nothingDue(today)),
      }
    })
    .sort((one, other) => other.count - one.count || (one.currency < other.currency ? -1 : 1))
}

/** Each day from today to the last that `due` looks at, with nothing due yet. */
const nothingDue = (today: Day): DueAhead => ({
  subscriptions: 0,
  days: Array.from({ length: daysAhead }, (_, place) => ({
    day: addDays(today, place),
    count: 0,
    amount: 0n,
  })),
})

const totalOf = ({ subscriptions, days }: DueAhead): Subscriptions['due'] => ({
  subscriptions,
  count: days.reduce((sum, { count }) => sum + count, 0),
  amount: days.reduce((sum, { amount }) => sum + amount, 0n),
  days,
})

/** What falls due per day, by the currency that is charged then: a planned change may set another. */
function dueOf(groups: readonly DueGroup[], today: Day): Map<string, DueAhead> {
  const horizon = lastDayOf(today)
  const found = new Map<string, DueAhead>()
  for (const { currency, schedule, next, planned, items, count, amount } of groups) {
    if (!next) continue
    const now = { currency, amount: BigInt(amount) }
    const later = planned && changedPrice(planned, { currency, items, count })
    const { start, due, end } = next
    const until = end !== null && end < horizon ? end : horizon
    const counted = new Set<string>()
    for (const date of datesFrom({ schedule, start, end: until, planned }, due, daysAhead)) {
      const charged = planned && later && date >= planned.from ? later : now
      const ahead = found.get(charged.currency) ?? nothingDue(today)
      found.set(charged.currency, ahead)
      if (!counted.has(charged.currency)) ahead.subscriptions += count
      counted.add(charged.currency)
      const on = ahead.days.find(({ day }) => day === (date < today ? today : date))
      if (!on) continue
      on.count += count
      on.amount += charged.amount
    }
  }
  return found
}

/** What a planned change makes a date of `count` subscriptions cost; undefined if it changes no price. */
function changedPrice(
  planned: PlannedChange,
  { currency: before, items: kept, count }: Pick<DueGroup, 'currency' | 'items' | 'count'>,
): Money | undefined {
  const { currency = before, items = kept } = planned
  return items === null ? undefined : { currency, amount: priced(items, currency).amount * BigInt(count) }
}

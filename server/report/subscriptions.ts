import { sql } from 'drizzle-orm'
import type { Context } from '../core/context'
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
  start: Day
  due: Day
  end: Day | null
  count: number
  amount: string
}

/** Returns what subscriptions bring in. Leaves out those of suspended accounts, which are not billed. */
export async function subscriptionsOf(context: Context): Promise<Subscriptions[]> {
  const { db, merchant, clock } = context
  const today = dayOf(clock.now(), merchant.timeZone)
  const active = sql`from subscription join account
      on account.merchant_id = subscription.merchant_id and account.id = subscription.account_id
    where subscription.merchant_id = ${merchant.id} and due is not null and account.status <> 'suspended'`
  const [monthly, soon] = await Promise.all([
    db.execute<{ currency: string; count: number; amount: string }>(sql`
      select currency, count(*)::int as count,
        round(sum(amount * case schedule->>'frequency' when 'daily' then 365.0 / 12 when 'weekly' then 52.0 / 12
          when 'monthly' then 1 when 'quarterly' then 1.0 / 3 else 1.0 / 12 end))::text as amount
      ${active} group by currency order by count(*) desc, currency`),
    db.execute<DueGroup & Record<string, unknown>>(sql`
      select currency, schedule, start::text, due::text, "end"::text, count(*)::int as count,
        sum(amount)::text as amount
      ${active} and due <= ${addDays(today, daysAhead)} group by 1, 2, 3, 4, 5`),
  ])
  return monthly.map(({ currency, count, amount }) => ({
    currency,
    count,
    amount: BigInt(amount),
    due: dueOf(
      soon.filter((group) => group.currency === currency),
      today,
    ),
  }))
}

function dueOf(groups: readonly DueGroup[], today: Day): Subscriptions['due'] {
  const horizon = addDays(today, daysAhead)
  const days = new Map<Day, DueOnDay>()
  for (let day = today; day <= horizon; day = addDays(day, 1)) days.set(day, { day, count: 0, amount: 0n })
  for (const { schedule, start, due, end, count, amount } of groups) {
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

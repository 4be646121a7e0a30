import { and, eq, type SQL, sql } from 'drizzle-orm'
import { dailyTotal, dailyTotalState } from '@/db/schema'
import { hours, later, startOfDay } from '../core/clock'
import type { MerchantScope } from '../core/context'
import { instantSql } from '../core/instants'
import { sumByCurrency } from '../core/sum-by-currency'
import { addDays, type Day } from '../model/calendar'
import type { CountedAmount } from '../model/money/money'
import { feeOf, hasFee } from '../settlement/fees'
import type { Span, SpanPart } from './spans'

/** The charges, refunds, orders and fees of a span in one currency, by part. Amounts are minor units. */
export interface Trade {
  charged: bigint[]
  refunded: bigint[]
  /** How many orders were created. Their amounts add up to `ordered`. */
  orders: number[]
  ordered: bigint[]
  /** What card services took. */
  fees: bigint[]
}

export const noTrade = ({ parts }: Pick<Span, 'parts'>): Trade => ({
  charged: parts.map(() => 0n),
  refunded: parts.map(() => 0n),
  orders: parts.map(() => 0),
  ordered: parts.map(() => 0n),
  fees: parts.map(() => 0n),
})

/** Returns what was ordered, charged, refunded and taken as fees in a span, by currency. */
export async function tradeOf({ db, merchant }: MerchantScope, span: Span): Promise<Map<string, Trade>> {
  const summed = laterOf(await summedUntil({ db, merchant }, span), span.first)
  const since = between(startOfDay(summed, merchant.timeZone), span.until)
  const part = partOf(span.parts)
  const rows = await db.execute<{
    part: number
    currency: string
    charged: string
    refunded: string
    orders: string
    ordered: string
    fees: string
  }>(sql`
    select part, currency, sum(charged)::text as charged, sum(refunded)::text as refunded, sum(orders)::text as orders,
      sum(ordered)::text as ordered, sum(fees)::text as fees
    from (
      select ${part(sql`day`, true)} as part, currency, charged, refunded, orders, ordered, fees from daily_total
      where merchant_id = ${merchant.id} and day >= ${span.first} and day < ${summed}
      union all
      select ${part(sql`date`)}, currency, coalesce(sum(amount) filter (where type = 'charge'), 0),
        coalesce(sum(amount) filter (where type = 'refund'), 0), 0, 0, 0
      from ${movements(merchant.id, since(sql`date`))} moved group by 1, 2
      union all
      select ${part(sql`created`)}, currency, 0, 0, count(*), sum(amount), 0 from "order"
      where merchant_id = ${merchant.id} and ${since(sql`created`)} group by 1, 2
      union all
      select ${part(sql`date`)}, currency, 0, 0, 0, 0, sum(${feeOf}) from settlement_entry
      where merchant_id = ${merchant.id} and ${hasFee} and ${since(sql`date`)} group by 1, 2
    ) each group by 1, 2`)
  const found = new Map<string, Trade>()
  for (const { part, currency, charged, refunded, orders, ordered, fees } of rows) {
    const trade = found.get(currency) ?? noTrade(span)
    found.set(currency, trade)
    trade.charged[part - 1] = BigInt(charged)
    trade.refunded[part - 1] = BigInt(refunded)
    trade.orders[part - 1] = Number(orders)
    trade.ordered[part - 1] = BigInt(ordered)
    trade.fees[part - 1] = BigInt(fees)
  }
  return found
}

/** Returns SQL for the number of the part that contains an instant or a day: 1 is the first, 0 before it. */
export function partOf(parts: readonly Pick<SpanPart, 'start' | 'day'>[]) {
  const starts = sql.param(parts.map(({ start }) => start.toISOString()))
  const days = sql.param(parts.map(({ day }) => day))
  return (place: SQL, isDay = false) =>
    isDay
      ? sql`width_bucket(${place}, (select ${days}::text[]::date[]))`
      : sql`width_bucket(${place}, (select ${starts}::text[]::timestamptz[]))`
}

/**
 * A merchant's charges and refunds at the times that match `when`. One that later failed counts again, as a negative
 * amount, on the day of the failure. A cancellation that failed moved no money.
 */
export const movements = (merchantId: string, when: SQL): SQL => sql`(
  select date, currency, type, amount from order_event
  where merchant_id = ${merchantId} and type in ('charge', 'refund') and ${when}
  union all
  select date, currency, original, -amount from order_event
  where merchant_id = ${merchantId} and type = 'fail' and amount is not null
    and original in ('charge', 'refund') and ${when})`

/**
 * Returns the first day up to the end of a span that has no totals, is not covered to its end or is divided into hours.
 * Undefined if no day has totals.
 */
export async function summedUntil(
  scope: MerchantScope,
  { first, last, until }: Span,
): Promise<Day | undefined> {
  const summed = await firstUnsummed(scope)
  const end = addDays(last, 1)
  const isOver = until >= startOfDay(end, scope.merchant.timeZone)
  const covered = isOver && first < last ? end : last
  return summed && [summed, covered].sort()[0]
}

/** The filters of lists that the totals of days know: the first and the last day, and a currency. */
export interface DayFilters {
  start?: Day | undefined
  end?: Day | undefined
  currency?: string | undefined
}

/**
 * Returns where the sums of a list are read: conditions for the totals of days that have them, and for the rows of all
 * other days, of which `instant` is the time. Undefined if no day has totals.
 */
export async function daysAndRest(scope: MerchantScope, { start, end, currency }: DayFilters) {
  const { id, timeZone } = scope.merchant
  const summed = await firstUnsummed(scope)
  if (summed === undefined) return undefined
  const own = sql`merchant_id = ${id} and ${currency === undefined ? sql`true` : sql`currency = ${currency}`}`
  const at = (day: Day) => instantSql(startOfDay(day, timeZone))
  return {
    days: sql`${own} and day < ${summed} and ${start === undefined ? sql`true` : sql`day >= ${start}`}
      and ${end === undefined ? sql`true` : sql`day <= ${end}`}`,
    rest: (instant: SQL) => sql`${own} and ${instant} >= ${at(laterOf(start, summed))}
      and ${end === undefined ? sql`true` : sql`${instant} < ${at(addDays(end, 1))}`}`,
  }
}

/** A figure of a list: what the totals of days have of it, and the same of the rows of all other days, per currency. */
interface Figure {
  count: SQL
  amount: SQL
  /** Selects `currency`, the count and the amount. `when`: the condition for the time of a row. */
  rows(when: (instant: SQL) => SQL): SQL
}

/** Counts and adds up a list per currency, the most frequent first. Undefined if no day has totals. */
export async function sumDaysAndRest(
  scope: MerchantScope,
  filters: DayFilters,
  { count, amount, rows }: Figure,
): Promise<CountedAmount[] | undefined> {
  const found = await daysAndRest(scope, filters)
  if (!found) return undefined
  return sumByCurrency(
    scope.db,
    sql`select currency, ${count}, ${amount} from ${dailyTotal} where ${found.days}
      union all ${rows(found.rest)}`,
  )
}

/** Returns the first day without totals, after those that have them. Undefined if no day has. */
async function firstUnsummed({ db, merchant }: MerchantScope): Promise<Day | undefined> {
  const [state] = await db
    .select({ until: dailyTotalState.until })
    .from(dailyTotalState)
    .where(and(eq(dailyTotalState.merchantId, merchant.id), eq(dailyTotalState.timeZone, merchant.timeZone)))
  return state?.until
}

const laterOf = (day: Day | undefined, other: Day): Day => (day !== undefined && day > other ? day : other)

/** SQL that places instants in the parts of a span: `place` is 1 for the first part, `dayAt` returns the day of a part. */
export type Bounds = ReturnType<typeof boundsOf>

/** The bounds of consecutive days of a time zone, which are its parts. */
export const dayBounds = ([first = '1970-01-01', ...others]: readonly Day[], timeZone: string): Bounds =>
  boundsOf(
    [first, ...others].map((day) => ({ day, start: startOfDay(day, timeZone) })),
    startOfDay(addDays(others.at(-1) ?? first, 1), timeZone),
  )

/** The bounds of each hour of a day. The last one is shorter if clocks change by half an hour. */
export function hourBounds(day: Day, timeZone: string): Bounds[] {
  const from = startOfDay(day, timeZone)
  const until = startOfDay(addDays(day, 1), timeZone)
  const count = Math.ceil((until.getTime() - from.getTime()) / hours(1))
  const starts = Array.from({ length: count }, (_, hour) => later(from, hours(hour)))
  return starts.map((start, hour) => boundsOf([{ day, start }], starts[hour + 1] ?? until))
}

function boundsOf(parts: readonly Pick<SpanPart, 'start' | 'day'>[], end: Date) {
  const days = sql.param(parts.map(({ day }) => day))
  const start = parts[0]?.start ?? end
  return {
    place: partOf(parts),
    end,
    dayAt: (place: SQL) => sql`(${days}::text[]::date[])[${place}]`,
    within: between(start, end),
  }
}

/** All days from one to another, both included. */
export function daysFrom(first: Day, last: Day): Day[] {
  const days: Day[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

/** The condition for rows of a merchant whose `instant` is in a span. */
export const within = (
  { merchant }: Pick<MerchantScope, 'merchant'>,
  { from, until }: Pick<Span, 'from' | 'until'>,
  instant: SQL,
): SQL => sql`merchant_id = ${merchant.id} and ${between(from, until)(instant)}`

const between =
  (from: Date, until: Date) =>
  (instant: SQL): SQL =>
    sql`${instant} >= ${instantSql(from)} and ${instant} < ${instantSql(until)}`

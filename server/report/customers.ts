import { type SQL, sql } from 'drizzle-orm'
import { startOfDay } from '../core/clock'
import type { MerchantScope } from '../core/context'
import type { Day } from '../model/calendar'
import type { Span } from './spans'

/** Customers with subscriptions at the start of a span, and how many of them have none at its end. */
export interface Customers {
  opening: number
  lost: number
}

/** Counts the customers of a span, by currency. `summed`: the day before which all days have totals. */
export async function customersOf(
  { db, merchant }: MerchantScope,
  { first, from, until }: Span,
  summed: Day | undefined,
): Promise<Map<string, Customers>> {
  const day = summed !== undefined && summed < first ? summed : first
  const since = summed === undefined ? sql`'-infinity'::timestamptz` : at(startOfDay(day, merchant.timeZone))
  const later = customerChanges(merchant.id, {
    place: (date) => sql`(${date} >= ${since})::int`,
    within: (date) => sql`${date} >= ${since} and ${date} < ${at(from)}`,
    end: from,
  })
  const rows = await db.execute<{ currency: string; opening: number; lost: number }>(sql`
    select currency, sum(opening)::int as opening, sum(lost)::int as lost from (
      select currency, customers as opening, 0 as lost from daily_total
      where merchant_id = ${merchant.id} and day < ${summed === undefined ? '-infinity' : day}
      union all
      select currency, customers, 0 from (${later}) later
      union all
      select currency, 0, 1 from (${lostCustomers(merchant.id, from, until)}) gone
    ) each group by 1`)
  return new Map(rows.map(({ currency, ...customers }) => [currency, customers]))
}

/** How many more subscriptions a movement makes. */
const change = sql`case m.kind when 'lost' then -1 else 1 end`
const isChange = sql`m.kind in ('new', 'recovered', 'lost')`

/**
 * Selects by how much the number of customers with subscriptions changed in each place: `place`, `currency`, `customers`.
 * Only the places of instants that match `within` are complete. `end` is the end of the last one.
 */
export const customerChanges = (
  merchantId: string,
  { place, within, end }: { place: (date: SQL) => SQL; within: (date: SQL) => SQL; end: Date },
): SQL => sql`
  select place, currency, sum((after > 0)::int - (after - change > 0)::int)::int as customers from (
    select place, currency, change, sum(change) over (partition by currency, account_id order by place) as after from (
      select ${place(sql`m.date`)} as place, m.currency, m.account_id, sum(${change}) as change
      from (
        select distinct currency, account_id from subscription_movement m
        where merchant_id = ${merchantId} and ${isChange} and ${within(sql`date`)}
      ) moved
      join subscription_movement m
        on m.merchant_id = ${merchantId} and m.account_id = moved.account_id and m.currency = moved.currency
      where ${isChange} and m.date < ${at(end)}
      group by 1, 2, 3
    ) each
  ) counted where place > 0 group by 1, 2`

/** Selects the customers, by `currency` and `account_id`, who had subscriptions at `from` and have none at `until`. */
export const lostCustomers = (merchantId: string, from: Date, until: Date): SQL => sql`
  select m.currency, m.account_id
  from (
    select distinct currency, account_id from subscription_movement
    where merchant_id = ${merchantId} and kind = 'lost' and date >= ${at(from)} and date < ${at(until)}
  ) losing
  join subscription_movement m
    on m.merchant_id = ${merchantId} and m.account_id = losing.account_id and m.currency = losing.currency
  where ${isChange} and m.date < ${at(until)}
  group by 1, 2
  having sum(${change}) = 0 and sum(${change}) filter (where m.date < ${at(from)}) > 0`

const at = (instant: Date): SQL => sql`${instant.toISOString()}::timestamptz`

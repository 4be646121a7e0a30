import { type SQL, sql } from 'drizzle-orm'
import { startOfDay } from '../core/clock'
import type { MerchantScope } from '../core/context'
import { instantSql } from '../core/instants'
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
  const isSummed = summed !== undefined && summed >= first
  const since =
    summed === undefined ? sql`'-infinity'::timestamptz` : instantSql(startOfDay(summed, merchant.timeZone))
  const unsummed = customerChanges(merchant.id, {
    place: (date) => sql`(${date} >= ${since})::int`,
    within: (date) => sql`${date} >= ${since} and ${date} < ${instantSql(from)}`,
    end: from,
  })
  const rows = await db.execute<{ currency: string; opening: number; lost: number }>(sql`
    select currency, sum(opening)::int as opening, sum(lost)::int as lost from (
      select currency, customers as opening, 0 as lost from daily_total
      where merchant_id = ${merchant.id} and day < ${isSummed ? first : (summed ?? '-infinity')}
      ${isSummed ? sql`` : sql`union all select currency, customers, 0 from (${unsummed}) later`}
      union all
      select currency, 0, 1 from (${lostCustomers(merchant.id, from, until)}) gone
    ) each group by 1`)
  return new Map(rows.map(({ currency, ...customers }) => [currency, customers]))
}

/** How many more subscriptions a movement makes. */
const change = sql`case kind when 'lost' then -1 else 1 end`
const isChange = sql`kind in ('new', 'recovered', 'lost')`

/**
 * Selects by how much the number of customers with subscriptions changed in each place: `place`, `currency`, `customers`.
 * Only the places of instants that match `within` are complete. `end` is the end of the last one.
 */
export const customerChanges = (
  merchantId: string,
  { place, within, end }: { place: (date: SQL) => SQL; within: (date: SQL) => SQL; end: Date },
): SQL => sql`
  select place, currency, sum((after > 0)::int - (after - change > 0)::int)::int as customers from (
    select place, currency, change, sum(change) over (partition by currency, account_id order by place) as after
    from (
      select distinct currency, account_id from subscription_movement
      where merchant_id = ${merchantId} and ${isChange} and ${within(sql`date`)}
    ) changed
    cross join lateral (
      select ${place(sql`date`)} as place, sum(${change}) as change from ${itsMovements(merchantId, end)} group by 1
    ) each
  ) counted where place > 0 group by 1, 2`

/** Selects the customers, by `currency` and `account_id`, who had subscriptions at `from` and have none at `until`. */
const lostCustomers = (merchantId: string, from: Date, until: Date): SQL => sql`
  select currency, account_id
  from (
    select distinct currency, account_id from subscription_movement
    where merchant_id = ${merchantId} and kind = 'lost' and date >= ${instantSql(from)} and date < ${instantSql(until)}
  ) changed
  cross join lateral (select ${isLost(from)} as is_lost from ${itsMovements(merchantId, until)}) counted
  where is_lost`

/**
 * The condition for movements of customers who had subscriptions at `from` and have none at `until`. It checks one row
 * at a time, so a page of a list needs no others.
 */
export const isOfLostCustomer = (
  merchantId: string,
  {
    from = new Date(0),
    until = new Date('9999-12-31'),
  }: { from?: Date | undefined; until?: Date | undefined },
): SQL => sql`(select ${isLost(from)} from ${itsMovements(merchantId, until, sql`subscription_movement`)})`

/** Whether the selected movements leave no subscription, while those before `from` leave some. */
const isLost = (from: Date): SQL =>
  sql`sum(${change}) = 0 and sum(${change}) filter (where date < ${instantSql(from)}) > 0`

/** The movements of the customer of one row of `changed`. A join would read those of all customers, who are many. */
const itsMovements = (merchantId: string, end: Date, changed: SQL = sql`changed`): SQL => sql`
  subscription_movement movement
  where movement.merchant_id = ${merchantId} and movement.account_id = ${changed}.account_id
    and movement.currency = ${changed}.currency and ${isChange} and date < ${instantSql(end)}`

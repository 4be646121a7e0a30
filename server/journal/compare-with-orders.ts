import { type SQL, sql } from 'drizzle-orm'
import { journalEntry, order, orderEvent, unbooked } from '@/db/schema'
import { startOfDay } from '../core/clock'
import type { MerchantScope, Scope } from '../core/context'
import { instantSql } from '../core/instants'
import { addDays, type Day } from '../model/calendar'
import { type BookPeriod, monthsOf } from './list-entries'

/** The totals charged and refunded according to the order's states and to the journal, in minor units. */
interface OrderDifference {
  orderId: string
  currency: string
  order: { charged: bigint; refunded: bigint }
  journal: { charged: bigint; refunded: bigint }
}

export interface Agreement {
  /** How many orders were compared. */
  orders: number
  /** How many of them have movements that are not booked yet. These are not compared. */
  waiting: number
  /** How many differ. */
  differing: number
  /** The first of those that differ. */
  differences: OrderDifference[]
}

const maxShown = 20

/**
 * Compares the journal with the states of the orders that have movements of money in a period. Month by month, so that no
 * statement takes too long, however many months there are.
 */
export async function compareInPeriod(scope: MerchantScope, period: BookPeriod): Promise<Agreement> {
  const months: Agreement[] = []
  for (const month of monthsOf(period))
    months.push(await compareWithOrders(scope, ordersOf(scope, month, { since: period.from })))
  const sum = (name: 'orders' | 'waiting' | 'differing') =>
    months.reduce((total, month) => total + month[name], 0)
  return {
    orders: sum('orders'),
    waiting: sum('waiting'),
    differing: sum('differing'),
    differences: months.flatMap(({ differences }) => differences).slice(0, maxShown),
  }
}

/** Selects the orders that have movements of money in a month, and none before it since a day. */
function ordersOf({ merchant }: MerchantScope, { from, to }: BookPeriod, { since }: { since: Day }): SQL {
  const { id, timeZone } = merchant
  const at = (day: Day) => instantSql(startOfDay(day, timeZone))
  const movement = sql`event.merchant_id = ${id} and event.type in ('charge', 'refund')`
  const isNew =
    since === from
      ? sql`true`
      : sql`not exists (select from ${journalEntry} entry where entry.merchant_id = ${id}
            and entry.order_id = moved.order_id and entry.booked_on >= ${since}::date and entry.booked_on < ${from}::date)
          and not exists (select from ${orderEvent} event where ${movement}
            and event.order_id = moved.order_id and event.date >= ${at(since)} and event.date < ${at(from)})`
  return sql`
    select order_id from (
      select order_id from ${journalEntry}
      where merchant_id = ${id} and order_id is not null and booked_on between ${from}::date and ${to}::date
      union
      select event.order_id from ${orderEvent} event
      where ${movement} and event.date >= ${at(from)} and event.date < ${at(addDays(to, 1))}
    ) moved where ${isNew}`
}

/**
 * Compares the journal with the states of each order that has movements of money, or of those that `selection` selects.
 */
export async function compareWithOrders({ db, merchant }: Scope, selection?: SQL): Promise<Agreement> {
  const { id } = merchant
  // Without a selection, joining a list of all orders would only take time.
  const chosen = selection ? sql`chosen as materialized (${selection}),` : sql``
  const join = selection ? sql`join chosen using (order_id)` : sql``
  const rows = await db.execute<Record<string, string>>(sql`
    with ${chosen} booked as (
      select order_id, currency,
        coalesce(sum(amount) filter (where kind = 'charge' or (kind = 'reversal' and amount < 0)), 0) as charged,
        coalesce(-sum(amount) filter (where kind = 'refund' or (kind = 'reversal' and amount > 0)), 0) as refunded
      from ${journalEntry} ${join}
      where merchant_id = ${id} and kind in ('charge', 'refund', 'reversal')
      group by 1, 2
    ), stated as (
      select order_id, currency, charged + refunded as charged, refunded
      from (select id as order_id, * from ${order} where merchant_id = ${id}) placed ${join}
      where charged + refunded > 0
    ), compared as (
      select order_id, currency,
        coalesce(stated.charged, 0) as charged, coalesce(stated.refunded, 0) as refunded,
        coalesce(booked.charged, 0) as booked_charged, coalesce(booked.refunded, 0) as booked_refunded,
        queued.order_id is not null as is_waiting
      from booked full join stated using (order_id, currency)
      left join (select distinct order_id from ${unbooked} where merchant_id = ${id}) queued using (order_id)
    ), counted as (
      select *, (charged, refunded) <> (booked_charged, booked_refunded) and not is_waiting as differs,
        count(*) over () as orders, count(*) filter (where is_waiting) over () as waiting
      from compared
    )
    select *, count(*) filter (where differs) over () as differing from counted
    order by differs desc, order_id limit ${maxShown}::int`)
  const [first] = rows
  return {
    orders: Number(first?.orders ?? 0),
    waiting: Number(first?.waiting ?? 0),
    differing: Number(first?.differing ?? 0),
    differences: rows
      .filter(({ differs }) => Boolean(differs))
      .map((row) => ({
        orderId: String(row.order_id),
        currency: String(row.currency),
        order: { charged: BigInt(row.charged ?? 0), refunded: BigInt(row.refunded ?? 0) },
        journal: { charged: BigInt(row.booked_charged ?? 0), refunded: BigInt(row.booked_refunded ?? 0) },
      })),
  }
}

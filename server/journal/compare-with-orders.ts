import { sql } from 'drizzle-orm'
import { journalEntry, merchant as merchantTable, order, orderEvent, unbooked } from '@/db/schema'
import type { Scope } from '../core/context'
import type { BookPeriod } from './list-entries'

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

/** Compares the journal with the states of each order that has movements of money, in a period or at all. */
export async function compareWithOrders({ db, merchant }: Scope, period?: BookPeriod): Promise<Agreement> {
  const { id } = merchant
  // Without a period, all orders: joining a list of them would only take time.
  const chosen = period
    ? sql`chosen as materialized (
        select order_id from ${journalEntry}
        where merchant_id = ${id} and order_id is not null
          and booked_on between ${period.from}::date and ${period.to}::date
        union
        select event.order_id from ${orderEvent} event join ${merchantTable} owner on owner.id = event.merchant_id
        where event.merchant_id = ${id} and event.type in ('charge', 'refund')
          and event.date >= ${period.from}::timestamp at time zone owner.time_zone
          and event.date < (${period.to}::date + 1)::timestamp at time zone owner.time_zone
      ),`
    : sql``
  const join = period ? sql`join chosen using (order_id)` : sql``
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

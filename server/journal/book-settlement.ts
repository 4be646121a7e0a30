import { type SQL, sql } from 'drizzle-orm'
import { dispute, journalEntry, merchant, operation, order, payout, settlementEntry } from '@/db/schema'
import type { Installation } from '../core/runtime'
import { takeBookingTurn } from '../store/booking-turn'
import { explainedKinds, unexplained } from './unexplained'

const atOnce = 1000

/**
 * Writes the journal entries of fees, disputes, payouts and of other movements at card services, and of lost disputes,
 * for all merchants. Any number of workers can do so at the same time, and each entry is written once.
 */
export async function bookSettlement(installation: Installation): Promise<void> {
  while ((await bookEntries(installation)) === atOnce);
  while ((await bookPayouts(installation)) === atOnce);
  await bookLosses(installation)
}

const columns = sql.raw(
  `(merchant_id, kind, source, booked_on, moved, order_id, account_id, currency, amount, fee, vat, created)`,
)

/**
 * Books movements on the balance at a card service. Charges and refunds of orders are booked when they happen, so only
 * their fees are booked here. A payment that no order of Kassa explains is `other`, until an order does, and so is what
 * was charged or refunded beyond what the order says: a person did that at the card service, and the order cannot take
 * it. While an operation is pending, its order's entries wait.
 */
const bookEntries = ({ db, clock }: Installation): Promise<number> =>
  db.transaction(async (tx) => {
    // What is unexplained is the difference to what was booked so far, which must not change meanwhile.
    await takeBookingTurn(tx)
    const now = clock.now().toISOString()
    const [booked] = await tx.execute<{ count: number }>(sql`
      with due as (
        select merchant_id, service, id from ${settlementEntry} waiting
        where not is_booked and not exists (
          select from ${operation} running where running.merchant_id = waiting.merchant_id
            and running.order_id = waiting.order_id and running.status = 'pending')
        order by date limit ${atOnce}::int for update of waiting skip locked
      ), taken as (
        update ${settlementEntry} entry set is_booked = true from due
        where (entry.merchant_id, entry.service, entry.id) = (due.merchant_id, due.service, due.id)
        returning entry.*
      ), entry as (
        select taken.*, taken.service || ' ' || taken.id as source, of_order.account_id,
          taken.kind in ${explainedKinds} and of_order.currency is not distinct from taken.currency as is_of_order
        from taken
        left join ${order} of_order on of_order.merchant_id = taken.merchant_id and of_order.id = taken.order_id
      ), movement as (
        select merchant_id, source, date, order_id, account_id, currency, 'fee' as booked_kind,
          (case kind when 'fee' then amount else 0 end) - fee as booked_amount,
          fee - (case kind when 'fee' then amount else 0 end) as booked_fee
        from entry
        union all
        select merchant_id, source, date, order_id, account_id, currency,
          case when kind like 'dispute%' then 'dispute' when kind = 'failed payout' then 'payout' else 'other' end,
          amount, 0
        from entry where kind <> 'fee' and not is_of_order
        union all
        -- What was booked before its order was known is reversed: the order's own entries have it.
        select merchant_id, source || ' order', date, entry.order_id, entry.account_id, entry.currency,
          'other', -known.amount, 0
        from entry join ${journalEntry} known using (merchant_id, source)
        where is_of_order and known.kind = 'other'
        union all
        select merchant_id, order_id || ' ' || booked_parts + 1,
          case when abs(unexplained) > abs(booked) then latest else ${now}::timestamptz end,
          order_id, account_id, currency, 'other', unexplained - booked, 0
        from (${unexplained(sql`select distinct merchant_id, order_id from entry where is_of_order`)}) as compared
      ), written as (
        insert into ${journalEntry} ${columns}
        select merchant_id, booked_kind, source, (date at time zone time_zone)::date, date, order_id, account_id,
          movement.currency, booked_amount, booked_fee, '[]'::jsonb, ${now}::timestamptz
        from movement join ${merchant} owner on owner.id = merchant_id where booked_amount <> 0
        on conflict do nothing
      )
      select count(*)::int as count from taken`)
    return booked?.count ?? 0
  })

/**
 * The day on which a payout that is over is booked: that of its arrival, which the card service gives as its midnight in
 * UTC, or that of its creation if it never arrived.
 */
export const dayOfPayout = (timeZone: SQL): SQL =>
  sql`case ${payout.state} when 'paid' then (${payout.arrives} at time zone 'UTC')::date
    else (${payout.created} at time zone ${timeZone})::date end`

/** Books payouts once they have arrived. One that failed is booked too: its money comes back as a movement of its own. */
async function bookPayouts({ db, clock }: Installation): Promise<number> {
  const now = clock.now().toISOString()
  const [booked] = await db.execute<{ count: number }>(sql`
    with due as (
      select merchant_id, service, id from ${payout}
      where not is_booked and state <> 'on its way' limit ${atOnce}::int for update skip locked
    ), taken as (
      update ${payout} paid set is_booked = true from due
      where (paid.merchant_id, paid.service, paid.id) = (due.merchant_id, due.service, due.id)
      returning paid.*
    ), written as (
      insert into ${journalEntry} ${columns}
      select merchant_id, 'payout', service || ' ' || payout.id,
        ${dayOfPayout(sql`time_zone`)}, case state when 'paid' then arrives else payout.created end,
        null, null, payout.currency, -amount, 0, '[]'::jsonb, ${now}::timestamptz
      from taken as payout join ${merchant} owner on owner.id = merchant_id
      where amount <> 0
      on conflict do nothing
    )
    select count(*)::int as count from taken`)
  return booked?.count ?? 0
}

/**
 * Writes off disputes that are lost, and takes that back if the decision is changed: books the difference between what
 * is lost and what was written off. Card services do not report when they decided, so it counts from when Kassa knows.
 * A payment without an order was never booked as sold, so there is nothing to write off.
 */
async function bookLosses({ db, clock }: Installation): Promise<void> {
  const now = clock.now().toISOString()
  const loss = sql`case when state = 'lost' and not is_inquiry and order_id is not null then -amount else 0 end`
  await db.execute(sql`
    with due as (
      select merchant_id, service, id, written_off, ${loss} as loss from ${dispute}
      where written_off <> ${loss} for update skip locked
    ), taken as (
      update ${dispute} decided set written_off = due.loss from due
      where (decided.merchant_id, decided.service, decided.id) = (due.merchant_id, due.service, due.id)
      returning decided.*, due.loss - due.written_off as change
    )
    insert into ${journalEntry} ${columns}
    select taken.merchant_id, 'write-off', taken.service || ' ' || taken.id || ' ' || ${now}::text,
      (${now}::timestamptz at time zone time_zone)::date, ${now}::timestamptz, order_id, account_id,
      taken.currency, change, 0, '[]'::jsonb, ${now}::timestamptz
    from taken
    join ${merchant} owner on owner.id = taken.merchant_id
    left join ${order} of_order on of_order.merchant_id = taken.merchant_id and of_order.id = taken.order_id`)
}

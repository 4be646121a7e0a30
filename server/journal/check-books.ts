import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '@/db/client'
import {
  closedMonth,
  dispute,
  document,
  journalEntry,
  merchant,
  numberSeries,
  orderEvent,
  payout,
  settlementEntry,
  unbooked,
} from '@/db/schema'
import type { Context, Scope } from '../core/context'
import { checkExports } from './check-exports'
import { compareWithOrders } from './compare-with-orders'
import type { Invariant } from './invariant'
import { explainedKinds, unexplained } from './unexplained'

const maxShown = 20

/**
 * Checks all invariants of a merchant's books on one snapshot of the database. The work is done in PostgreSQL and a
 * thousand entries at a time, so memory use does not depend on the size of the books.
 */
export const checkBooks = (context: Context): Promise<Invariant[]> =>
  context.db.transaction(
    async (db) => {
      await db.execute(sql`set local statement_timeout = 0`)
      const inside = { ...context, db }
      const { id } = context.merchant
      const invariants = [await agrees(inside)]
      for (const query of queries(id)) invariants.push(await check(db, query))
      return [...invariants, ...(await checkExports(inside))]
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )

async function agrees(context: Scope): Promise<Invariant> {
  const { orders, differing, differences } = await compareWithOrders(context)
  return {
    name: 'The journal matches the state of every order',
    checked: orders,
    of: 'order',
    broken: differing,
    examples: differences.map(
      ({ orderId, currency, order, journal }) =>
        `order ${orderId}: charged ${order.charged} and refunded ${order.refunded}, in the journal ${journal.charged} and ${journal.refunded} ${currency} (minor units)`,
    ),
  }
}

/** `rows`: a selection of `what` was checked and whether it `breaks` the invariant. */
interface BooksQuery extends Pick<Invariant, 'name' | 'of' | 'many'> {
  rows: SQL
}

async function check(db: Queryable, { rows, ...invariant }: BooksQuery): Promise<Invariant> {
  const found = await db.execute<{ what: string; breaks: boolean; checked: string; broken: string }>(sql`
    select what, breaks, count(*) over () as checked, count(*) filter (where breaks) over () as broken
    from (${rows}) as checked order by breaks desc limit ${maxShown}::int`)
  return {
    ...invariant,
    checked: Number(found[0]?.checked ?? 0),
    broken: Number(found[0]?.broken ?? 0),
    examples: found.filter(({ breaks }) => breaks).map(({ what }) => what),
  }
}

/** Numbers whose beginnings differ only in case or slashes count as of one form, so they continue each other. */
const formOf = (beginning: SQL) => sql`lower(regexp_replace(${beginning}, '/+', '-', 'g'))`

const queries = (id: string): BooksQuery[] => [
  {
    name: 'Every movement of money is booked or waits to be booked',
    of: 'event',
    rows: sql`
      select 'order ' || event.order_id || ', event ' || event.sequence as what,
        entry.source is null and queued.order_id is null as breaks
      from ${orderEvent} event
      left join ${journalEntry} entry
        on entry.merchant_id = event.merchant_id and entry.source = event.order_id || ':' || event.sequence
          and entry.kind in ('charge', 'refund', 'reversal')
      left join ${unbooked} queued
        on queued.merchant_id = event.merchant_id and queued.order_id = event.order_id
          and queued.sequence = event.sequence
      where event.merchant_id = ${id} and event.amount is distinct from 0
        and (event.type in ('charge', 'refund')
          or (event.type = 'fail' and event.amount is not null and event.original in ('charge', 'refund')))`,
  },
  {
    name: 'Every charge or refund entry has a document for the same amount',
    of: 'entry',
    many: 'entries',
    rows: sql`
      select entry.kind || ' ' || entry.source as what,
        documented.id is null or abs(entry.amount) <> documented.gross or entry.currency <> documented.currency
          as breaks
      from ${journalEntry} entry
      left join ${document} documented
        on documented.merchant_id = entry.merchant_id and documented.id = entry.document_id
      where entry.merchant_id = ${id} and entry.kind in ('charge', 'refund', 'reversal')`,
  },
  {
    name: 'Every charge or refund entry matches the amount and kind of its event',
    of: 'entry',
    many: 'entries',
    rows: sql`
      select entry.kind || ' ' || entry.source as what,
        (entry.kind, entry.amount, entry.currency, entry.moved) is distinct from (
          case event.type when 'fail' then 'reversal' else event.type end,
          case case event.type when 'fail' then event.original else event.type end
            when 'charge' then event.amount when 'refund' then -event.amount end
            * case event.type when 'fail' then -1 else 1 end,
          event.currency, event.date) as breaks
      from ${journalEntry} entry
      left join ${orderEvent} event
        on event.merchant_id = entry.merchant_id and event.order_id = entry.order_id
          and event.order_id || ':' || event.sequence = entry.source
      where entry.merchant_id = ${id} and entry.kind in ('charge', 'refund', 'reversal')`,
  },
  {
    name: 'Every entry is booked on the day of its movement, or on the first one after a closed month',
    of: 'entry',
    many: 'entries',
    // The merchant's time zone may have changed since. Documents have the day in that of then; other entries may have the
    // day of any time zone. A test merchant's clock may have been ahead when a month was closed. Because of `offset 0`,
    // each document is read once.
    rows: sql`
      select kind || ' ' || source as what,
        case when booked_on between first and last then false else not exists (
          select from ${closedMonth} closed join ${merchant} owner on owner.id = closed.merchant_id
          where closed.merchant_id = dated.merchant_id and booked_on > first
            and booked_on = (closed.month + interval '1 month')::date
            and closed.closed - owner.clock_ahead * interval '1 ms' <= dated.created + interval '5 minutes'
        ) end as breaks
      from (
        select *, greatest((moved at time zone 'UTC' - interval '12 hours')::date, day) as first,
          least((moved at time zone 'UTC' + interval '14 hours')::date, day) as last
        from (
          select entry.merchant_id, entry.kind, source, booked_on, entry.moved, entry.created,
            (content ->> 'moved')::date as day
          from ${journalEntry} entry
          left join ${document} documented
            on documented.merchant_id = entry.merchant_id and documented.id = entry.document_id
          where entry.merchant_id = ${id} offset 0
        ) documented
      ) dated`,
  },
  {
    name: 'The lines and the rates of every document add up to its totals',
    of: 'document',
    rows: sql`
      select coalesce(number, id) as what,
        (paper.net, paper.vat, paper.gross) is distinct from (line.net, line.vat, line.gross)
          or (paper.net, paper.vat, paper.gross) is distinct from (total.net, total.vat, total.gross) as breaks
      from ${document} paper
      cross join lateral (
        select sum(part.net) as net, sum(part.vat) as vat, sum(part.gross) as gross
        from jsonb_to_recordset(content -> 'lines') as part(net numeric, vat numeric, gross numeric)
      ) line
      cross join lateral (
        select sum(part.net) as net, sum(part.vat) as vat, sum(part.gross) as gross
        from jsonb_to_recordset(content -> 'totals') as part(net numeric, vat numeric, gross numeric)
      ) total
      where merchant_id = ${id}`,
  },
  {
    name: 'Document numbers have no gaps',
    of: 'number',
    // Two numbers of one form may have the same place: before forms were compared like this, `B4` could follow `b4`.
    rows: sql`
      select number as what, coalesce(place > before + 1, false)
          or (is_last and form = ${formOf(sql`prefix || case when is_yearly then year || '-' else '' end`)}
            and place + 1 <> next) as breaks
      from (
        select *, lag(place) over same as before, lead(place) over same is null as is_last
        from (
          select number, series.series, series.prefix, series.is_yearly, series.year, series.next,
            ${formOf(sql`left(number, -length(digits))`)} as form, digits::numeric as place
          from (
            select *, substring(
                case when starts_with(numbered.number, prefix) then substr(numbered.number, length(prefix) + 1)
                  else numbered.number end
                from '[0-9]+$') as digits
            from (
              select number, case kind when 'credit-note' then 'credit-note' else 'invoice' end as series
              from ${document} where merchant_id = ${id} and number is not null
            ) numbered
            join ${numberSeries} using (series) where merchant_id = ${id}
          ) series
        ) placed
        window same as (partition by series, form order by place)
      ) neighbours`,
  },
  {
    name: 'Nothing was booked in a closed month after it was closed',
    of: 'entry of a closed month',
    many: 'entries of closed months',
    rows: sql`
      select entry.kind || ' ' || entry.source as what, entry.created > closed.closed as breaks
      from ${closedMonth} closed
      join ${journalEntry} entry on entry.merchant_id = closed.merchant_id
        and entry.booked_on between closed.month and (closed.month + interval '1 month' - interval '1 day')::date
      where closed.merchant_id = ${id}`,
  },
  {
    name: 'Movements at card services are booked once',
    of: 'movement',
    rows: sql`
      select 'fee of ' || entry.service || ' ' || entry.id as what, booked.source is null as breaks
      from ${settlementEntry} entry
      left join ${journalEntry} booked on booked.merchant_id = entry.merchant_id and booked.kind = 'fee'
        and booked.source = entry.service || ' ' || entry.id
      where entry.merchant_id = ${id} and entry.is_booked
        and (case entry.kind when 'fee' then entry.amount else 0 end) <> entry.fee
      union all
      -- What an order has moved since is not at the card service yet.
      select 'movements of order ' || order_id, unexplained <> booked and not exists (
          select from ${orderEvent} event
          where event.merchant_id = compared.merchant_id and event.order_id = compared.order_id
            and event.type in ('charge', 'refund', 'fail') and event.date > latest + interval '5 minutes')
      from (${unexplained(sql`
        select merchant_id, order_id from ${settlementEntry}
        where merchant_id = ${id} and order_id is not null and kind in ${explainedKinds}
        group by 1, 2 having bool_and(is_booked)`)}) as compared
      union all
      select 'payout ' || paid.service || ' ' || paid.id, booked.amount is distinct from -paid.amount
      from ${payout} paid
      left join ${journalEntry} booked on booked.merchant_id = paid.merchant_id and booked.kind = 'payout'
        and booked.source = paid.service || ' ' || paid.id
      where paid.merchant_id = ${id} and paid.is_booked and paid.amount <> 0
      union all
      select 'dispute ' || lost.service || ' ' || lost.id, lost.written_off <> coalesce((
          select sum(amount) from ${journalEntry} booked
          where booked.merchant_id = lost.merchant_id and booked.kind = 'write-off'
            and starts_with(booked.source, lost.service || ' ' || lost.id || ' ')
        ), 0)
      from ${dispute} lost where lost.merchant_id = ${id}`,
  },
]

const guards = [
  'document_is_final',
  'document_is_kept',
  'journal_entry_is_final',
  'journal_entry_is_kept',
  'journal_entry_is_booked',
  'closed_month_is_final',
  'closed_month_is_kept',
  'order_event_moves',
]

/** Checks that PostgreSQL itself keeps issued documents, entries and closed months as they are. */
export const checkGuards = (db: Queryable): Promise<Invariant> =>
  check(db, {
    name: 'PostgreSQL rejects changes to issued documents, entries and closed months',
    of: 'trigger',
    rows: sql`
      select 'trigger ' || name as what, coalesce(found.tgenabled, 'D') = 'D' as breaks
      from unnest(${sql.param(guards)}::text[]) as name
      left join pg_trigger found on found.tgname = name and not found.tgisinternal`,
  })

import { sql } from 'drizzle-orm'
import type { Database } from '@/db/client'

/** A difference between Kassa's records and the acquirer's. */
export interface Discrepancy {
  merchantId: string
  what: string
  reference: string
}

/**
 * Compares Kassa's records with the simulated acquirer's, for one merchant or for all: each operation with its entry,
 * and each order's amounts with those at the acquirer. An empty result means that every cent matches. An operation
 * sent less than `graceSeconds` ago may still be on its way and is no difference.
 */
export async function reconcile(
  db: Database,
  { merchantId, graceSeconds = 0 }: { merchantId?: string; graceSeconds?: number } = {},
): Promise<Discrepancy[]> {
  const isOnItsWay = sql`attempted > now() - make_interval(secs => ${graceSeconds})`
  const whose = merchantId === undefined ? sql`true` : sql`merchant_id = ${merchantId}`
  const rows = await db.execute<{ merchant_id: string; what: string; reference: string }>(sql`
    with ours as (
      select merchant_id, id, amount, currency, status, case kind when 'pay' then 'authorise' else kind end as kind,
        status = 'pending' and ${isOnItsWay} as on_its_way
      from operation
      -- Units that cost nothing never reach the acquirer; nor does what needs no authorisation: a payment by an
      -- account without a card, and the cancelling of an order that was never paid.
      where amount > 0 and (kind <> 'pay' or payer is not null) and ${whose}
        and not exists (
          select 1 from "order" o where operation.kind = 'cancel' and o.merchant_id = operation.merchant_id
            and o.id = operation.order_id and o.service_reference is null)
    ), theirs as (
      select merchant_id, operation as id, amount, currency, outcome,
        case kind when 'capture' then 'charge' else kind end as kind
      from acquirer_entry where kind <> 'store' and ${whose}
    )
    select merchant_id, 'operation is still pending' as what, id::text as reference
      from ours where status = 'pending' and not on_its_way
    union all
    select ours.merchant_id, 'operation is done, and not at the acquirer', ours.id::text
      from ours left join theirs using (merchant_id, id)
      where ours.status = 'done' and theirs.outcome is distinct from 'done'
    union all
    select theirs.merchant_id, 'entry of the acquirer is done, and the operation is not', theirs.id::text
      from theirs left join ours using (merchant_id, id)
      where theirs.outcome = 'done' and ours.status is distinct from 'done' and ours.on_its_way is not true
    union all
    select ours.merchant_id, 'operation and entry differ in kind, amount or currency', ours.id::text
      from ours join theirs using (merchant_id, id)
      where (ours.kind, ours.amount, ours.currency) is distinct from (theirs.kind, theirs.amount, theirs.currency)
    union all
    select o.merchant_id, 'order and authorisation differ in what is charged, refunded or cancelled', o.id
      from (select * from "order" where ${whose}) o left join acquirer_entry e
        on e.merchant_id = o.merchant_id and e.operation::text = o.service_reference
      where not (o.service_reference is null and o.charged + o.refunded = 0) and (e.amount, e.captured, e.refunded, e.cancelled)
        is distinct from (o.amount, o.charged + o.refunded, o.refunded, o.cancelled)
    union all
    select o.merchant_id, 'order and its events differ in what is charged, refunded or cancelled', o.id
      from (select * from "order" where ${whose}) o
      left join lateral (
        select coalesce(sum(amount) filter (where type = 'charge'), 0) as charged,
          coalesce(sum(amount) filter (where type = 'refund'), 0) as refunded,
          coalesce(sum(amount) filter (where type = 'cancel'), 0) as cancelled
        from order_event e where e.merchant_id = o.merchant_id and e.order_id = o.id
      ) as events on true
      where (events.charged, events.refunded, events.cancelled)
        is distinct from (o.charged + o.refunded, o.refunded, o.cancelled)
    order by 1, 2, 3`)
  return rows.map((row) => ({ merchantId: row.merchant_id, what: row.what, reference: row.reference }))
}

import { type SQL, sql } from 'drizzle-orm'
import type { Scope } from '../../core/context'
import { instantOf, instantSql, milliseconds } from '../../core/instants'
import type { EventKind } from '../../model/order/rules'
import { type Authorisations, hasAuthorisation } from '../../store/authorisations'
import { placeOfAuthorisation } from '../../store/operations'
import type { OurOperation, OurOrder } from './compare'

interface OurStoredOrder extends Record<string, unknown> {
  id: string
  reference: string | null
  service: string
  currency: string
  amount: string
  ordered: string
  pending: string
  charged: string
  refunded: string
  cancelled: string
  denied: string
  /** Milliseconds since 1970. */
  at: number
  last: number
  moved: Record<EventKind, string>
  operations: StoredOperation[]
}

type StoredOperation = [
  id: string,
  place: number,
  kind: OurOperation['kind'],
  status: OurOperation['status'],
  amount: string,
  currency: string,
  reason: OurOperation['reason'],
  serviceReference: string | null,
  code: string | null,
]

export type OurPlacedOrder = OurOrder & { created: Date }

/** Reads what Kassa's records say about orders. `which` selects their rows. */
async function readOrders({ db }: Scope, which: SQL): Promise<OurPlacedOrder[]> {
  // A failure with an amount reverses what was recorded before.
  const moved = (
    kind: EventKind,
  ) => sql`'${sql.raw(kind)}', (coalesce(sum(amount) filter (where type = '${sql.raw(kind)}'), 0)
    - coalesce(sum(amount) filter (where type = 'fail' and original = '${sql.raw(kind)}'), 0))::text`
  const rows = await db.execute<OurStoredOrder>(sql`
    select id, service_reference as reference, service, currency, amount::text, ordered::text,
      pending::text, charged::text, refunded::text, cancelled::text, denied::text, ${milliseconds(sql`created`)} as at,
      events.last, events.moved, begun.operations
    from (${which}) o
    cross join lateral (
      select coalesce(max(sequence), 0) as last,
        json_build_object(${moved('charge')}, ${moved('refund')}, ${moved('cancel')}) as moved
      from order_event e where e.merchant_id = o.merchant_id and e.order_id = o.id
    ) events
    cross join lateral (
      select coalesce(json_agg(json_build_array(id, place, kind, status, amount::text, currency, reason,
        service_reference, code) order by place), '[]') as operations
      from (${operationsOfOrder}) p
    ) begun
    order by created, id`)
  return rows.map(orderOf)
}

/** The operations of an order, and the authorisation that it replaced, which its first event names. */
const operationsOfOrder = sql`
  select id, place, kind, status, amount, currency, reason, service_reference, code from operation
  where merchant_id = o.merchant_id and order_id = o.id
  union all
  select e.reference, ${placeOfAuthorisation}, 'authorise', 'done', o.amount, o.currency, null, o.service_reference, null
  from order_event e
  where e.merchant_id = o.merchant_id and e.order_id = o.id and e.sequence = 1 and e.reference is not null
    and not exists (select from operation known where known.merchant_id = o.merchant_id and known.order_id = o.id
      and known.place = ${placeOfAuthorisation})`

const orderOf = (row: OurStoredOrder): OurPlacedOrder => ({
  id: row.id,
  reference: row.reference,
  service: row.service,
  currency: row.currency,
  amount: BigInt(row.amount),
  shares: {
    ordered: BigInt(row.ordered),
    pending: BigInt(row.pending),
    charged: BigInt(row.charged),
    refunded: BigInt(row.refunded),
    cancelled: BigInt(row.cancelled),
    denied: BigInt(row.denied),
  },
  moved: {
    charge: BigInt(row.moved.charge),
    refund: BigInt(row.moved.refund),
    cancel: BigInt(row.moved.cancel),
  },
  operations: row.operations.map(
    ([id, place, kind, status, amount, currency, reason, serviceReference, code]) => ({
      id,
      place,
      kind,
      status,
      amount: BigInt(amount),
      currency,
      reason,
      serviceReference,
      code,
    }),
  ),
  lastSequence: Number(row.last),
  created: instantOf(row.at),
})

/** The next orders of a merchant that were created up to an instant, the oldest first. */
export const ordersAfter = (
  scope: Scope,
  {
    from,
    after,
    to,
    limit,
  }: { from: Date; after: OurPlacedOrder | undefined; to: Date | undefined; limit: number },
): Promise<OurPlacedOrder[]> =>
  readOrders(
    scope,
    sql`select * from "order" where merchant_id = ${scope.merchant.id}
      and (created, id) > (${instantSql(after?.created ?? from)}, ${after?.id ?? ''})
      ${to ? sql`and created < ${instantSql(to)}` : sql``}
      order by created, id limit ${limit}`,
  )

export const ordersOfPayments = (scope: Scope, authorisations: Authorisations): Promise<OurPlacedOrder[]> =>
  readOrders(scope, sql`select * from "order" where ${hasAuthorisation(scope, authorisations)}`)

export async function orderById(scope: Scope, id: string): Promise<OurPlacedOrder | undefined> {
  const which = sql`select * from "order" where merchant_id = ${scope.merchant.id} and id = ${id}`
  return (await readOrders(scope, which))[0]
}

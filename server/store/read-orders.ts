import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '@/db/client'
import { builtOnce } from '@/db/prepared'
import { order } from '@/db/schema'
import type { Scope } from '../core/context'
import { isId } from '../core/id'
import { instantOf, milliseconds } from '../core/instants'
import { mostAtOnce, storedSize } from '../core/listing'
import { isOneOf } from '../core/one-of'
import { fail } from '../model/errors'
import { callbackOfOrder } from './order-callbacks'
import { type EventRow, isOrder, type OrderRecord, type OrderRow } from './orders'

/** A row of the statement below, as the driver returns it. */
interface StoredOrder extends Record<string, unknown> {
  merchant_id: string
  id: string
  number: string | null
  currency: string
  amount: string
  account_id: string | null
  service_reference: string | null
  ordered: string
  charged: string
  refunded: string
  cancelled: string
  pending: string
  denied: string
  callback: string | null
  subscription_id: string | null
  due: string | null
  failed_on: string | null
  retry_on: string | null
  limits: OrderRow['limits']
  metadata: OrderRow['metadata']
  tags: OrderRow['tags']
  /** Milliseconds since 1970. */
  authorised_until: number | null
  /** Milliseconds since 1970. */
  expiry_notified: number | null
  /** Milliseconds since 1970. */
  at: number
  size: number
  service: string
  payment_reference: string
  scheme: OrderRow['scheme']
  iin: string | null
  last4: string | null
  expiry_month: number | null
  expiry_year: number | null
  card: string | null
  client: OrderRow['client']
  lines: OrderRow['lines']
  /** Null for an order that is not read yet. */
  events: StoredEvent[] | null
}

type StoredEvent = [
  sequence: number,
  type: EventRow['type'],
  at: number,
  items: EventRow['items'],
  amount: string | null,
  reference: string | null,
  original: EventRow['original'],
  error: EventRow['error'],
  reason: EventRow['reason'],
  actor: string | null,
  recovers: boolean | null,
]

/** An order in a list, with its approximate size in bytes. */
export interface PlacedOrder {
  id: string
  created: Date
  size: number
  /** Undefined if the orders before it are already large enough to be read at once. */
  row?: OrderRecord
}

const columns = sql.raw(
  `merchant_id, id, number, currency, amount, account_id, service_reference, ordered, charged, refunded, cancelled,
    pending, denied, service, payment_reference, scheme, iin, last4, expiry_month, expiry_year, card, subscription_id, due::text, failed_on::text, retry_on::text, limits, metadata, tags`,
)
const size = sql`${storedSize(order.lines, order.client)} as size`
const fits = sql.raw(
  `row_number() over sorted = 1
    or (row_number() over sorted <= ${mostAtOnce.rows} and sum(size) over sorted <= ${mostAtOnce.bytes})`,
)

const reading = builtOnce<'source'>(
  () => sql`
    select ${columns}, ${callbackOfOrder} as callback, ${milliseconds(sql`created`)} as at, ${milliseconds(sql`authorised_until`)} as authorised_until,
      ${milliseconds(sql`expiry_notified`)} as expiry_notified, size,
      case when fits then client end as client, case when fits then lines end as lines,
      case when fits then coalesce((
        select json_agg(json_build_array(sequence, type, ${milliseconds(sql`date`)}, items, amount::text, reference, original, error, reason, actor, recovers) order by sequence)
        from order_event e where e.merchant_id = "order".merchant_id and e.order_id = "order".id), '[]') end as events
    from (
      select *, ${fits} as fits from (select *, ${size} from (${sql.placeholder('source')}) "order") "order"
      window sorted as (order by created desc, id desc)
    ) "order"
    order by created desc, id desc`,
)

/**
 * Reads orders in the order of lists. `source` selects their complete rows. Returns all of them with their sizes, and
 * as many of the first as may be read at once with their content and events: most lists take one round trip, and the
 * amounts of an order never contradict its events.
 *
 * The rows are converted here, because Drizzle's own conversion costs more than everything else together.
 */
export async function readOrders(db: Queryable, source: SQL): Promise<PlacedOrder[]> {
  const rows = await db.execute<StoredOrder>(reading({ source }))
  return rows.map((stored) => {
    const created = instantOf(stored.at)
    const { id, size, events } = stored
    return events ? { id, created, size, row: recordOf(stored, { created, events }) } : { id, created, size }
  })
}

function recordOf(
  stored: StoredOrder,
  { created, events }: { created: Date; events: StoredEvent[] },
): OrderRecord {
  const { merchant_id: merchantId, id, currency } = stored
  return {
    merchantId,
    id,
    number: stored.number,
    currency,
    amount: BigInt(stored.amount),
    accountId: stored.account_id,
    service: stored.service,
    paymentReference: stored.payment_reference,
    scheme: stored.scheme,
    iin: stored.iin,
    last4: stored.last4,
    expiryMonth: stored.expiry_month,
    expiryYear: stored.expiry_year,
    card: stored.card,
    client: stored.client,
    serviceReference: stored.service_reference,
    authorisedUntil: stored.authorised_until === null ? null : instantOf(stored.authorised_until),
    expiryNotified: stored.expiry_notified === null ? null : instantOf(stored.expiry_notified),
    limits: stored.limits,
    lines: stored.lines,
    ordered: BigInt(stored.ordered),
    charged: BigInt(stored.charged),
    refunded: BigInt(stored.refunded),
    cancelled: BigInt(stored.cancelled),
    pending: BigInt(stored.pending),
    denied: BigInt(stored.denied),
    callback: stored.callback,
    subscriptionId: stored.subscription_id,
    due: stored.due,
    failedOn: stored.failed_on,
    retryOn: stored.retry_on,
    metadata: stored.metadata,
    tags: stored.tags,
    created,
    events: events.map(
      ([sequence, type, at, items, amount, reference, original, error, reason, actor, recovers]) => ({
        merchantId,
        orderId: id,
        sequence,
        type,
        date: instantOf(at),
        items,
        amount: amount === null ? null : BigInt(amount),
        currency,
        reference,
        original,
        error,
        reason,
        actor,
        recovers,
      }),
    ),
  }
}

/** Finds an order with its events by any text. */
export async function findOrder({ db, merchant }: Scope, id: string): Promise<OrderRecord | undefined> {
  if (!isId(id)) return undefined
  const [found] = await readOrders(db, sql`select * from ${order} where ${isOrder(merchant.id, id)}`)
  return found?.row
}

/** Returns an order with its events. Throws `not-found`. */
export async function requireOrder(scope: Scope, id: string): Promise<OrderRecord> {
  const found = await findOrder(scope, id)
  if (!found) throw fail('not-found', { what: 'order' })
  return found
}

/** Returns orders by their ids with their events, in no particular order. Leaves out unknown ids. */
export async function orderRecordsById(scope: Scope, ids: readonly string[]): Promise<OrderRecord[]> {
  const { db, merchant } = scope
  const placed = await readOrders(
    db,
    sql`select * from ${order} where ${order.merchantId} = ${merchant.id} and ${isOneOf(order.id, ids)}`,
  )
  const records = placed.flatMap(({ row }) => row ?? [])
  const unread = placed.flatMap(({ id, row }) => (row ? [] : [id]))
  return unread.length === 0 ? records : [...records, ...(await orderRecordsById(scope, unread))]
}

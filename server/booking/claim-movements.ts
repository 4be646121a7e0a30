import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { account, operation, order, orderEvent } from '@/db/schema'
import type { InTransaction } from '../core/context'
import { groupBy } from '../core/group-by'
import { instantSql } from '../core/instants'
import type { MovedOrder } from '../document/draft-documents'
import { movementsOf } from '../document/movements'
import { documentsOfOrders } from '../document/read-documents'
import { dateOfEvent } from '../store/unbooked'

/**
 * Takes the merchant's oldest movements that are not booked off the queue, at most `count`, and none that was postponed to
 * later. Returns their orders by id, with everything that decides what to book. The caller has locked the merchant's
 * numbers, so no other process takes movements of this merchant.
 */
export async function claimMovements(context: InTransaction, count: number): Promise<MovedOrder[]> {
  const { db, merchant, clock } = context
  const claimed = await db.execute<{ id: string; until: number }>(sql`
    with oldest as (
      select order_id, sequence, date from unbooked where merchant_id = ${merchant.id}
        and (date <= ${instantSql(clock.now())} or date = (${dateOfEvent}))
      order by date, order_id, sequence limit ${count}
    ), taken as (
      delete from unbooked using oldest
      where unbooked.merchant_id = ${merchant.id} and unbooked.date = oldest.date
        and unbooked.order_id = oldest.order_id and unbooked.sequence = oldest.sequence
      returning oldest.order_id, oldest.sequence
    )
    select order_id as id, max(sequence) as until from taken group by order_id`)
  if (claimed.length === 0) return []
  const ids = claimed.map(({ id }) => id)
  const until = new Map(claimed.map((each) => [each.id, each.until]))
  const among = sql`any(${sql.param(ids)}::text[])`
  const [orders, events, operations, documents] = await Promise.all([
    db
      .select({ order, account })
      .from(order)
      .leftJoin(account, and(eq(account.merchantId, order.merchantId), eq(account.id, order.accountId)))
      .where(and(eq(order.merchantId, merchant.id), sql`${order.id} = ${among}`))
      .orderBy(order.id),
    db
      .select()
      .from(orderEvent)
      .where(and(eq(orderEvent.merchantId, merchant.id), sql`${orderEvent.orderId} = ${among}`, movesMoney))
      .orderBy(orderEvent.orderId, orderEvent.sequence),
    db
      .select({ orderId: operation.orderId, id: operation.id, units: operation.units })
      .from(operation)
      .where(
        and(
          eq(operation.merchantId, merchant.id),
          sql`${operation.orderId} = ${among}`,
          isNotNull(operation.units),
        ),
      ),
    documentsOfOrders(context, ids),
  ])
  const eventsOf = groupBy(events, ({ orderId }) => orderId)
  const operationsOf = groupBy(operations, ({ orderId }) => orderId)
  const documentsOf = groupBy(documents, ({ orderId }) => orderId)
  return orders.map(({ order: row, account: payer }) => ({
    order: row,
    account: payer ?? undefined,
    movements: movementsOf(eventsOf.get(row.id) ?? [], operationsOf.get(row.id) ?? []),
    documents: documentsOf.get(row.id) ?? [],
    until: until.get(row.id) ?? 0,
  }))
}

/** The condition of the trigger that fills the queue. A failure has an amount if it reverses what was recorded. */
const movesMoney = or(
  inArray(orderEvent.type, ['charge', 'refund']),
  and(eq(orderEvent.type, 'fail'), isNotNull(orderEvent.amount)),
)

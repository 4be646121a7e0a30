import { and, eq, sql } from 'drizzle-orm'
import { prepared, value, valuesOf } from '@/db/prepared'
import { operation, order, orderEvent } from '@/db/schema'
import { addressesOf } from '../callback/write'
import { type Context, inTransaction } from '../core/context'
import { noShares } from '../model/order/rules'
import type { EventRow, OperationRow, OrderRecord, OrderRow } from '../store/orders'
import { notify } from './notify'
import { newEvent } from './record-events'

/** Creates the order of a completed authorisation. A second call changes nothing and returns the same order. */
export async function recordOrder(
  context: Context,
  { begun, reference }: { begun: OperationRow; reference: string },
): Promise<{ event: EventRow; created: OrderRecord }> {
  const { merchantId, id, orderId, currency, amount, draft, created } = begun
  if (!draft) throw new Error(`Operation ${id} authorises an order without a draft`)
  const row: OrderRow = {
    merchantId,
    id: orderId,
    number: draft.number ?? null,
    currency,
    amount,
    accountId: draft.accountId ?? null,
    payment: draft.payment,
    serviceReference: reference,
    lines: draft.lines,
    ...noShares(),
    ordered: amount,
    callback: draft.callback ?? null,
    subscriptionId: null,
    due: null,
    failedOn: null,
    retryOn: null,
    created,
  }
  const event = newEvent(begun, { type: 'order', sequence: 1, date: created })
  const values = {
    ...row,
    lines: row.lines && JSON.stringify(row.lines),
    operation: id,
    settled: context.clock.now(),
  }
  // Without a callback to write, the statement is its own transaction.
  if (addressesOf(context.merchant, row.callback).length === 0) await insertOrder(context.db, values)
  else {
    await inTransaction(context, async (inside) => {
      const inserted = await insertOrder(inside.db, values)
      if (inserted.length > 0) await notify(inside, [{ order: row, event }])
    })
  }
  return { event, created: { ...row, events: [event] } }
}

/**
 * Completes an operation and inserts its order with the first event in one statement, which takes one round trip and
 * one commit. Every new order passes through here.
 */
const insertOrder = prepared<
  Omit<OrderRow, 'lines'> & { lines: string | null; operation: string; settled: Date }
>()('insert_order', (db) => {
  const { merchantId, id, ...columns } = valuesOf(order)
  const { currency } = columns
  const ended = db.$with('ended').as(
    db
      .update(operation)
      .set({
        status: 'done',
        serviceReference: sql`${value('serviceReference')}`,
        settled: sql`${sql.param(value('settled'), operation.settled)}`,
      })
      .where(
        and(
          eq(operation.merchantId, merchantId),
          eq(operation.id, value('operation')),
          eq(operation.status, 'pending'),
        ),
      )
      .returning({ id: operation.id }),
  )
  const lines = sql`${value('lines')}::jsonb`
  const inserted = db.$with('made').as(
    db
      .insert(order)
      .values({ merchantId, id, ...columns, lines })
      .onConflictDoNothing()
      .returning({ id: order.id }),
  )
  const event = {
    sequence: 1,
    type: 'order',
    date: value('created'),
    reference: value('operation'),
    currency,
  } as const
  return db
    .with(ended, inserted)
    .insert(orderEvent)
    .values({ merchantId, orderId: id, ...event })
    .onConflictDoNothing()
    .returning({ sequence: orderEvent.sequence })
})

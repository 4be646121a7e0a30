import { insertMany } from '@/db/many'
import { operation, order } from '@/db/schema'
import type { Context, InTransaction } from '../core/context'
import { isId } from '../core/id'
import { fail } from '../model/errors'
import type { EventCreatable } from '../model/order/schemas'
import {
  type EventRow,
  findByOrigin,
  isOrder,
  type OperationRow,
  type OrderRow,
  operationsBegunBy,
  orderTransaction,
  runningOperations,
} from '../store/orders'
import { beginPayments } from './begin-payments'
import { cancelUnpaid } from './cancel-unpaid'
import { completeOperation } from './complete-operation'
import { newOperation } from './new-operation'
import { planEvent } from './plan-event'

/**
 * Charges, cancels or refunds an order, in whole or in part, and returns the recorded event. Throws `not-found`; an
 * `order.…` or `lines.…` error when the order does not allow it; `card.declined`, recorded as an event of type `fail`;
 * `card-service.no-response` when the outcome will be known later; `order.changed` when it would not move exactly
 * `expected`, the amount that someone confirmed, in minor units.
 */
export async function chargeCancelOrRefund(
  context: Context,
  { orderId, event, expected }: { orderId: string; event: EventCreatable; expected?: bigint | undefined },
): Promise<EventRow> {
  const known = await findByOrigin(context, context.origin)
  const begun = known ?? (await begin(context, { orderId, event, expected }))
  // The same origin with another amount or another order is a different confirmation.
  const isSame = begun.orderId === orderId && (expected === undefined || begun.amount === expected)
  if (!isSame) throw fail('order.changed')
  const { event: recorded } = await completeOperation(context, begun, { recovering: known !== undefined })
  return recorded
}

/**
 * Checks an event against the current state of the order and reserves the amount that it will move. The order is
 * locked only here: the card service is called later, without holding a lock or a connection.
 */
function begin(
  context: Context,
  { orderId, event, expected }: { orderId: string; event: EventCreatable; expected: bigint | undefined },
): Promise<OperationRow> {
  const { merchant } = context
  if (!isId(orderId)) throw fail('not-found', { what: 'order' })
  return orderTransaction(context, orderId, async (inside) => {
    const [[row], running, [known]] = await Promise.all([
      inside.db.select().from(order).where(isOrder(merchant.id, orderId)).for('update'),
      // Sent after the lock on the same connection, so it sees what the previous holder of the lock reserved,
      runningOperations(inside, orderId),
      // and what the same request began earlier, if it is repeated while its first process is dying.
      operationsBegunBy(inside, context.origin ?? ''),
    ])
    if (!row) throw fail('not-found', { what: 'order' })
    if (known) return known
    const move = planEvent(row, running, event)
    if (expected !== undefined && move.amount !== expected) throw fail('order.changed')
    if (row.serviceReference === null) return beginUnpaid(inside, { order: row, amount: move.amount, event })
    const begun = newOperation(context, {
      orderId,
      kind: event.type,
      currency: row.currency,
      amount: move.amount,
      byAccount: row.accountId !== null,
      units: move.units,
      items: event.items ?? null,
    })
    await insertMany(inside.db, operation, [begun])
    return begun
  })
}

/** Begins an event on an order that no card has paid yet: pays it now, or cancels it without the card service. */
async function beginUnpaid(
  context: InTransaction,
  { order, amount, event }: { order: OrderRow; amount: bigint; event: EventCreatable },
): Promise<OperationRow> {
  if (event.type === 'cancel') return cancelUnpaid(context, { order: order, amount })
  const [begun] = await beginPayments(context, [order])
  if (!begun) throw new Error('A payment that was begun was not returned')
  return begun
}

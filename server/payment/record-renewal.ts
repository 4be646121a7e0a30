import { and, eq } from 'drizzle-orm'
import { operation, order, orderEvent } from '@/db/schema'
import type { Context } from '../core/context'
import type { Authorised } from '../model/card/service'
import { isOperation, isRunning, type OperationRow } from '../store/operations'
import { columnsOfPayment, paymentOf } from '../store/order-payment'
import { lockOrder, orderTransaction } from '../store/order-turn'
import { type EventRow, isOrder } from '../store/orders'
import { limitsOf } from './record-order'

/**
 * Replaces the authorisation of an order, which has been released, with that of a renewal. A second call changes nothing.
 * Returns the event that created the order: a renewal has none of its own.
 */
export async function recordRenewal(
  context: Context,
  { begun, authorised }: { begun: OperationRow; authorised: Authorised },
): Promise<{ event: EventRow }> {
  const { payer, orderId } = begun
  if (!payer) throw new Error(`Operation ${begun.id} renews an authorisation without a card`)
  const limits = await limitsOf(context, payer.service, authorised, begun.currency)
  return orderTransaction(context, orderId, async (inside) => {
    const { db, merchant, clock } = inside
    const row = await lockOrder(inside, orderId)
    if (!row) throw new Error(`Operation ${begun.id} renews an order that does not exist`)
    const { reference: serviceReference, until } = authorised
    const [ended] = await db
      .update(operation)
      .set({ status: 'done', serviceReference, settled: clock.now() })
      .where(and(isOperation(begun), isRunning))
      .returning({ id: operation.id })
    if (ended) {
      const payment = { ...paymentOf(row), service: payer.service, ...payer.card }
      const renewed = {
        serviceReference,
        authorisedUntil: until ?? null,
        expiryNotified: null,
        limits,
        ...columnsOfPayment(payment, row.merchantId),
      }
      await db.update(order).set(renewed).where(isOrder(merchant.id, orderId))
    }
    const isFirst = and(
      eq(orderEvent.merchantId, merchant.id),
      eq(orderEvent.orderId, orderId),
      eq(orderEvent.sequence, 1),
    )
    const [event] = await db.select().from(orderEvent).where(isFirst)
    if (!event) throw new Error(`Order ${orderId} has no events`)
    return { event }
  })
}

import { and, eq } from 'drizzle-orm'
import { operation, order, orderEvent } from '@/db/schema'
import type { Context } from '../core/context'
import { referenceFor } from '../core/id'
import type { Authorised } from '../model/card/service'
import { isOperation, isRunning, type OperationRow } from '../store/operations'
import { columnsOfPayment, paymentOf } from '../store/order-payment'
import { lockOrder, orderTransaction } from '../store/order-turn'
import { type EventRow, isOrder, type OrderRow } from '../store/orders'
import { limitsOf } from './record-order'

/**
 * Replaces the authorisation of an order with that of a renewal, and releases the old one. A second call changes
 * nothing. Returns the event that created the order: a renewal has none of its own.
 */
export async function recordRenewal(
  context: Context,
  { begun, authorised }: { begun: OperationRow; authorised: Authorised },
): Promise<{ event: EventRow }> {
  const { payer, orderId } = begun
  if (!payer) throw new Error(`Operation ${begun.id} renews an authorisation without a card`)
  const limits = await limitsOf(context, payer.service, authorised, begun.currency)
  const { event, replaced } = await orderTransaction(context, orderId, async (inside) => {
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
    return { event, ...(ended && { replaced: row }) }
  })
  if (replaced) await releaseRenewed(context, replaced, begun)
  return { event }
}

/** Releases the authorisation that a renewal has replaced. If this fails, it expires within a day. */
async function releaseRenewed(
  { cards, clock }: Context,
  { merchantId, id, amount, currency, service, serviceReference }: OrderRow,
  renewal: OperationRow,
): Promise<void> {
  if (serviceReference === null) return
  const outcome = await cards.named(service).cancel({
    merchantId,
    operation: referenceFor(`release:${renewal.id}`),
    now: clock.now(),
    authorisation: serviceReference,
    ...{ amount, currency, order: id },
  })
  if (outcome.status !== 'done' && outcome.status !== 'accepted')
    throw new Error(`The authorisation that ${renewal.id} renewed was not released: ${outcome.status}`)
}

import type { Context } from '../core/context'
import { fail } from '../model/errors'
import type { EventCreatable } from '../model/order/schemas'
import { type DisputeRow, disputesOf, isOpen, takenBack } from '../settlement/disputes'
import type { OperationRow } from '../store/operations'
import type { OrderRow } from '../store/orders'

type Refunding = Pick<OperationRow, 'kind' | 'amount'>

/**
 * Returns how much of an order can still be refunded, in minor units of its currency: what is charged, minus running
 * refunds and what the customer's bank has taken back. Nothing while a dispute is open, because the bank is deciding.
 */
export function refundable(
  { charged }: Pick<OrderRow, 'charged'>,
  running: readonly Refunding[],
  disputes: readonly DisputeRow[],
): bigint {
  if (disputes.some((dispute) => isOpen(dispute) && !dispute.isInquiry)) return 0n
  const refunding = running.reduce((sum, { kind, amount }) => (kind === 'refund' ? sum + amount : sum), 0n)
  const left = charged - refunding - takenBack(disputes)
  return left > 0n ? left : 0n
}

/**
 * Throws `order.disputed` if an event would refund money that the customer's bank has taken back or is deciding about.
 * Reads disputes only at card services that report them.
 */
export async function requireRefundable(
  context: Context,
  order: OrderRow,
  { running, event, amount }: { running: readonly Refunding[]; event: EventCreatable; amount: bigint },
): Promise<void> {
  if (event.type !== 'refund' || !context.cards.named(order.service).settlement) return
  const disputes = await disputesOf(context, order.id)
  if (disputes.every(({ isInquiry }) => isInquiry)) return
  const left = refundable(order, running, disputes)
  if (amount > left) throw fail('order.disputed', { left: { amount: left, currency: order.currency } })
}

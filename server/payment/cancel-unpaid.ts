import type { InTransaction } from '../core/context'
import type { GivenReason } from '../model/order/reasons'
import { allIn } from '../model/order/unpaid'
import { lockAccount } from '../store/accounts'
import { lastPlaces, type OperationRow } from '../store/operations'
import { lastSequences, type OrderRow, orderStateOf } from '../store/orders'
import { newPayment } from './begin-payments'
import { insertOperations } from './new-operation'
import { newEvent, recordEvents } from './record-events'

/**
 * Cancels an order that was never paid. The caller has locked it. The card service is not involved: the operation is
 * complete immediately, and exists so that a repeated request finds it.
 */
export async function cancelUnpaid(
  context: InTransaction,
  { order, amount, reason }: { order: OrderRow; amount: bigint; reason: GivenReason | null },
): Promise<OperationRow> {
  const date = context.clock.now()
  const last = (await lastPlaces(context, [order.id])).get(order.id)
  const sequence = ((await lastSequences(context, [order.id])).get(order.id) ?? 0) + 1
  const done: OperationRow = {
    ...newPayment(context, { order, last, payer: null }),
    kind: 'cancel',
    status: 'done',
    amount,
    settled: date,
    reason,
  }
  const recovers = order.pending > 0n ? false : null
  const event = newEvent(done, { type: 'cancel', sequence, date, amount, recovers })
  const before = orderStateOf(order)
  const { shares, lines } = allIn(before, 'cancelled', amount)
  await insertOperations(context, [done])
  if (order.accountId !== null) await lockAccount(context, order.accountId)
  const after = { ...order, ...shares, lines, retryOn: null }
  await recordEvents(context, {
    recorded: [{ order: after, event }],
    changed: [after],
    accountIds: order.accountId === null ? [] : [order.accountId],
  })
  return done
}

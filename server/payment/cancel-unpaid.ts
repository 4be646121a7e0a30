import { and, eq, max } from 'drizzle-orm'
import type { Transaction } from '@/db/client'
import { operation, orderEvent } from '@/db/schema'
import type { Context } from '../core/context'
import { allIn } from '../model/order/unpaid'
import { lockAccount } from '../store/accounts'
import { type OperationRow, type OrderRow, sharesOf } from '../store/orders'
import { newPayment } from './begin-payments'
import { newEvent, recordEvents } from './record-events'

/**
 * Cancels an order that was never paid. `tx` has locked it. The card service is not involved: the operation is
 * complete at once, and exists so that a repeated request finds it.
 */
export async function cancelUnpaid(
  context: Context,
  tx: Transaction,
  row: OrderRow,
  amount: bigint,
): Promise<OperationRow> {
  const date = context.clock.now()
  const done: OperationRow = {
    ...newPayment(context, row, null),
    kind: 'cancel',
    status: 'done',
    amount,
    settled: date,
  }
  const [events] = await tx
    .select({ last: max(orderEvent.sequence) })
    .from(orderEvent)
    .where(and(eq(orderEvent.merchantId, row.merchantId), eq(orderEvent.orderId, row.id)))
  const sequence = (events?.last ?? 0) + 1
  const event = newEvent(done, { type: 'cancel', sequence, date, amount })
  const before = { currency: row.currency, shares: sharesOf(row), lines: row.lines }
  const { shares, lines } = allIn(before, 'cancelled', amount)
  await tx.insert(operation).values(done)
  if (row.accountId !== null) await lockAccount(tx, row.merchantId, row.accountId)
  const after = { ...row, ...shares, lines, retryOn: null }
  await recordEvents(context, tx, {
    recorded: [{ order: after, event }],
    changed: [after],
    accountIds: row.accountId === null ? [] : [row.accountId],
  })
  return done
}

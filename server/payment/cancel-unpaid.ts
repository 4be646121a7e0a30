import { and, eq, max } from 'drizzle-orm'
import type { Transaction } from '@/db/client'
import { operation, order, orderEvent } from '@/db/schema'
import type { Context } from '../core/context'
import { allIn } from '../model/order/unpaid'
import { lockAccount } from '../store/accounts'
import { type OperationRow, type OrderRow, orderNamed, sharesOf } from '../store/orders'
import { settleStatus } from './account-status'
import { tell } from './notify'
import { newPayment } from './pay'
import { newEvent } from './record-order'

/**
 * Writes off an order that was never paid, which `tx` has locked. The card service knows nothing of it: its operation
 * is done at once, and is there for the request repeated after a crash to find.
 */
export async function cancelUnpaid(
  context: Context,
  tx: Transaction,
  row: OrderRow,
  amount: bigint,
): Promise<OperationRow> {
  const now = context.clock.now()
  const done: OperationRow = {
    ...newPayment(context, row, null),
    kind: 'cancel',
    status: 'done',
    amount,
    settled: now,
  }
  const [events] = await tx
    .select({ last: max(orderEvent.sequence) })
    .from(orderEvent)
    .where(and(eq(orderEvent.merchantId, row.merchantId), eq(orderEvent.orderId, row.id)))
  const event = newEvent(done, { type: 'cancel', sequence: (events?.last ?? 0) + 1, date: now, amount })
  const before = { currency: row.currency, shares: sharesOf(row), lines: row.lines }
  const { shares, lines } = allIn(before, 'cancelled', amount)
  const after = { ...row, ...shares, lines, retryOn: null }
  await Promise.all([
    tx.insert(operation).values(done),
    tx
      .update(order)
      .set({ ...shares, lines, retryOn: null })
      .where(orderNamed(row.merchantId, row.id)),
    tx.insert(orderEvent).values(event),
  ])
  if (row.accountId !== null) {
    await lockAccount(tx, row.merchantId, row.accountId)
    await settleStatus(context, tx, [row.accountId])
  }
  await tell(context, tx, [{ order: after, event }])
  return done
}

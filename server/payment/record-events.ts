import { insertMany, updateMany } from '@/db/many'
import { order, orderEvent } from '@/db/schema'
import type { InTransaction } from '../core/context'
import type { OperationRow } from '../store/operations'
import { type EventRow, type OrderRow, sharesOf } from '../store/orders'
import { notify, type RecordedEvent } from './notify'
import { refreshStatus } from './refresh-status'

/** Returns a new event of an operation, or of no operation if `id` is null. */
export const newEvent = (
  {
    merchantId,
    orderId,
    id,
    currency,
    reason,
    actor,
  }: Pick<OperationRow, 'merchantId' | 'orderId' | 'currency' | 'reason' | 'actor'> & { id: string | null },
  event: Pick<EventRow, 'type' | 'sequence' | 'date'> & Partial<EventRow>,
): EventRow => ({
  merchantId,
  orderId,
  reference: id,
  items: null,
  amount: null,
  currency,
  original: null,
  reason,
  actor,
  error: null,
  recovers: null,
  ...event,
})

/**
 * Writes events and the orders that they changed, refreshes the status of accounts, and notifies. The caller has locked
 * the orders and the accounts.
 */
export async function recordEvents(
  context: InTransaction,
  {
    recorded,
    changed,
    accountIds,
  }: {
    recorded: readonly RecordedEvent[]
    changed: readonly OrderRow[]
    accountIds: readonly string[]
  },
): Promise<void> {
  await Promise.all([
    updateMany(
      context.db,
      order,
      ['merchantId', 'id'],
      changed.map((row) => {
        const { merchantId, id, lines, serviceReference, authorisedUntil, limits, failedOn, retryOn } = row
        const { service, scheme, iin, last4, expiryMonth, expiryYear, card } = row
        const payment = { service, scheme, iin, last4, expiryMonth, expiryYear, card }
        const changes = { lines, serviceReference, authorisedUntil, limits, failedOn, retryOn }
        return { merchantId, id, ...sharesOf(row), ...payment, ...changes }
      }),
    ),
    insertMany(
      context.db,
      orderEvent,
      recorded.map(({ event }) => event),
    ),
  ])
  if (accountIds.length > 0) await refreshStatus(context, [...new Set(accountIds)])
  await notify(context, recorded)
}

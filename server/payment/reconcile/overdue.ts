import { and, eq, sql } from 'drizzle-orm'
import { operation, order } from '@/db/schema'
import type { Context } from '../../core/context'
import type { DifferenceDetails } from '../../model/difference'
import { eventKindOf, type OperationRow } from '../../store/operations'
import { hasOutlivedKey } from '../call-card-service'
import type { FoundDifference } from './compare-books'
import type { DifferenceRow } from './stored-differences'

/**
 * Returns a merchant's operations at a card service that have been pending for so long that their requests can no longer
 * arrive. Normally their look-ups have given them up by then.
 */
export async function overdueOperations(
  { db, cards, merchant }: Context,
  service: string,
): Promise<OperationRow[]> {
  const capabilities = await cards.named(service).capabilities({ merchantId: merchant.id })
  if (capabilities.keySeconds === null) return []
  const { draft, payer, status, merchantId, orderId } = operation
  const own = sql`coalesce(${payer} ->> 'service', ${draft} -> 'payment' ->> 'service', ${order.service})`
  const rows = await db
    .select({ begun: operation })
    .from(operation)
    .leftJoin(order, and(eq(order.merchantId, merchantId), eq(order.id, orderId)))
    .where(and(eq(merchantId, merchant.id), sql`${status} = 'pending'`, sql`${own} = ${service}`))
  return rows.flatMap(({ begun }) => (hasOutlivedKey(begun, capabilities) ? begun : []))
}

/** Describes an operation that is overdue as a difference. Nothing can be recorded until its outcome is known. */
export function overdueDifference(service: string, begun: OperationRow): FoundDifference {
  const { id, orderId, amount, currency, firstSent } = begun
  const event = eventKindOf(begun)
  const amounts = { currency, here: `${amount}`, ...(event && { event }), operation: id }
  const pendingSince = firstSent.toISOString()
  const found = {
    kind: 'state',
    aspect: `overdue:${id}`,
    details: { ...amounts, pendingSince },
    changes: [],
  } as const
  return { ...found, service, orderId, reference: null, adoptable: false }
}

/** Whether a difference is about such an operation. */
export const isOverdue = ({ details }: Pick<DifferenceRow, 'details'>): boolean =>
  details.pendingSince !== undefined

/** Whether the operation of such a difference is still pending. */
export async function isPending(
  { db, merchant }: Context,
  { operation: id = '' }: DifferenceDetails,
): Promise<boolean> {
  const isIt = and(
    eq(operation.merchantId, merchant.id),
    sql`${operation.status} = 'pending'`,
    eq(operation.id, id),
  )
  return (await db.$count(operation, isIt)) > 0
}

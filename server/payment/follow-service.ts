import { and, eq } from 'drizzle-orm'
import { operation } from '@/db/schema'
import type { Context } from '../core/context'
import { isReference } from '../core/id'
import type { BookedPayment } from '../model/card/books'
import type { DifferenceKind } from '../model/difference'
import { eventKinds } from '../model/order/rules'
import { awaitsOutcome, eventKindOf, isRunning } from '../store/operations'
import { adoptChanges } from './adopt-changes'
import { compare, movedByService, movedOf, type OurOrder } from './reconcile/compare'
import { type ExaminedDifference, examine, isInProgress } from './reconcile/examine'
import { orderById } from './reconcile/our-orders'

/** What a card service does by itself. A person has to look at anything else. */
const serviceInitiated = new Set<DifferenceKind>([
  'charge missing here',
  'refund missing here',
  'cancel missing here',
  'expired',
  'state',
])

/** How many differences of an order are recorded at a time, each after another comparison. */
const maxChanges = 10

/**
 * Records what happened to the payment of an order at the card service without Kassa: captures, cancels and refunds in
 * its dashboard, expiry, and what failed later. Returns false if the order is in progress and this has to be repeated.
 */
export async function followService(context: Context, orderId: string): Promise<boolean> {
  const impossible = new Set<string>()
  for (let done = 0; done < maxChanges; done++) {
    const examined = await examine(context, orderId)
    if (!examined) return true
    if (examined.status === 'in progress') return false
    const isNext = ({ kind, needs = [], aspect, adoptable }: ExaminedDifference) =>
      adoptable && [kind, ...needs].every((each) => serviceInitiated.has(each)) && !impossible.has(aspect)
    const next = examined.differences.find(isNext)
    if (!next) return true
    const { changes, aspect } = next
    const { status } = await adoptChanges(context, { orderId, changes, seen: examined.seen })
    if (status === 'impossible') impossible.add(aspect)
  }
  return false
}

/**
 * Checks a payment that may have changed. Reads more about it and its order only if they differ. Returns false if this
 * has to be repeated.
 */
export async function followPayment(context: Context, payment: BookedPayment): Promise<boolean> {
  let order = await orderOf(context, payment)
  if (order?.reference !== payment.reference) {
    const isMoved = payment.refunded + payment.cancelled > 0n || (!order && payment.charged > 0n)
    if (!isMoved) return true
    if (await isBeingRecorded(context, payment)) return false
    // It may have been recorded between the two statements.
    order = await orderOf(context, payment)
  }
  if (order?.reference !== payment.reference || payment.inProgress) return true
  // The sum of refunds does not reveal whether one has failed.
  if (isInProgress(order)) return isExpected(order, payment) && !hasRefund(order)
  const isKnown = payment.refunded === 0n || payment.recorded.has('refund')
  return (isKnown && compare(order, payment).length === 0) || followService(context, order.id)
}

const orderOf = async (context: Context, { order }: BookedPayment) =>
  order === undefined ? undefined : orderById(context, order)

/**
 * Whether the operation that made a payment has no outcome yet. Once it has, the order does not know what happened to the
 * payment meanwhile.
 */
const isBeingRecorded = async (
  { db, merchant }: Context,
  { order, operation: id }: BookedPayment,
): Promise<boolean> =>
  order !== undefined &&
  id !== undefined &&
  isReference(id) &&
  (await db.$count(
    operation,
    and(eq(operation.merchantId, merchant.id), eq(operation.orderId, order), eq(operation.id, id), isRunning),
  )) > 0

const hasRefund = ({ operations }: OurOrder): boolean =>
  operations.some(({ kind, status }) => kind === 'refund' && status === 'done')

/** Whether a payment differs from its order by no more than what running operations move. */
function isExpected(order: OurOrder, payment: BookedPayment): boolean {
  const here = movedOf(order.shares)
  const there = movedByService(payment)
  return eventKinds.every((kind) => {
    const running = order.operations.filter((each) => awaitsOutcome(each) && eventKindOf(each) === kind)
    const max = running.reduce((sum, { amount }) => sum + amount, here[kind])
    return there[kind] >= here[kind] && there[kind] <= max
  })
}

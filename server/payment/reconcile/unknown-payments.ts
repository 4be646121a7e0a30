import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { operation, serviceVerification } from '@/db/schema'
import type { Context, InTransaction } from '../../core/context'
import { isReference } from '../../core/id'
import { isOneOf } from '../../core/one-of'
import type { BookedPayment } from '../../model/card/books'
import { awaitsOutcome, isOperation, type OperationRow, runningOperations } from '../../store/operations'
import { lockOrder, orderTransaction } from '../../store/order-turn'
import { type OrderRow, ordersById } from '../../store/orders'
import type { Adoption } from '../adopt-changes'
import { hasOutlivedKey } from '../call-card-service'
import { completeOperation, completePayments } from '../complete-operation'
import type { ExaminedDifference } from './examine'
import { ordersOfPayments } from './our-orders'

interface PaymentsOfService {
  service: string
  payments: readonly BookedPayment[]
}

type OfPayment = ExaminedDifference & { reference: string; orderId: string | null }

/** Explains payments of a card service that no order refers to. Those that hold no money are left out. */
export async function explainUnknown(
  context: Context,
  { service, payments }: PaymentsOfService,
): Promise<{ differences: OfPayment[]; inProgress: number }> {
  const holding = payments.filter(holdsMoney)
  const { operations, orders } = await begunFor(context, holding)
  const capabilities = await context.cards.named(service).capabilities({ merchantId: context.merchant.id })
  const waiting = await waitingOf(context, { service, payments: holding })
  const inProgress = holding.filter((payment) => {
    const begun = operations.get(payment.operation ?? '')
    const isRunning = begun && awaitsOutcome(begun) && !hasOutlivedKey(begun, capabilities)
    return payment.inProgress || waiting.has(payment.reference) || isRunning
  })
  const others = holding.filter((payment) => !inProgress.includes(payment))
  const references = others.map(({ reference }) => reference)
  // Orders that were recorded after the caller had looked for them: their operations have ended.
  const recorded = others.length === 0 ? [] : await ordersOfPayments(context, { service, references })
  const isRecorded = new Set(recorded.map(({ reference }) => reference))
  const differences = others.flatMap((payment) => {
    const begun = operations.get(payment.operation ?? '')
    const order = orders.get(begun?.orderId ?? payment.order ?? '')
    return isRecorded.has(payment.reference) ? [] : [explain(payment, begun, order)]
  })
  return { differences, inProgress: inProgress.length }
}

/**
 * The references of payments whose cardholder was asked to approve them, and which no operation has continued yet. The
 * operation that began such a payment has failed, so completing it would create a second order.
 */
async function waitingOf(
  { db, merchant }: Context,
  { service, payments }: PaymentsOfService,
): Promise<Set<string>> {
  // Payments of other systems name no operation.
  const own = payments.filter((payment) => payment.operation !== undefined)
  if (own.length === 0) return new Set()
  const { merchantId, reference, usedBy } = serviceVerification
  const rows = await db
    .select({ reference })
    .from(serviceVerification)
    .where(
      and(
        eq(merchantId, merchant.id),
        eq(serviceVerification.service, service),
        isOneOf(
          reference,
          own.map((payment) => payment.reference),
        ),
        isNull(usedBy),
      ),
    )
  return new Set(rows.map((row) => row.reference))
}

/** Whether a payment waits for the operation that continues it. */
export const isWaiting = async (
  context: Context,
  service: string,
  payment: BookedPayment,
): Promise<boolean> => (await waitingOf(context, { service, payments: [payment] })).size > 0

/** Whether a payment has charged or reserved anything that was not given back. */
const holdsMoney = ({ amount, charged, refunded, cancelled }: BookedPayment) =>
  charged > refunded || charged + cancelled < amount

function explain(
  payment: BookedPayment,
  begun: OperationRow | undefined,
  order: OrderRow | undefined,
): OfPayment {
  const { reference, amount, currency, operation: id } = payment
  const details = { currency, there: `${amount}`, ...(id !== undefined && { operation: id }) }
  const found = { reference, aspect: `payment:${reference}`, details, changes: [] }
  if (id === undefined && payment.order === undefined)
    return { ...found, kind: 'foreign', orderId: null, adoptable: false }
  const isTaken = order !== undefined && order.serviceReference !== null
  const orderId = order?.id ?? null
  if (isTaken) return { ...found, kind: 'duplicate', orderId, adoptable: false }
  return { ...found, kind: 'missing here', orderId, adoptable: canBeCompleted(payment, begun, order) }
}

/**
 * Whether an operation that failed here, or whose outcome is still not known, has created the payment and can be completed
 * with it. One that waited for its cardholder cannot: its order has no lines until the request is repeated.
 */
function canBeCompleted(
  { amount, currency }: BookedPayment,
  begun: OperationRow | undefined,
  order: OrderRow | undefined,
): boolean {
  if (!begun || !isCompletable(begun) || begun.amount !== amount || begun.currency !== currency) return false
  return begun.kind === 'authorise'
    ? begun.draft !== null && begun.code !== 'verification required' && !order
    : begun.kind === 'pay' && order?.serviceReference === null && order.cancelled === 0n
}

const completable = ['failed', 'pending'] as const

const isCompletable = ({ status }: OperationRow): boolean => completable.some((each) => each === status)

/** The operations that payments name, and their orders. */
async function begunFor(
  context: Context,
  payments: readonly BookedPayment[],
): Promise<{ operations: Map<string, OperationRow>; orders: Map<string, OrderRow> }> {
  const ids = payments.flatMap(({ operation: id }) => (id !== undefined && isReference(id) ? id : []))
  const orderIds = payments.flatMap(({ order }) => order ?? [])
  // Operations are found by their order. Without it, all of the merchant's are read.
  const isKnown = payments.every(({ operation: id, order }) => id === undefined || order !== undefined)
  const ofOrders = isOneOf(operation.orderId, orderIds)
  const rows =
    ids.length === 0
      ? []
      : await context.db
          .select()
          .from(operation)
          .where(
            and(
              eq(operation.merchantId, context.merchant.id),
              isKnown ? ofOrders : undefined,
              sql`${operation.id} = any(${sql.param(ids)}::uuid[])`,
            ),
          )
  const orders = await ordersById(context, [...orderIds, ...rows.map(({ orderId }) => orderId)])
  return {
    operations: new Map(rows.map((row) => [row.id, row])),
    orders: new Map(orders.map((row) => [row.id, row])),
  }
}

/**
 * Completes the operation that created a payment, so that its order exists or is paid. `impossible`: there is no such
 * operation, or its order has been paid or cancelled since. `busy`: another operation on the order is running.
 */
export async function adoptPayment(context: Context, payment: BookedPayment): Promise<Adoption['status']> {
  const { operations } = await begunFor(context, [payment])
  const begun = operations.get(payment.operation ?? '')
  if (!begun) return 'impossible'
  // If the process stops after this, recovery finds the payment and continues.
  const pending = await orderTransaction(context, begun.orderId, (inside) => reopen(inside, payment, begun))
  if (typeof pending === 'string') return pending
  const given = { recovering: true, reference: payment.reference }
  if (begun.kind === 'pay') await completePayments(context, [pending], given)
  else await completeOperation(context, pending, given)
  return 'adopted'
}

/**
 * Makes an operation pending again under the lock of its order, so that no retry pays the order at the same time. One that
 * still is pending counts as attempted again, so that an earlier attempt can no longer fail it.
 */
async function reopen(
  inside: InTransaction,
  payment: BookedPayment,
  begun: OperationRow,
): Promise<OperationRow | 'impossible' | 'busy'> {
  const order = await lockOrder(inside, begun.orderId)
  if (!canBeCompleted(payment, begun, order)) return 'impossible'
  const running = await runningOperations(inside, begun.orderId)
  if (running.some(({ id }) => id !== begun.id)) return 'busy'
  const [pending] = await inside.db
    .update(operation)
    .set({
      ...{ status: 'pending', code: null, settled: null },
      ...{ attempts: sql`${operation.attempts} + 1`, attempted: sql`now()` },
    })
    .where(and(isOperation(begun), inArray(operation.status, [...completable])))
    .returning()
  return pending ?? 'busy'
}

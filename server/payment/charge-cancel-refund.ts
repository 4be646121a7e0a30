import { TurnTimeout } from '@/db/turns'
import type { Context } from '../core/context'
import { fail, KassaError } from '../model/errors'
import type { Move } from '../model/order/rules'
import type { EventCreatable } from '../model/order/schemas'
import {
  findByOrigin,
  findEarlier,
  type OperationRow,
  operationsBegunBy,
  placeAfter,
  runningOperations,
} from '../store/operations'
import { findOrderSnapshot, type OrderSnapshot } from '../store/order-snapshot'
import { inOrderTurn, lockOrder, orderTransaction } from '../store/order-turn'
import { beginPayments, type ConfirmedCard } from './begin-payments'
import { cancelUnpaid } from './cancel-unpaid'
import { type CompletedOperation, completeOperation } from './complete-operation'
import { insertOperation, newOperation } from './new-operation'
import { inProgressOf, planEvent } from './plan-event'
import { requireRefundable } from './refundable'

interface EventRequest extends ConfirmedCard {
  orderId: string
  event: EventCreatable
  /** The amount that someone confirmed, in minor units. */
  expected?: bigint | undefined
  /** The order as it was when the request came, if it has been looked up. */
  snapshot?: OrderSnapshot | undefined
}

/**
 * Charges, cancels or refunds an order, in whole or in part. Returns the recorded event and, for a cardholder who is
 * present, the bank's page if the payment needs approval. Throws `not-found`; an `order.…` or `lines.…` error when the
 * order does not allow it; `card.declined`, recorded as an event of type `fail`; `card-service.no-response` when the
 * outcome will be known later; `order.changed` when it would not move exactly `expected`; `payer.card-changed` when
 * a card other than `card` would pay an unpaid order.
 */
export async function chargeCancelOrRefund(
  context: Context,
  request: EventRequest,
): Promise<CompletedOperation> {
  const { orderId, expected } = request
  const known = await findEarlier(context)
  const { operation, snapshot }: Begun = known ? { operation: known } : await begin(context, request)
  // The same origin with another amount or another order is a different confirmation.
  const isSame = operation.orderId === orderId && (expected === undefined || operation.amount === expected)
  if (!isSame) throw fail('order.changed')
  return completeOperation(context, operation, { recovering: known !== undefined, snapshot })
}

/** An operation that has reserved its amount, and the order before it. */
interface Begun {
  operation: OperationRow
  snapshot?: OrderSnapshot
}

/** How many times an event is planned if other processes are faster. */
const maxPlans = 20

async function begin(context: Context, request: EventRequest): Promise<Begun> {
  for (let plan = 1; plan <= maxPlans; plan++) {
    const begun =
      (await inOrderTurn(context, request.orderId, (hasWaited) =>
        beginPaid(context, request, plan > 1 || hasWaited ? undefined : request.snapshot),
      )) ?? (await beginUnpaid(context, request))
    if (begun) return begun
  }
  throw new TurnTimeout('Other requests kept changing the order')
}

/**
 * Begins an event on an order that a card has paid, without locking it: plans the event with a snapshot of the order
 * and takes the next place among its operations, which reserves the amount. If the same request has begun it before,
 * because it was sent twice or repeated while its first process is dying, returns that operation. Returns undefined if
 * the order is unpaid, or if another process has taken the place.
 */
async function beginPaid(
  context: Context,
  request: EventRequest,
  known: OrderSnapshot | undefined,
): Promise<Begun | undefined> {
  const snapshot =
    known?.order.id === request.orderId ? known : await findOrderSnapshot(context, request.orderId)
  if (!snapshot) throw fail('not-found', { what: 'order' })
  const { order, running, lastPlace } = snapshot
  if (order.serviceReference === null) return undefined
  const { event } = request
  try {
    const { amount, units } = planned(
      request,
      planEvent(order, await inProgressOf(context, order, running), event),
    )
    await requireRefundable(context, order, { running, event, amount })
    const operation = newOperation(context, {
      orderId: order.id,
      place: placeAfter(lastPlace),
      kind: event.type,
      currency: order.currency,
      amount,
      byAccount: order.accountId !== null,
      units,
      items: event.items ?? null,
      reason: event.reason ?? null,
    })
    if (await insertOperation(context.db, operation)) return { operation, snapshot }
  } catch (error) {
    // The obstacle may be the operation that the same request has begun.
    if (!(error instanceof KassaError)) throw error
    const operation = await findByOrigin(context, context.origin)
    if (!operation) throw error
    return { operation }
  }
  const operation = await findByOrigin(context, context.origin)
  return operation && { operation }
}

/**
 * Begins an event on an order that no card has paid yet: pays it now, or cancels it without the card service. The order
 * is locked only here: the card service is called later, without holding a lock or a connection. Returns undefined if
 * the order is paid.
 */
const beginUnpaid = (context: Context, request: EventRequest): Promise<Begun | undefined> =>
  orderTransaction(context, request.orderId, async (inside) => {
    const { orderId, event, returnUrl, card } = request
    const order = await lockOrder(inside, orderId)
    if (!order || order.serviceReference !== null) return undefined
    // Sent after the lock on the same connection, so they see what the previous holder of the lock reserved, and what
    // the same request began earlier, if it is repeated while its first process is dying.
    const [running, [known]] = await Promise.all([
      runningOperations(inside, orderId),
      operationsBegunBy(inside, context.origin ?? ''),
    ])
    if (known) return { operation: known }
    const { amount } = planned(request, planEvent(order, { running, waits: false }, event))
    if (event.type === 'cancel')
      return { operation: await cancelUnpaid(inside, { order, amount, reason: event.reason ?? null }) }
    const [operation] = await beginPayments(inside, [order], { returnUrl, card })
    if (!operation) throw new Error('A payment that was begun was not returned')
    return { operation }
  })

function planned({ expected }: EventRequest, move: Move): Move {
  if (expected !== undefined && move.amount !== expected) throw fail('order.changed')
  return move
}

import type { Transaction } from '@/db/client'
import { operation, order } from '@/db/schema'
import type { Context } from '../core/context'
import { isId, newReference } from '../core/id'
import { groupBy } from '../core/page'
import { inParallel } from '../core/parallel'
import { fail, KassaError } from '../model/errors'
import type { EventCreatable, OrderChanges } from '../model/order/schemas'
import {
  type EventRow,
  findByOrigin,
  type OperationRow,
  type OrderRow,
  operationsBegunBy,
  orderNamed,
  orderTransaction,
  runningOperations,
} from '../store/orders'
import { cancelUnpaid } from './cancel-unpaid'
import { beginPayments } from './pay'
import { planEvent } from './plan'
import { settle } from './settle'

/**
 * Charges, cancels or refunds an order, in whole or in part, and answers the recorded event.
 * Throws `not-found`; an `order.…` or `lines.…` error when the order does not allow it; `card.declined`, recorded as an
 * event of type `fail`; `card-service.no-response` when the outcome will be known later; `order.changed` when it
 * would not move exactly `expected`, minor units, which somebody has confirmed.
 */
export async function operateOrder(
  context: Context,
  orderId: string,
  event: EventCreatable,
  expected?: bigint,
): Promise<EventRow> {
  const known = await findByOrigin(context.db, context.merchant.id, context.origin)
  const begun = known ?? (await begin(context, orderId, event, expected))
  // The same confirmation of another amount is another confirmation.
  if (expected !== undefined && begun.amount !== expected) throw fail('order.changed')
  const { event: recorded } = await settle(context, begun, { recovering: known !== undefined })
  return recorded
}

/**
 * Checks an event against the order as it stands and reserves what it will move.
 * The order is locked for this alone: the card service is asked later, with no lock and no connection held.
 */
function begin(
  context: Context,
  orderId: string,
  event: EventCreatable,
  expected: bigint | undefined,
): Promise<OperationRow> {
  const { merchant } = context
  if (!isId(orderId)) throw fail('not-found', { what: 'order' })
  return orderTransaction(context, orderId, async (tx) => {
    const [[row], running, [known]] = await Promise.all([
      tx.select().from(order).where(orderNamed(merchant.id, orderId)).for('update'),
      // Sent behind the lock on the same connection: it sees what the one who held the lock reserved,
      runningOperations(tx, merchant.id, orderId),
      // and what the same request began that was repeated while its first process was dying.
      operationsBegunBy(tx, merchant.id, context.origin ?? ''),
    ])
    if (!row) throw fail('not-found', { what: 'order' })
    if (known) return known
    const move = planEvent(row, running, event)
    if (expected !== undefined && move.amount !== expected) throw fail('order.changed')
    if (row.serviceReference === null) return beginUnpaid(context, tx, row, move.amount, event)
    const [begun] = await tx
      .insert(operation)
      .values({
        merchantId: merchant.id,
        id: newReference(),
        orderId,
        kind: event.type,
        status: 'pending',
        currency: row.currency,
        amount: move.amount,
        byAccount: row.accountId !== null,
        units: move.units,
        items: event.items ?? null,
        origin: context.origin ?? null,
        created: context.clock.now(),
      })
      .returning()
    if (!begun) throw new Error('An inserted operation was not returned')
    return begun
  })
}

/** Of an order that no card has paid yet: pays it now, or writes it off, which is between Kassa and the merchant alone. */
async function beginUnpaid(
  context: Context,
  tx: Transaction,
  row: OrderRow,
  amount: bigint,
  event: EventCreatable,
): Promise<OperationRow> {
  if (event.type === 'cancel') return cancelUnpaid(context, tx, row, amount)
  const [begun] = await beginPayments(context, tx, [row])
  if (!begun) throw new Error('A payment that was begun was not answered')
  return begun
}

/** What became of one order of a change to several. */
export interface OrderOutcome {
  id: string
  events: EventRow[]
  /** Whatever stopped it, faults of Kassa or its database included: they must not hide the outcomes of the others. */
  error?: unknown
}

/** How many orders of one change are worked on at a time: enough to hide waiting, few enough to leave connections. */
export const changesAtATime = 4

/**
 * Applies events to several orders, each order on its own: one that fails stops at the failing event and leaves the
 * others alone. The answer is in the order of the request. Entries with the same order id are applied in turn.
 */
export async function changeOrders(context: Context, changes: OrderChanges): Promise<OrderOutcome[]> {
  const outcomes = new Array<OrderOutcome>(changes.length)
  const places = changes.map((change, place) => ({ change, place }))
  const ofEachOrder = [...groupBy(places, ({ change }) => change.id).values()]
  await inParallel(ofEachOrder, changesAtATime, async (ofOneOrder) => {
    let fault: unknown
    for (const { change, place } of ofOneOrder) {
      const outcome: OrderOutcome =
        fault === undefined
          ? await changeOrder(context, change, place)
          : { id: change.id, events: [], error: fault }
      // After a fault of ours, such as a lock that is not free, the order's other entries would only wait for the same.
      if (!(outcome.error instanceof KassaError)) fault = outcome.error
      outcomes[place] = outcome
    }
  })
  return outcomes
}

async function changeOrder(
  context: Context,
  change: OrderChanges[number],
  index: number,
): Promise<OrderOutcome> {
  const events: EventRow[] = []
  for (const [step, event] of change.event.entries()) {
    const origin = context.origin && `${context.origin}:${index}:${step}`
    try {
      events.push(await operateOrder({ ...context, ...(origin && { origin }) }, change.id, event))
    } catch (error) {
      return { id: change.id, events, error }
    }
  }
  return { id: change.id, events }
}

import type { Queryable } from '@/db/client'
import { operation } from '@/db/schema'
import type { Context, InTransaction } from '../core/context'
import { type Move, revertMove } from '../model/order/rules'
import { compareEntriesAgain } from '../settlement/record-entries'
import {
  awaitsOutcome,
  isOperation,
  type OperationRow,
  operationsOf,
  placeAfter,
  placeOfAuthorisation,
} from '../store/operations'
import { lockOrder, orderTransaction } from '../store/order-turn'
import { type EventRow, eventsOf, type OrderRow, orderStateOf } from '../store/orders'
import { recovers } from './after-decision'
import { insertOperations, newOperation } from './new-operation'
import { type Change, type ChangeToMake, planChanges } from './plan-changes'
import { recordDecisionsInside } from './record-decisions'
import { newEvent, recordEvents } from './record-events'

/** Identifies the state of an order, so that changes computed for it are not recorded on a different one. */
export interface Seen {
  lastPlace: number
  lastSequence: number
}

/** Returns the state of an order with these operations, whose last event has this sequence. */
export const seenOf = (operations: readonly Pick<OperationRow, 'place'>[], lastSequence: number): Seen => ({
  lastPlace: Math.max(placeOfAuthorisation, ...operations.map(({ place }) => place)),
  lastSequence,
})

export const isSameState = (one: Seen, other: Seen): boolean =>
  one.lastPlace === other.lastPlace && one.lastSequence === other.lastSequence

/**
 * `adopted`: the changes are recorded, now or before. `impossible`: the order cannot take them. `busy`: an operation is
 * running, or the order has changed since, so the changes have to be computed again.
 */
export type Adoption = { status: 'adopted'; events: EventRow[] } | { status: 'impossible' | 'busy' }

/**
 * Records what a card service did without Kassa as events of an order, in one transaction with their callbacks and
 * e-mails: all of the changes or none. A change that moves money has an id and is recorded once, however often it is
 * found. This is the only writer of such events.
 */
export const adoptChanges = (
  context: Context,
  { orderId, changes, seen }: { orderId: string; changes: readonly Change[]; seen?: Seen },
): Promise<Adoption> =>
  orderTransaction(context, orderId, async (inside): Promise<Adoption> => {
    const held = await hold(inside, orderId)
    if (!held) return { status: 'impossible' }
    const { order, operations } = held
    if (operations.some(awaitsOutcome) || (seen && !isSameState(seen, seenIn(held))))
      return { status: 'busy' }
    const known = new Set(operations.map(({ origin }) => origin))
    const unknown = changes.filter((change) => change.type !== 'moved' || !known.has(originOf(change)))
    const state = orderStateOf(order)
    const planned = planChanges(state, operations, unknown)
    if (!planned) return { status: 'impossible' }
    const events: EventRow[] = []
    for (const change of planned) events.push(...(await adopt(inside, orderId, change)))
    await compareEntriesAgain(inside, [orderId])
    return { status: 'adopted', events }
  })

/** An order with its operations and events. */
interface Held {
  order: OrderRow
  operations: OperationRow[]
  events: EventRow[]
}

const seenIn = ({ operations, events }: Held): Seen =>
  seenOf(operations, Math.max(0, ...events.map(({ sequence }) => sequence)))

async function hold(inside: InTransaction, orderId: string): Promise<Held | undefined> {
  const order = await lockOrder(inside, orderId)
  if (!order) return undefined
  const [operations, events] = await Promise.all([operationsOf(inside, orderId), eventsOf(inside, [orderId])])
  return { order, operations, events }
}

const originOf = ({ id }: { id: string }) => `service:${id}`

/** Records one change, and returns its events. Reads the order again after earlier changes. */
async function adopt(
  inside: InTransaction,
  orderId: string,
  { change, move }: ChangeToMake,
): Promise<EventRow[]> {
  const held = await hold(inside, orderId)
  if (!held) throw new Error(`Order ${orderId} was locked, and is gone`)
  const about = held.operations.find(({ id }) => 'operation' in change && id === change.operation)
  switch (change.type) {
    case 'moved':
      return recordMove(inside, held, { change, move })
    case 'undone':
      return [await recordUndone(inside, held, { change, about, move })]
    case 'completed': {
      if (!about) throw new Error(`Order ${orderId} has no operation ${change.operation}`)
      const begun = { ...about, status: 'pending' } as const
      await inside.db.update(operation).set({ status: begun.status }).where(isOperation(begun))
      return recordDecisionsInside(inside, [
        { operation: begun, status: 'done', reference: change.reference },
      ])
    }
    case 'corrected':
      if (about) await inside.db.update(operation).set(change.to).where(isOperation(about))
      return []
  }
}

/** Records a movement as an operation that nobody requested. */
async function recordMove(
  inside: InTransaction,
  held: Held,
  { change, move }: { change: Change & { type: 'moved' }; move: Move },
): Promise<EventRow[]> {
  const { order } = held
  const done = newOperation(inside, {
    orderId: order.id,
    place: placeAfter(seenIn(held).lastPlace),
    kind: change.kind,
    currency: order.currency,
    amount: move.amount,
    byAccount: order.accountId !== null,
    units: move.units,
    origin: originOf(change),
    reason: change.reason,
  })
  await insertOperations(inside, [done])
  return recordDecisionsInside(inside, [
    { operation: done, status: 'done', reference: change.reference ?? change.id },
  ])
}

/** Records that a movement has not happened: an event of type `fail` that moves its amount back. */
async function recordUndone(
  inside: InTransaction,
  held: Held,
  given: { change: Change & { type: 'undone' }; about: OperationRow | undefined; move: Move },
): Promise<EventRow> {
  const { order } = held
  const { change, about, move } = given
  const code = 'acquirer error'
  if (about) await failOperation(inside.db, about, code)
  const { shares, lines } = revertMove(orderStateOf(order), change.kind, move)
  const after = { ...order, ...shares, lines }
  const { merchantId, id: orderId, currency } = order
  const event = newEvent(
    { merchantId, orderId, id: about?.id ?? null, currency, reason: 'external', actor: null },
    {
      type: 'fail',
      sequence: seenIn(held).lastSequence + 1,
      date: inside.clock.now(),
      items: about?.items ?? null,
      amount: move.amount,
      original: change.kind,
      recovers: recovers(change.kind, order.failedOn),
      error: { code, description: `The card service reports that this ${change.kind} has not happened.` },
    },
  )
  await recordEvents(inside, { recorded: [{ order: after, event }], changed: [after], accountIds: [] })
  return event
}

const failOperation = (db: Queryable, row: OperationRow, code: string) =>
  db.update(operation).set({ status: 'failed', code }).where(isOperation(row))

import { notesOf } from '../annotation/notes'
import { approvalLife } from '../card/approval-life'
import { later } from '../core/clock'
import type { Context } from '../core/context'
import { KassaError } from '../model/errors'
import { type LateFailure, openLateFailures, openRefusedRefund } from '../model/order/late-failures'
import { unitsWithin } from '../model/order/lines'
import type { EventKind, Move } from '../model/order/rules'
import type { EventCreatable } from '../model/order/schemas'
import { type AllowedEvent, allowedEvents, inProgressOf, planEvent } from '../payment/plan-event'
import { refundable, requireRefundable } from '../payment/refundable'
import { type DisputeRow, disputedIn, disputesOf, isWithBank } from '../settlement/disputes'
import { type AccountRow, accountsById } from '../store/accounts'
import {
  awaitsApproval,
  isEventKind,
  type OperationRow,
  operationsOf,
  runningOperations,
} from '../store/operations'
import type { OrderRecord } from '../store/orders'
import { requireOrder } from '../store/read-orders'

/**
 * Returns an order with its disputes and the events that it currently allows: no refund of what the bank has taken back.
 * Throws `not-found`.
 */
export async function readOrderDetail(
  context: Context,
  id: string,
): Promise<{
  record: OrderRecord
  possible: AllowedEvent[]
  disputes: DisputeRow[]
  /** Whether the card service has not responded to an operation yet. */
  isRunning: boolean
  /** What the card service has accepted, and will complete later. */
  accepted: Accepted[]
  payer: AccountRow | undefined
  /** What failed after it had been reported as done, and still matters. */
  lateFailures: LateFailure[]
  /** The latest refund, if it was refused and still matters. */
  refusedRefund: RefusedRefund | undefined
}> {
  const { record, running } = await readWithRunning(context, id)
  const [disputes, accounts, [note]] = await Promise.all([
    disputesOf(context, id),
    accountsById(context, record.accountId === null ? [] : [record.accountId]),
    notesOf(context, { subject: 'order', id }),
  ])
  const inProgress = await inProgressOf(context, record, running)
  const plan = (type: EventKind) => {
    try {
      return planEvent(record, inProgress, { type })
    } catch (error) {
      if (error instanceof KassaError) return undefined
      throw error
    }
  }
  const known = { noted: note?.created, isWithBank: isWithBank(disputedIn(disputes)) }
  const possible = allowedEvents(record, plan)
  const left = refundable(record, running, disputes)
  return {
    record,
    possible: possible.flatMap((allowed) =>
      allowed.type === 'refund' ? atMost(record, allowed, { left, all: plan('refund') }) : [allowed],
    ),
    disputes,
    isRunning: running.some(({ status }) => status === 'pending'),
    accepted: running.flatMap((operation) =>
      operation.status === 'accepted' ? [acceptedOf(operation)] : [],
    ),
    payer: accounts.get(record.accountId ?? ''),
    lateFailures: openLateFailures(record, known),
    refusedRefund: await refusedRefundOf(context, record, known),
  }
}

/**
 * Returns an order and its running operations. The operations are read first: one that ends in between is shown as
 * running, and not as if it had never begun.
 */
async function readWithRunning(context: Context, id: string) {
  const running = await runningOperations(context, id)
  return { running, record: await requireOrder(context, id) }
}

interface RefusedRefund {
  amount: bigint
  /** Why the card service refused: a decline code. */
  code: string
}

/** Returns the refused refund of an order with its amount, which only the operation has. */
async function refusedRefundOf(
  context: Context,
  record: OrderRecord,
  known: Parameters<typeof openRefusedRefund>[1],
): Promise<RefusedRefund | undefined> {
  const refused = openRefusedRefund(record, known)
  if (!refused) return undefined
  const operation = (await operationsOf(context, record.id)).find(({ id }) => id === refused.reference)
  return operation && { amount: operation.amount, code: refused.error?.code ?? '' }
}

/** An operation whose outcome the card service reports later. */
interface Accepted {
  type: EventKind
  amount: bigint
  /** For a payment that waits for the customer: until when it can be approved, in real time. */
  approvalUntil?: Date
}

function acceptedOf(operation: OperationRow): Accepted {
  const { kind, amount, firstSent } = operation
  return {
    type: isEventKind(kind) ? kind : 'charge',
    amount,
    ...(awaitsApproval(operation) && { approvalUntil: later(firstSent, approvalLife) }),
  }
}

/**
 * Limits a refund to what is left, and the units of each line to those that it pays for. `all`: what a refund without a
 * limit would move. A payment that is refunded as a whole or not at all cannot be limited.
 */
function atMost(
  { lines }: OrderRecord,
  allowed: AllowedEvent,
  { left, all }: { left: bigint; all: Move | undefined },
): AllowedEvent[] {
  if (left >= allowed.amount) return [allowed]
  const units =
    allowed.units?.map((count, place) => {
      const line = lines?.[place]
      const available = all?.units?.find((taken) => taken.line === place)?.units
      return count > 0 && line && available ? unitsWithin(line, available, left) : 0
    }) ?? null
  const isPossible = allowed.byAmount || units?.some((count) => count > 0)
  return left > 0n && isPossible ? [{ ...allowed, amount: left, units, inParts: true }] : []
}

/**
 * Returns what an event would move now, and what the card service would release with it, in minor units of the order's
 * currency. Throws the same errors as the event.
 */
export async function previewEvent(
  context: Context,
  { id, event }: { id: string; event: EventCreatable },
): Promise<{ amount: bigint; released: bigint }> {
  const { record, running } = await readWithRunning(context, id)
  const move = planEvent(record, await inProgressOf(context, record, running), event)
  await requireRefundable(context, record, { running, event, amount: move.amount })
  return { amount: move.amount, released: move.released }
}

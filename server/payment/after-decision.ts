import type { Day } from '../model/calendar'
import { describeFailure, notTriedAgain } from '../model/card/describe-failure'
import { chargeLimits } from '../model/order/limits'
import { applyMove, type EventKind, planMove } from '../model/order/rules'
import { allIn, nextRetry } from '../model/order/unpaid'
import type { MethodRow } from '../store/accounts'
import { eventKindOf, isEventKind, type OperationRow } from '../store/operations'
import { columnsOfPayment, paymentOf } from '../store/order-payment'
import { type EventRow, type OrderRow, orderStateOf } from '../store/orders'
import type { Accepted, Done, Refused } from './decision'
import type { RecordedEvent } from './notify'
import { newEvent } from './record-events'

/** A decision to record: it completes its operation, or says that the outcome follows later. */
export type Decided = Done | Accepted | Refused

/** Returns an operation as a decision leaves it. */
export function operationAfter(
  decision: Decided,
  settled: Date,
): Pick<
  OperationRow,
  | 'merchantId'
  | 'orderId'
  | 'place'
  | 'id'
  | 'attempts'
  | 'status'
  | 'serviceReference'
  | 'code'
  | 'origin'
  | 'settled'
> {
  const { merchantId, orderId, place, id, origin, attempts } = decision.operation
  const named = { merchantId, orderId, place, id, attempts, settled }
  if (decision.status === 'done') {
    return { ...named, status: 'done', serviceReference: decision.reference, code: null, origin }
  }
  if (decision.status === 'accepted') {
    const { reference: serviceReference } = decision
    return { ...named, status: 'accepted', serviceReference, code: null, origin, settled: null }
  }
  // Without its origin, the repeated request does not find this operation and begins another.
  const kept = decision.repeatable ? null : origin
  return { ...named, status: 'failed', serviceReference: null, code: decision.code, origin: kept }
}

/** Whether only the attempt that got this decision may complete the operation with it. */
export const isOfAttempt = (decision: Decided) => decision.status === 'failed' && !decision.final

/** Returns the order after a charge, cancellation or refund. A refused or accepted one leaves it as it was. */
export function orderAfterEvent(row: OrderRow, decision: Decided): OrderRow {
  const { kind, amount, units } = decision.operation
  if (decision.status !== 'done' || !isEventKind(kind)) return row
  const before = orderStateOf(row)
  const { shares, lines } = applyMove(before, kind, { amount, units })
  const charge = decision.captures && chargeLimits[decision.captures]
  return {
    ...row,
    ...shares,
    lines,
    authorisedUntil: shares.ordered === 0n ? null : row.authorisedUntil,
    ...(charge && { limits: { ...row.limits, charge } }),
  }
}

/**
 * Returns the release of the amount that a charge did not take, if the card service allows no further charge: a second
 * event of the same operation. Undefined if nothing was released.
 */
export function releaseAfter(
  { order: row, event }: RecordedEvent,
  decision: Decided,
): RecordedEvent | undefined {
  const released = decision.status === 'done' ? (decision.released ?? 0n) : 0n
  if (released === 0n || row.ordered === 0n) return undefined
  const before = orderStateOf(row)
  const move = planMove(before, [], { type: 'cancel' })
  const { shares, lines } = applyMove(before, 'cancel', move)
  const { sequence, date } = event
  return {
    order: { ...row, ...shares, lines, authorisedUntil: null },
    event: newEvent(decision.operation, {
      type: 'cancel',
      sequence: sequence + 1,
      date,
      amount: move.amount,
      reason: 'released',
      reference: null,
    }),
  }
}

/**
 * Returns the order after a payment succeeded or failed again. A card that was only tried leaves it as it was, unless
 * the default has changed since.
 */
export function orderAfterPayment(
  row: OrderRow,
  decision: Decided,
  { today, card, retryDays }: { today: Day; card: MethodRow | undefined; retryDays: readonly number[] },
): OrderRow {
  if (decision.status === 'accepted') return row
  const { amount, payer } = decision.operation
  const before = orderStateOf(row)
  const paidWith =
    payer && columnsOfPayment({ ...paymentOf(row), service: payer.service, ...payer.card }, row.merchantId)
  if (decision.status === 'done') {
    const { shares, lines } = allIn(before, 'charged', amount)
    const { reference: serviceReference } = decision
    return { ...row, ...shares, lines, ...paidWith, serviceReference, retryOn: null }
  }
  if (payer?.insteadOf !== undefined) {
    // The default was changed while this card was tried, so the payment is retried with it immediately.
    const isChanged = card && ![payer.insteadOf, payer.storedCard].includes(card.serviceReference)
    return isChanged ? { ...row, retryOn: today } : row
  }
  const failedOn = row.failedOn ?? today
  // The card was changed while the previous one was being charged, so the payment is retried immediately.
  const isChanged = card !== undefined && card.serviceReference !== payer?.storedCard
  const isGivenUp = row.denied > 0n
  const kept = payer?.returnUrl === undefined ? null : row.retryOn
  const scheduled = isGivenUp ? undefined : (kept ?? nextRetry(failedOn, retryDays, today))
  const retryOn = isChanged || (wasLost(decision) && !isGivenUp) ? today : scheduled
  // A payment that was given up stays given up until it is paid, even while a new card is charged.
  const state = isGivenUp || retryOn === undefined ? 'denied' : 'pending'
  const { shares, lines } = allIn(before, state, amount)
  return { ...row, ...shares, lines, ...paidWith, failedOn, retryOn: retryOn ?? null }
}

/**
 * Whether the request was lost, which is the fault of neither the card nor the payer. Proving that takes as long as the
 * card service remembers the request's key, so payments that are repeated because of it are at least that far apart. An
 * accepted request can be found missing earlier, so it does not count.
 */
const wasLost = ({ code, operation }: Refused): boolean =>
  code === 'never arrived' && operation.status === 'pending'

/** Returns the event of a decision on an order, which it leaves as `after`. */
export function eventOf(
  decision: Decided,
  { before, after, ...at }: Pick<EventRow, 'sequence' | 'date'> & { before: OrderRow; after: OrderRow },
): EventRow {
  const { operation } = decision
  const { items, amount } = operation
  const kind = eventKindOf(operation)
  if (!kind) throw new Error(`Operation ${operation.id} has no event of its own`)
  if (decision.status === 'done')
    return newEvent(operation, {
      ...at,
      type: kind,
      items,
      amount,
      recovers: recovers(kind, before.failedOn),
    })
  if (decision.status === 'accepted')
    return newEvent(operation, { ...at, type: 'accept', original: kind, items, amount })
  const error = {
    code: decision.code,
    description: [
      describeFailure(decision.code, kind),
      ...(operation.payer?.declined ? [notTriedAgain] : []),
    ].join(' '),
  }
  const isGivenUp = before.denied === 0n && after.denied > 0n
  return newEvent(operation, {
    ...at,
    type: 'fail',
    items,
    original: kind,
    error,
    recovers: isGivenUp ? false : null,
  })
}

/** Returns true for a charge, or its reversal, of an order whose payment had failed before; otherwise null. */
export const recovers = (kind: EventKind, failedOn: Day | null): true | null =>
  kind === 'charge' && failedOn !== null ? true : null

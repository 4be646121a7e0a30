import type { BookedPayment, ServiceMovement } from '../../model/card/books'
import type { DifferenceDetails, DifferenceKind } from '../../model/difference'
import { type EventReason, isRequested } from '../../model/order/reasons'
import { type EventKind, eventKinds, type Shares } from '../../model/order/rules'
import { eventKindOf, type OperationRow } from '../../store/operations'
import type { Change } from '../plan-changes'
import { counterpart } from './counterpart'

export type OurOperation = Pick<
  OperationRow,
  'id' | 'place' | 'kind' | 'status' | 'amount' | 'currency' | 'reason' | 'serviceReference' | 'code'
>

/** An order in Kassa's records: its own amounts, its events and its operations. */
export interface OurOrder {
  id: string
  reference: string | null
  service: string
  currency: string
  amount: bigint
  shares: Shares
  /** What its events moved. */
  moved: Record<EventKind, bigint>
  operations: readonly OurOperation[]
  lastSequence: number
}

/** A difference, with the changes that bring the order in line with the service; none if nothing is to be recorded. */
export interface Difference {
  kind: DifferenceKind
  /** Identifies the difference within its payment, and stays the same when its amounts change. */
  aspect: string
  details: DifferenceDetails
  changes: readonly Change[]
}

/** The totals charged, refunded and cancelled according to the order. */
export const movedOf = ({ charged, refunded, cancelled }: Shares): Record<EventKind, bigint> => ({
  charge: charged + refunded,
  refund: refunded,
  cancel: cancelled,
})

export const movedByService = ({
  charged,
  refunded,
  cancelled,
}: BookedPayment): Record<EventKind, bigint> => ({
  charge: charged,
  refund: refunded,
  cancel: cancelled,
})

/** Returns how an order differs from its payment at the card service, each difference once. */
export function compare(ours: OurOrder, theirs: BookedPayment): Difference[] {
  if (ours.currency !== theirs.currency) {
    const amounts = { here: `${ours.amount}`, there: `${theirs.amount}` }
    return [difference('currency', 'currency', { ...amounts, currency: ours.currency })]
  }
  const failed = failedPayment(ours, theirs)
  return [
    ...compareAuthorisation(ours, theirs),
    ...compareOwn(ours),
    ...(failed
      ? [failed]
      : [
          ...merged(compareKind(ours, theirs, 'charge'), compareKind(ours, theirs, 'cancel')),
          ...compareKind(ours, theirs, 'refund'),
        ]),
  ]
}

/**
 * A charge that differs changes what is released too, so both together are one difference. Reversals come first: the
 * other changes need the amount that they free.
 */
function merged(charges: readonly Difference[], cancels: readonly Difference[]): Difference[] {
  const charge = charges.find(({ aspect }) => aspect === 'charge')
  if (!charge) return [...charges, ...cancels]
  const changes = [charge, ...cancels].flatMap((each) => each.changes)
  const isBack = ({ type }: Change) => type === 'undone'
  return [{ ...charge, changes: [...changes.filter(isBack), ...changes.filter((each) => !isBack(each))] }]
}

/** Where an order and its events differ. */
export function compareOwn({ shares, moved: byEvents, currency }: OurOrder): Difference[] {
  const here = movedOf(shares)
  const event = eventKinds.find((kind) => here[kind] !== byEvents[kind])
  if (!event) return []
  const details = { currency, event, here: `${here[event]}`, there: `${byEvents[event]}` }
  return [difference('own records', 'events', details)]
}

const difference = (
  kind: DifferenceKind,
  aspect: string,
  details: DifferenceDetails,
  changes: readonly Change[] = [],
): Difference => ({ kind, aspect, details, changes })

function compareAuthorisation(ours: OurOrder, theirs: BookedPayment): Difference[] {
  const { amount, currency } = ours
  const begun =
    ours.operations.findLast(
      ({ kind, serviceReference }) => isFirst(kind) && serviceReference === ours.reference,
    ) ?? ours.operations.find(({ kind, id }) => isFirst(kind) && id === theirs.operation)
  if (amount !== theirs.amount)
    return [difference('amount', 'authorise', { currency, here: `${amount}`, there: `${theirs.amount}` })]
  if (!begun) return [difference('own records', 'authorise', { currency, here: `${amount}` })]
  if (isLabelledOtherwise(ours, theirs))
    return [difference('label', 'authorise', { currency, here: `${amount}` })]
  const to = { status: 'done', amount, currency } as const
  if (begun.status === to.status && begun.amount === amount && begun.currency === currency) return []
  // A payment of a subscription that failed later stays failed: nothing of it is left there.
  if (begun.kind === 'pay' && begun.status === 'failed' && isGone(theirs) && ours.shares.charged === 0n)
    return []
  const details = { currency, here: `${begun.amount}`, there: `${amount}`, operation: begun.id }
  return [
    difference(begun.status === 'done' ? 'own records' : 'state', 'authorise', details, [
      { type: 'corrected', operation: begun.id, to },
    ]),
  ]
}

/** Whether the service's record names no operation of this order. */
const isLabelledOtherwise = ({ operations }: OurOrder, { operation }: BookedPayment) =>
  !operations.some(({ id }) => id === operation)

const isFirst = (kind: OperationRow['kind']) => kind === 'authorise' || kind === 'pay'

const isGone = ({ charged, cancelled, amount }: BookedPayment) => charged === 0n && cancelled === amount

/** If nothing is left there of a payment that was charged here, it failed later. That is one difference, not several. */
function failedPayment(ours: OurOrder, theirs: BookedPayment): Difference | undefined {
  const here = movedOf(ours.shares)
  if (!isGone(theirs) || here.charge === 0n || here.charge !== ours.moved.charge) return undefined
  return difference(
    'state',
    'charge',
    { currency: ours.currency, event: 'charge', here: `${here.charge}`, there: '0' },
    undoAll(ours, `failed:${theirs.reference}`),
  )
}

/** Changes that reverse all charges of an order and cancel the rest. */
export function undoAll(ours: OurOrder, id: string): Change[] {
  const undone = (kind: 'charge' | 'refund') =>
    ours.operations
      .filter((each) => each.status === 'done' && each.amount > 0n && eventKindOf(each) === kind)
      .map(({ id: operation, amount }): Change => ({ type: 'undone', kind, amount, operation }))
  const open = ours.shares.ordered + ours.shares.charged + ours.shares.refunded
  const cancel: Change = { type: 'moved', id, kind: 'cancel', amount: open, reason: 'external' }
  return [...undone('refund'), ...undone('charge'), ...(open > 0n ? [cancel] : [])]
}

/** A movement or operation that lacks or differs from its counterpart, and by how much the order is wrong. */
interface Anomaly {
  kind: DifferenceKind
  id: string
  by: bigint
  details: DifferenceDetails
  changes: Change[]
  /** The change if the order is right, and only the record of the operation is wrong. */
  correction: Change[]
}

function compareKind(ours: OurOrder, theirs: BookedPayment, kind: EventKind): Difference[] {
  const { currency } = ours
  const here = movedOf(ours.shares)[kind]
  const there = movedByService(theirs)[kind]
  // Kassa's own records disagree, which is a separate difference.
  if (here !== ours.moved[kind] || followsFromAmount(ours, theirs, kind)) return []
  const anomalies = anomaliesOf(ours, theirs, kind)
  const explained = anomalies.reduce((sum, { by }) => sum + by, 0n)
  if (explained === there - here)
    return anomalies.map((each) =>
      difference(each.kind, `${kind}:${each.id}`, each.details, [
        ...(each.by === 0n ? [] : each.changes),
        ...each.correction,
      ]),
    )
  if (there === here) return theirs.recorded.has(kind) ? anomalies.map((each) => misrecorded(each, kind)) : []
  const details = { currency, event: kind, here: `${here}`, there: `${there}` }
  const corrections = anomalies.flatMap(({ correction }) => correction)
  if (there < here) {
    const undone: Change = { type: 'undone', kind, amount: here - there }
    const what = there === 0n ? (`${kind} missing there` as const) : 'amount'
    return [difference(what, kind, details, [undone, ...corrections])]
  }
  const isExpired = kind === 'cancel' && theirs.expired
  const reason: EventReason = isExpired ? 'expired' : 'external'
  const id = `${kind}:${theirs.reference}:${there}`
  const moved: Change = { type: 'moved', id, kind, amount: there - here, reason }
  const what = isExpired ? 'expired' : (`${kind} missing here` as const)
  return [difference(what, kind, details, [moved, ...corrections])]
}

/** Whether a total differs because another amount was authorised there, and not because of what the order can still charge. */
function followsFromAmount(ours: OurOrder, theirs: BookedPayment, kind: EventKind): boolean {
  const more = theirs.amount - ours.amount
  const by = movedByService(theirs)[kind] - movedOf(ours.shares)[kind]
  if (more === 0n || by !== more || kind === 'refund') return false
  return kind === 'cancel' || more < 0n || more > ours.shares.ordered
}

/** An anomaly of an order that is right: only the record of the operation is wrong. */
const misrecorded = ({ kind, id, details, correction }: Anomaly, event: EventKind): Difference =>
  difference(kind === 'amount' ? 'own records' : kind, `${event}:${id}`, details, correction)

function anomaliesOf(ours: OurOrder, theirs: BookedPayment, kind: EventKind): Anomaly[] {
  const movements = theirs.movements.filter((each) => each.kind === kind)
  const matched = new Set<ServiceMovement>()
  const ofOperations = ours.operations.flatMap((operation): Anomaly[] => {
    const movement = counterpart(theirs.movements, operation, ours.operations)
    if (movement) matched.add(movement)
    const isOfKind = eventKindOf(operation) === kind
    if (movement ? movement.kind !== kind : !isOfKind || operation.amount === 0n) return []
    return movement
      ? differing(operation, movement, ours.currency)
      : operation.status === 'done' && isRequested(operation.reason) && operation.kind !== 'pay'
        ? [missingThere(operation, kind)]
        : []
  })
  const unknown = movements.filter((each) => !matched.has(each) && each.status === 'done')
  return [...ofOperations, ...unknown.map((each) => missingHere(each, ours.currency))]
}

function missingThere(operation: OurOperation, event: EventKind): Anomaly {
  const { id, amount, currency } = operation
  return {
    kind: `${event} missing there`,
    id,
    by: -amount,
    details: { currency, event, here: `${amount}`, operation: id },
    changes: [{ type: 'undone', kind: event, amount, operation: id }],
    correction: [],
  }
}

function missingHere({ id, kind, amount, operation }: ServiceMovement, currency: string): Anomaly {
  return {
    kind: `${kind} missing here`,
    id,
    by: amount,
    details: { currency, event: kind, there: `${amount}`, ...(operation !== undefined && { operation }) },
    changes: [{ type: 'moved', id: `${kind}:${id}`, reference: id, kind, amount, reason: 'external' }],
    correction: [],
  }
}

function differing(operation: OurOperation, movement: ServiceMovement, currency: string): Anomaly[] {
  const { id, status, amount } = operation
  const { kind, amount: there } = movement
  const details = { currency, event: kind, here: `${amount}`, there: `${there}`, operation: id }
  const known = { id, details }
  if (movement.status === 'failed') {
    if (status !== 'done') return []
    const undone: Change = { type: 'undone', kind, amount, operation: id }
    return [{ ...known, kind: 'state', by: -amount, changes: [undone], correction: [] }]
  }
  if (movement.status === 'accepted') return []
  const isKind = eventKindOf(operation) === kind
  const to = {
    status: 'done',
    amount: there,
    currency,
    ...(!isKind && { kind }),
  } as const
  const correction: Change = { type: 'corrected', operation: id, to }
  if (status === 'failed') {
    const completed: Change = { type: 'completed', operation: id, reference: movement.id }
    return [{ ...known, kind: 'state', by: there, changes: [completed], correction: [correction] }]
  }
  const by = isKind ? there - amount : 0n
  if (by === 0n && isKind && operation.currency === currency) return []
  const moved: Change =
    by > 0n
      ? { type: 'moved', id: `${kind}:${movement.id}:${there}`, kind, amount: by, reason: 'external' }
      : { type: 'undone', kind, amount: -by }
  return [
    { ...known, kind: by === 0n ? 'own records' : 'amount', by, changes: [moved], correction: [correction] },
  ]
}

import type { EventKind } from './rules'

/** An event of an order, as far as failures are concerned. */
interface OrderEvent {
  type: EventKind | 'order' | 'accept' | 'fail'
  original: EventKind | null
  amount: bigint | null
  reference: string | null
  date: Date
}

/** An operation that the card service had reported as done or accepted, and that failed later. */
export interface LateFailure {
  kind: EventKind
  /** What it did not move after all, minus what has been moved instead since: minor units. */
  amount: bigint
  date: Date
}

/**
 * Returns what an event of type `fail` reverses of what had been reported as done or accepted, in minor units;
 * undefined for any other event. `events`: those of its order.
 */
export function failedLater(event: OrderEvent, events: readonly OrderEvent[]): bigint | undefined {
  if (event.type !== 'fail') return undefined
  if (event.amount !== null) return event.amount
  const accepted = events.find(
    ({ type, reference }) => type === 'accept' && reference !== null && reference === event.reference,
  )
  return accepted?.amount ?? undefined
}

/**
 * Returns the late failures of an order that still matter: the same amount has been neither moved again nor accepted to
 * be, and no note has been written since. Two kinds do not: an unpaid subscription payment is retried, and a refund is
 * not made again while the bank returns the money itself, or has done so. `noted`: when the last note was written.
 * `isWithBank`: whether a dispute about the order is open or lost.
 */
export function openLateFailures(
  { events, due }: { events: readonly OrderEvent[]; due: string | null },
  { noted, isWithBank }: { noted: Date | undefined; isWithBank: boolean },
): LateFailure[] {
  const isRetried = ({ original, amount }: OrderEvent) =>
    original === 'charge' && amount === null && due !== null
  let open: LateFailure[] = []
  const announced = new Set<string | null>()
  for (const event of events) {
    const { type, original, amount, reference, date } = event
    const failed = failedLater(event, events)
    if (failed !== undefined && failed > 0n && original && !isRetried(event))
      open.push({ kind: original, amount: failed, date })
    else if (type === 'accept' && original && amount !== null) {
      // It counts as moved. If it fails, it is itself what is open.
      open = replaced(open, original, amount)
      if (reference !== null) announced.add(reference)
    } else if (amount !== null && !announced.has(reference)) open = replaced(open, type, amount)
  }
  return open.filter(
    ({ kind, date }) => (noted === undefined || date > noted) && !(isWithBank && kind === 'refund'),
  )
}

/**
 * Returns the event of the latest refund that the card service refused at once, if it still matters: no refund has been
 * made or accepted since, no note has been written, and there is something left to refund that the bank does not have. A
 * refund that failed later is a late failure instead, also while making it again is refused.
 */
export function openRefusedRefund<E extends OrderEvent>(
  order: { events: readonly E[]; due: string | null; charged: bigint },
  known: { noted: Date | undefined; isWithBank: boolean },
): E | undefined {
  const { events, charged } = order
  const last = events.findLast(({ type, original }) => type === 'refund' || original === 'refund')
  if (last?.type !== 'fail' || failedLater(last, events) !== undefined) return undefined
  const isDealtWith = known.noted !== undefined && last.date <= known.noted
  if (charged === 0n || known.isWithBank || isDealtWith) return undefined
  return openLateFailures(order, known).some(({ kind }) => kind === 'refund') ? undefined : last
}

/** What is left of failures, the oldest first, after an event has moved an amount. */
function replaced(open: readonly LateFailure[], type: OrderEvent['type'], amount: bigint): LateFailure[] {
  let left = amount
  return open.flatMap((failure) => {
    // What could not be cancelled may be charged instead.
    const isReplacing = type === failure.kind || (failure.kind === 'cancel' && type === 'charge')
    if (!isReplacing) return [failure]
    const rest = failure.amount - left
    left = rest < 0n ? -rest : 0n
    return rest > 0n ? [{ ...failure, amount: rest }] : []
  })
}

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
 * Returns what an event of type `fail` takes back of what had been reported as done or accepted, in minor units;
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
 * Returns the late failures of an order that still matter: the same amount has not been moved again, and no note has
 * been written since. `noted`: when the last note was written. An unpaid subscription payment is not one of them, because it is
 * retried.
 */
export function openLateFailures(
  { events, due }: { events: readonly OrderEvent[]; due: string | null },
  noted: Date | undefined,
): LateFailure[] {
  const isRetried = ({ original, amount }: OrderEvent) =>
    original === 'charge' && amount === null && due !== null
  let open: LateFailure[] = []
  for (const event of events) {
    const failed = failedLater(event, events)
    if (failed !== undefined && failed > 0n && event.original && !isRetried(event))
      open.push({ kind: event.original, amount: failed, date: event.date })
    else if (event.amount !== null) open = replaced(open, event.type, event.amount)
  }
  return open.filter(({ date }) => noted === undefined || date > noted)
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

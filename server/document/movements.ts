import type { Movement } from '../model/document/movement'
import type { OperationRow } from '../store/operations'
import type { EventRow } from '../store/orders'

export type DatedMovement = Movement & { date: Date }

/** Returns the movements of money among an order's events. `operations` are those that know their units. */
export function movementsOf(
  events: readonly EventRow[],
  operations: readonly Pick<OperationRow, 'id' | 'units'>[],
): DatedMovement[] {
  const unitsOf = new Map(operations.map(({ id, units }) => [id, units]))
  return events.flatMap(({ type, original, sequence, amount, reference, date }) => {
    const isReversal = type === 'fail'
    const kind = isReversal ? original : type
    // A release that was reversed moved no money.
    if (amount === null || (kind !== 'charge' && kind !== 'refund')) return []
    return {
      sequence,
      kind,
      isReversal,
      amount,
      units: unitsOf.get(reference ?? '') ?? null,
      reference,
      date,
    }
  })
}

import type { Owed } from '@/server/customer/owed'
import type { NoteName } from './true-note'

/**
 * Returns the note about payments with a card. `left`: those that are still owed. If all of them are running, none has
 * failed: an earlier press of the same button may have begun them.
 */
export function paymentNote<Name extends NoteName>(
  left: readonly Pick<Owed, 'isRunning'>[],
  { paid, unpaid }: { paid: Name; unpaid: Name },
): Name | 'later' {
  if (left.length === 0) return paid
  return left.every(({ isRunning }) => isRunning) ? 'later' : unpaid
}

import type { Owed } from '@/server/customer/owed'
import type { NoteName } from './true-note'

/**
 * Returns the note that says how payments ended which a card was to make. `left`: what of them is still owed. While all
 * of it is being paid, nothing has failed: another press of the same button may have begun the payments.
 */
export function paymentNote<Name extends NoteName>(
  left: readonly Pick<Owed, 'isRunning'>[],
  { paid, unpaid }: { paid: Name; unpaid: Name },
): Name | 'later' {
  if (left.length === 0) return paid
  return left.every(({ isRunning }) => isRunning) ? 'later' : unpaid
}

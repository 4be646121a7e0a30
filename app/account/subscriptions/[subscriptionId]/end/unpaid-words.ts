import { sumsOf } from '@/server/customer/owed'
import type { OrderRow } from '@/server/store/orders'
import type { Words } from '../../../../_parts/customer/words'

/** What remains due, and whether the card is charged for it again: for all of it, or nothing is said about the card. */
export function unpaidInWords(
  unpaid: readonly { amount: bigint; order: Pick<OrderRow, 'currency' | 'denied'> }[],
  { hasCard, words: { say, sums } }: { hasCard: boolean; words: Words },
): string {
  const isRetried = hasCard && unpaid.every(({ order }) => order.denied === 0n)
  return [
    say('subscription.endUnpaid', { amount: sums(sumsOf(unpaid)) }),
    ...(isRetried ? [say('subscription.endRetried')] : []),
  ].join(' ')
}

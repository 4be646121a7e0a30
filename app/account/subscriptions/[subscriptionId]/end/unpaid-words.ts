import { sumPerCurrency } from '@/server/model/money/sum-per-currency'
import type { UnpaidOrder } from '@/server/subscription/unpaid-orders'
import type { Words } from '../../../../_parts/customer/words'

/** What remains due, and whether the card is charged for it again: for all of it, or nothing is said about the card. */
export function unpaidInWords(
  unpaid: readonly Pick<UnpaidOrder, 'amount' | 'currency' | 'givenUp'>[],
  { hasCard, words: { say, sums } }: { hasCard: boolean; words: Words },
): string {
  const isRetried = hasCard && unpaid.every(({ givenUp }) => !givenUp)
  return [
    say('subscription.endUnpaid', { amount: sums(sumPerCurrency(unpaid)) }),
    ...(isRetried ? [say('subscription.endRetried')] : []),
  ].join(' ')
}

import type { Money } from '@/server/model/money/money'
import type { ActivityItem } from '../../../_parts/activity'
import type { OrderDetail } from './order-action'

type Known = Pick<
  OrderDetail['disputes'][number],
  'id' | 'state' | 'isInquiry' | 'opened' | 'decided' | 'amount' | 'currency' | 'reason'
>

/**
 * The opening of a dispute, and its decision, as the activity of its order shows them: one item if it was decided before
 * Kassa learned of it.
 */
export function disputeItems(
  { id, state, isInquiry, opened, decided, reason, ...of }: Known,
  money: (of: Money) => string,
): ActivityItem[] {
  const amount = money(of)
  const known = { icon: 'dispute', by: 'the customer’s bank' } as const
  const outcome = state === 'won' || state === 'lost' ? outcomes[state] : undefined
  const isOneItem = outcome !== undefined && decided === null && !isInquiry
  const opening: ActivityItem = {
    ...{ ...known, key: `dispute ${id}`, at: opened, tone: isOneItem ? outcome.tone : 'amber' },
    title: isInquiry
      ? `Inquiry about ${amount}`
      : `Dispute over ${amount} opened${isOneItem ? ` and ${state}` : ''}`,
    more: [`Reason: ${reason}`, isOneItem && outcome.more].filter(Boolean).join('. '),
  }
  if (decided === null || !outcome) return [opening]
  const decision: ActivityItem = {
    ...{ ...known, ...outcome, key: `dispute ${id} decided`, at: decided },
    title: `Dispute over ${amount} ${state}`,
  }
  return [decision, opening]
}

const outcomes = {
  won: { tone: 'green', more: undefined },
  lost: { tone: 'red', more: 'The bank returned the money.' },
} as const satisfies Record<string, Pick<ActivityItem, 'tone' | 'more'>>

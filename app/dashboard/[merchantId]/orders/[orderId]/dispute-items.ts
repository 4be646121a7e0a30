import type { Money } from '@/server/model/money/money'
import type { ActivityItem } from '../../../_parts/activity'
import type { OrderDetail } from './order-action'

type Known = Pick<
  OrderDetail['disputes'][number],
  'id' | 'state' | 'isInquiry' | 'opened' | 'decided' | 'amount' | 'currency' | 'reason'
>

/** The opening of a dispute, and its decision, as the activity of its order shows them. */
export function disputeItems(
  { id, state, isInquiry, opened, decided, reason, ...of }: Known,
  money: (of: Money) => string,
): ActivityItem[] {
  const amount = money(of)
  const known = { icon: 'dispute' } as const
  const items: ActivityItem[] = [
    {
      ...{ ...known, key: `dispute ${id}`, at: opened, tone: 'amber', by: 'the customer’s bank' },
      title: isInquiry ? `Inquiry about ${amount}` : `Dispute over ${amount} opened`,
      more: `Reason: ${reason}`,
    },
  ]
  if (decided === null) return items
  const decision: ActivityItem = {
    ...{ ...known, key: `dispute ${id} decided`, at: decided, by: 'the customer’s bank' },
    ...(state === 'won'
      ? { tone: 'green', title: `Dispute over ${amount} won` }
      : { tone: 'red', title: `Dispute over ${amount} lost`, more: 'The bank returned the money.' }),
  }
  return [decision, ...items]
}

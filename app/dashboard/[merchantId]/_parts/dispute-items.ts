import type { Money } from '@/server/model/money/money'
import type { DisputeRow } from '@/server/settlement/disputes'
import type { ActivityItem } from '../../_parts/activity'

type Known = Pick<
  DisputeRow,
  'id' | 'state' | 'isInquiry' | 'opened' | 'decided' | 'amount' | 'currency' | 'reason'
>

const known = { icon: 'dispute', by: 'the customer’s bank' } as const

const outcomes = {
  won: { tone: 'green', more: undefined },
  lost: { tone: 'red', more: 'The bank returned the money.' },
} as const satisfies Record<string, Pick<ActivityItem, 'tone' | 'more'>>

const outcomeOf = (state: Known['state']) =>
  state === 'won' || state === 'lost' ? outcomes[state] : undefined

/** The opening of a dispute as an activity shows it, with its outcome if it was decided before Kassa learned of it. */
export function disputeOpening(dispute: Known, money: (of: Money) => string): ActivityItem {
  const { id, state, isInquiry, opened, decided, reason } = dispute
  const outcome = decided === null && !isInquiry ? outcomeOf(state) : undefined
  const amount = money(dispute)
  return {
    ...{ ...known, key: `dispute ${id}`, at: opened, tone: outcome?.tone ?? 'amber' },
    title: isInquiry
      ? `Inquiry about ${amount}`
      : `Dispute over ${amount} opened${outcome ? ` and ${state}` : ''}`,
    more: [`Reason: ${reason}`, outcome?.more].filter(Boolean).join('. '),
  }
}

/** The decision of a dispute as an activity shows it; undefined if Kassa did not learn when it was made. */
export function disputeDecision(dispute: Known, money: (of: Money) => string): ActivityItem | undefined {
  const { id, state, decided } = dispute
  const outcome = outcomeOf(state)
  if (decided === null || !outcome) return undefined
  return {
    ...{ ...known, ...outcome, key: `dispute ${id} decided`, at: decided },
    title: `Dispute over ${money(dispute)} ${state}`,
  }
}

/** The opening of a dispute and its decision, the latest first. */
export function disputeItems(dispute: Known, money: (of: Money) => string): ActivityItem[] {
  const opening = disputeOpening(dispute, money)
  const decision = disputeDecision(dispute, money)
  return decision ? [decision, opening] : [opening]
}

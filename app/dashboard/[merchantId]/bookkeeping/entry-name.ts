import type { ListedEntry } from '@/server/journal/list-entries'
import type { JournalKind } from '@/server/model/journal'

const names: Record<JournalKind, string> = {
  charge: 'Charge',
  refund: 'Refund',
  reversal: 'Reversal',
  dispute: 'Dispute',
  fee: 'Fee',
  payout: 'Payout',
  'write-off': 'Dispute lost',
  other: 'Other',
}

/** What gives money back that an entry of the same kind has taken. */
const opposites: Partial<Record<JournalKind, string>> = {
  dispute: 'Dispute won',
  'write-off': 'Dispute lost, reversed',
}

/** The name of an entry in the list. Opposite movements have different names. */
export function entryName({
  kind,
  amount,
  isReturnedPayout,
}: Pick<ListedEntry, 'kind' | 'amount' | 'isReturnedPayout'>): string {
  if (isReturnedPayout) return 'Failed payout, returned'
  return (amount > 0n && opposites[kind]) || names[kind]
}

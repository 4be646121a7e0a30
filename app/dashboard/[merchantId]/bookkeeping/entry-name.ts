import type { ListedEntry } from '@/server/journal/list-entries'
import type { JournalKind } from '@/server/model/journal'

const names: Record<JournalKind, string> = {
  charge: 'Charge',
  refund: 'Refund',
  reversal: 'Charge failed',
  dispute: 'Dispute',
  fee: 'Fee',
  payout: 'Payout',
  'write-off': 'Dispute lost',
  other: 'Other',
}

/** The names of entries that add money, if those of the same kind that take it have others. */
const opposites: Partial<Record<JournalKind, string>> = {
  dispute: 'Dispute won',
  reversal: 'Refund failed',
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

/** What moved money. `reversal`: a recorded charge or refund failed later. */
export const journalKinds = [
  'charge',
  'refund',
  'reversal',
  'dispute',
  'fee',
  'payout',
  'write-off',
  'other',
] as const
export type JournalKind = (typeof journalKinds)[number]

/** The part of an entry that has one VAT rate: minor units as text, with the sign of the entry. */
export interface EntryVat {
  /** Percent; null if no rate is known. */
  rate: number | null
  net: string
  vat: string
}

import type { EntryKind, PayoutState } from '@/server/model/card/settlement'
import type { Outputs } from '../../../_parts/merchant'

type Parts = Outputs['payout']['get']['parts']

const colours = { 'on its way': 'blue', paid: 'green', failed: 'red', cancelled: undefined } as const

export const colourOf = (state: PayoutState) => colours[state]

/** The amount of the entries of a kind, before fees. Money that leaves the balance is negative. */
export const amountOf = (parts: Parts, kind: EntryKind): bigint =>
  parts.find((part) => part.kind === kind)?.amount ?? 0n

/** All fees: those kept of other entries, and those that are entries of their own. */
export const feesOf = (parts: Parts): bigint =>
  parts.reduce((sum, { kind, amount, fee }) => sum + fee - (kind === 'fee' ? amount : 0n), 0n)

export const namesOfKinds: Record<EntryKind, string> = {
  charge: 'Charges',
  refund: 'Refunds',
  'failed refund': 'Failed refunds, returned',
  dispute: 'Disputes',
  'dispute reversal': 'Disputes won',
  fee: 'Fees of the card service',
  'failed payout': 'Failed payouts, returned',
  other: 'Other movements',
}

export const nameOfEntry: Record<EntryKind, string> = {
  charge: 'Charge',
  refund: 'Refund',
  'failed refund': 'Failed refund',
  dispute: 'Dispute',
  'dispute reversal': 'Dispute won',
  fee: 'Fee',
  'failed payout': 'Failed payout',
  other: 'Other',
}

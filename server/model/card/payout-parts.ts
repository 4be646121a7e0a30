import type { EntryKind } from './settlement'

/** The entries of a kind in a payout: their amounts before fees, and the fees that were deducted. */
interface PartOfPayout {
  kind: EntryKind
  amount: bigint
  fee: bigint
}

/** The amount of the entries of a kind, before fees. Money that leaves the balance is negative. */
export const amountOf = (parts: readonly PartOfPayout[], kind: EntryKind): bigint =>
  parts.find((part) => part.kind === kind)?.amount ?? 0n

/** All fees: those deducted from other entries, and those with their own entries. */
export const feesOf = (parts: readonly PartOfPayout[]): bigint =>
  parts.reduce((sum, { kind, amount, fee }) => sum + fee - (kind === 'fee' ? amount : 0n), 0n)

/** What is neither a charge, nor a refund, nor a fee: disputes, and whatever else makes up the amount of the payout. */
export const otherOf = ({ amount, parts }: { amount: bigint; parts: readonly PartOfPayout[] }): bigint =>
  amount - amountOf(parts, 'charge') - amountOf(parts, 'refund') + feesOf(parts)

import type { EntryKind } from './settlement'

/** The entries of a kind in a payout: their amounts before fees, and the fees that were kept of them. */
interface Part {
  kind: EntryKind
  amount: bigint
  fee: bigint
}

/** The amount of the entries of a kind, before fees. Money that leaves the balance is negative. */
export const amountOf = (parts: readonly Part[], kind: EntryKind): bigint =>
  parts.find((part) => part.kind === kind)?.amount ?? 0n

/** All fees: those kept of other entries, and those that are entries of their own. */
export const feesOf = (parts: readonly Part[]): bigint =>
  parts.reduce((sum, { kind, amount, fee }) => sum + fee - (kind === 'fee' ? amount : 0n), 0n)

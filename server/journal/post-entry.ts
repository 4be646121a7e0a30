import type { PostingKey } from '../model/chart'
import type { EntryVat, JournalKind } from '../model/journal'

/** An amount in minor units on two accounts: it is added to the debit side of `debit` and the credit side of `credit`. */
export interface Posting {
  debit: PostingKey
  credit: PostingKey
  /** Never zero. Negative if the sides are the other way round. */
  amount: bigint
  /** Of sales and their VAT: the rate. */
  rate?: number | null
}

interface Posted {
  kind: JournalKind
  amount: bigint
  vat: readonly EntryVat[]
}

const credits = {
  dispute: 'disputed',
  fee: 'fees',
  payout: 'bank',
  other: 'other',
} as const

/**
 * Returns the double entries of a journal entry. Each moves one amount between two accounts, so that every voucher
 * balances, whatever the amounts.
 */
export function postEntry({ kind, amount, vat }: Posted): Posting[] {
  const postings: Posting[] = []
  if (kind === 'charge' || kind === 'refund' || kind === 'reversal') {
    for (const part of vat) postings.push(...postSale(part))
  } else if (kind === 'write-off') postings.push({ debit: 'disputed', credit: 'losses', amount })
  else postings.push({ debit: 'receivable', credit: credits[kind], amount })
  return postings.filter((posting) => posting.amount !== 0n)
}

const postSale = ({ rate, net, vat }: EntryVat): Posting[] => [
  {
    debit: 'receivable',
    credit: rate === null ? 'sales.unknown' : `sales.${rate}`,
    amount: BigInt(net),
    rate,
  },
  { debit: 'receivable', credit: rate === null ? 'vat.other' : `vat.${rate}`, amount: BigInt(vat), rate },
]

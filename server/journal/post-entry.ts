import type { PostingKey } from '../model/chart'
import type { ZeroVatCategory } from '../model/document/content'
import type { EntryVat, JournalKind } from '../model/journal'
import type { ossSalesOf } from '../model/oss'

/** An amount in minor units on two accounts: it is added to the debit side of `debit` and the credit side of `credit`. */
export interface Posting {
  debit: PostingKey
  credit: PostingKey
  /** Never zero. Negative if the sides are the other way round. */
  amount: bigint
}

interface Posted {
  kind: JournalKind
  amount: bigint
  vat: readonly EntryVat[]
  /** The VAT category of the document's lines at 0 %; null if there are none, or if it is not known yet. */
  zeroVat: ZeroVatCategory | null
  /** The country of the buyer's address. */
  country: string | null
  /** The buyer's VAT number. */
  vatNumber: string | null
}

const credits = {
  dispute: 'disputed',
  fee: 'fees',
  payout: 'bank',
  other: 'other',
} as const

interface PostingOptions {
  /** Which sales have VAT that is reported through the One-Stop Shop. */
  isOss: ReturnType<typeof ossSalesOf>
  /** Which rates have accounts for sales that compute the VAT themselves, as in DATEV's programs. */
  isAutomatic?: (rate: number | null) => boolean
}

/**
 * Returns the double entries of a journal entry. Each moves one amount between two accounts, so that every voucher
 * balances, whatever the amounts.
 */
export function postEntry(
  { kind, amount, vat, zeroVat, country, vatNumber }: Posted,
  { isOss, isAutomatic = () => false }: PostingOptions,
): Posting[] {
  const postings: Posting[] = []
  if (kind === 'charge' || kind === 'refund' || kind === 'reversal') {
    for (const part of vat) {
      const { rate } = part
      const sale = isOss({ rate, country, hasVatNumber: vatNumber !== null })
        ? postSale(part, ['sales.oss', 'vat.oss'], false)
        : postSale(part, keysOf(rate, zeroVat), isAutomatic(rate))
      postings.push(...sale)
    }
  } else if (kind === 'write-off') postings.push({ debit: 'disputed', credit: 'losses', amount })
  else postings.push({ debit: 'receivable', credit: credits[kind], amount })
  return postings.filter((posting) => posting.amount !== 0n)
}

/**
 * An account that computes the VAT gets the net amount with exactly the VAT that it computes. If the document's VAT
 * differs by a cent, because it was rounded by line, the cent goes to the VAT account.
 */
function postSale(
  { rate, net, vat }: EntryVat,
  [sales, tax]: readonly [PostingKey, PostingKey],
  isAutomatic: boolean,
): Posting[] {
  const computed = isAutomatic && rate !== null ? vatOn(BigInt(net), rate) : 0n
  return [
    { debit: 'receivable', credit: sales, amount: BigInt(net) + computed },
    { debit: 'receivable', credit: tax, amount: BigInt(vat) - computed },
  ]
}

const salesAbroad: Partial<Record<ZeroVatCategory, PostingKey>> = {
  AE: 'sales.reverse-charge',
  K: 'sales.intra-community',
  G: 'sales.export',
}

/** What sales at a rate and their VAT are posted to. */
function keysOf(rate: number | null, zeroVat: ZeroVatCategory | null): [PostingKey, PostingKey] {
  if (rate === null) return ['sales.unknown', 'vat.other']
  const sales = (rate === 0 && zeroVat && salesAbroad[zeroVat]) || (`sales.${rate}` as const)
  return [sales, `vat.${rate}`]
}

/** The VAT on a net amount, rounded half away from zero. `rate`: whole percent. */
function vatOn(net: bigint, rate: number): bigint {
  const size = ((net < 0n ? -net : net) * BigInt(rate) * 2n + 100n) / 200n
  return net < 0n ? -size : size
}

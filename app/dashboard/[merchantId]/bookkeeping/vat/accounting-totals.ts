import type { CountrySum } from '@/server/journal/sum-vat'
import { vatCurrencyOf } from '@/server/model/document/vat-currency'
import type { Money } from '@/server/model/money/money'

type Row = Pick<CountrySum, 'vat' | 'accountingVat'>

/**
 * The currencies in which documents in `currency` state their VAT: that of the merchant's country, `home`, and before a move
 * that of another. Empty if they state it in `currency` only.
 */
export function accountingCurrencies(
  rows: readonly Row[],
  { home, currency }: { home: string; currency: string },
): string[] {
  const stated = new Set(rows.flatMap(({ accountingVat }) => accountingVat ?? []).map((sum) => sum.currency))
  const expected = vatCurrencyOf(home)
  const isExpected = rows.some(({ vat }) => vat !== 0n) && expected !== currency
  return stated.size > 0 ? [...stated].sort() : isExpected && expected ? [expected] : []
}

/**
 * The VAT of rows in each of these currencies, without those in which there is none; a zero in the first one if there is
 * none at all. Undefined if documents of a row do not state it.
 */
export function accountingTotal(
  rows: readonly Row[],
  currencies: readonly string[],
): readonly Money[] | undefined {
  if (rows.some(({ vat, accountingVat }) => vat !== 0n && !accountingVat)) return undefined
  const parts = rows.flatMap(({ accountingVat }) => accountingVat ?? [])
  const sums = currencies.map((currency) => ({
    amount: parts.reduce((sum, part) => (part.currency === currency ? sum + part.amount : sum), 0n),
    currency,
  }))
  const some = sums.filter(({ amount }) => amount !== 0n)
  return some.length > 0 ? some : sums.slice(0, 1)
}

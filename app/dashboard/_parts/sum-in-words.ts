import type { Money } from '@/server/model/money/money'
import { sumPerCurrency } from '@/server/model/money/sum-per-currency'

/** Sums amounts per currency and formats them: "249,00 kr", or "249,00 kr and €5.00". Undefined without amounts. */
export function sumInWords(amounts: readonly Money[], money: (of: Money) => string): string | undefined {
  const written = sumPerCurrency(amounts).map(money)
  return written.length > 0 ? new Intl.ListFormat('en-GB').format(written) : undefined
}

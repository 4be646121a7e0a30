import type { Money } from '@/server/model/money/money'

/** Sums amounts per currency and formats them: "249,00 kr", or "249,00 kr and €5.00". Undefined without amounts. */
export function sumInWords(amounts: readonly Money[], money: (of: Money) => string): string | undefined {
  const sums = new Map<string, bigint>()
  for (const { amount, currency } of amounts) sums.set(currency, (sums.get(currency) ?? 0n) + amount)
  const written = [...sums].map(([currency, sum]) => money({ amount: sum, currency }))
  return written.length > 0 ? new Intl.ListFormat('en-GB').format(written) : undefined
}

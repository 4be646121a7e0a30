import type { Money } from './money'

// Separate from `money.ts`: pages add up amounts without loading its arithmetic.

/** Adds up amounts per currency, in the order in which the currencies first appear. */
export function sumPerCurrency(amounts: readonly Money[]): Money[] {
  const sums = new Map<string, bigint>()
  for (const { amount, currency } of amounts) sums.set(currency, (sums.get(currency) ?? 0n) + amount)
  return [...sums].map(([currency, amount]) => ({ amount, currency }))
}

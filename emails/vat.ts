import Big from 'big.js'
import type { MailLine } from '@/server/model/mail'

/** Returns the VAT included in the lines per rate, lowest first: minor units as text, rounded per rate, half away from zero. */
export function vatByRate(lines: readonly MailLine[]): { rate: number; amount: string }[] {
  const totals = new Map<number, bigint>()
  for (const { vat, total } of lines) totals.set(vat, (totals.get(vat) ?? 0n) + BigInt(total))
  return [...totals]
    .filter(([rate]) => rate > 0)
    .sort(([one], [other]) => one - other)
    .map(([rate, total]) => ({ rate, amount: vatIn(total, rate) }))
}

const vatIn = (total: bigint, rate: number): string =>
  new Big(total.toString())
    .times(String(rate))
    .div(new Big(String(rate)).plus(100))
    .round(0, Big.roundHalfUp)
    .toFixed(0)

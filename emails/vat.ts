import { vatIn } from '@/server/model/document/vat'
import type { MailLine, MailVat } from '@/server/model/mail'

/** Returns the VAT included in whole lines per rate, lowest first. It is rounded per line, as in documents. */
export function vatByRate(lines: readonly MailLine[]): MailVat[] {
  const totals = new Map<number, bigint>()
  for (const { vat, total } of lines) totals.set(vat, (totals.get(vat) ?? 0n) + vatIn(BigInt(total), vat))
  return [...totals]
    .filter(([rate]) => rate > 0)
    .sort(([one], [other]) => one - other)
    .map(([rate, vat]) => ({ rate, amount: `${vat}` }))
}

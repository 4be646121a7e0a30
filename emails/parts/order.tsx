import { schemeName } from '@/server/model/card/scheme-name'
import { isolated } from '@/server/model/isolated'
import type { MailCard, MailData, MailLine, MailMoney, MailVat } from '@/server/model/mail'
import { withoutUnitOf } from '@/server/model/money/format-money'
import type { Surroundings } from '../letter'
import { vatByRate } from '../vat'
import type { LabelledValue } from './rows'

type OrderMailData =
  | MailData['refund']
  | MailData['payment-approval']
  | MailData['payment-failed']
  | MailData['payment-given-up']

/** "Visa ending in 1111". */
export const cardInWords = ({ scheme, last4 }: MailCard, { texts }: Surroundings): string =>
  texts.card(scheme === 'unknown' ? undefined : schemeName(scheme), last4)

/** Returns a row per line, the total and the VAT in it. Without `vat`, that is the VAT of the lines. */
export function lineRows(
  lines: readonly MailLine[],
  total: MailMoney,
  surroundings: Surroundings,
  {
    label = surroundings.texts.labels.total,
    vat = vatByRate(lines),
  }: { label?: string; vat?: readonly MailVat[] | undefined } = {},
): LabelledValue[] {
  const { texts, format } = surroundings
  const { currency } = total
  const money = (amount: string) => format.money({ amount, currency })
  const sum: LabelledValue = { label, value: format.money(total), tone: 'strong' }
  return [
    ...lines.map((line) => ({ label: itemInWords(line, surroundings), value: money(line.total) })),
    sum,
    ...vat.map(
      ({ rate, amount }): LabelledValue => ({
        label: texts.includingVat(format.number(rate)),
        value: money(amount),
        tone: 'part',
      }),
    ),
  ]
}

/** Formats an item: "2 × Cup", "1.5 kg Coffee", or just the name for a single item. */
function itemInWords({ name, quantity, unit }: MailLine, { texts, format }: Surroundings): string {
  const item = name === undefined ? texts.labels.item : isolated(name)
  if (unit !== undefined) return `${format.number(quantity)} ${unit} ${item}`
  return quantity === 1 ? item : `${format.number(quantity)} × ${item}`
}

/** Returns what has been paid and refunded of an order in total; nothing if all of it is paid and nothing refunded. */
export function standingRows(
  { standing, currency }: MailData['receipt'] | MailData['refund'],
  { texts, format }: Surroundings,
): LabelledValue[] {
  if (!standing || standing.paid === standing.total) return []
  const money = (amount: string) => format.money({ amount, currency })
  const total = money(standing.total)
  const of = (amount: string) => texts.partOf(withoutUnitOf(total, money(amount)), total)
  // What was refunded had been paid.
  const paid = BigInt(standing.paid) + BigInt(standing.refunded)
  return [
    { label: texts.labels.paidInAll, value: of(`${paid}`) },
    ...(standing.refunded === '0'
      ? []
      : [{ label: texts.labels.refundedInAll, value: of(standing.refunded) }]),
  ]
}

/** Returns the rows that identify the order, at the merchant and on a bank statement. */
export function orderRows(
  { order, number, card }: OrderMailData,
  surroundings: Surroundings,
): LabelledValue[] {
  const { labels } = surroundings.texts
  return [
    { label: labels.order, value: number ?? order },
    ...(card ? [{ label: labels.card, value: cardInWords(card, surroundings) }] : []),
  ]
}

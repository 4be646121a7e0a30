'use client'

import { Heads } from '@/app/_parts/heads'
import type { JournalKind } from '@/server/model/journal'
import { Section } from '../../_parts/detail'
import { useMerchant } from '../../_parts/merchant'
import sums from '../../_parts/sums.module.css'
import type { PeriodBooks } from './books'

type ShownRateSum = PeriodBooks['rates'][number]
type BooksPart = ShownRateSum['charged']

const zero: BooksPart = { net: 0n, vat: 0n }
const plus = (one: BooksPart, other: BooksPart): BooksPart => ({
  net: one.net + other.net,
  vat: one.vat + other.vat,
})
const minus = ({ net, vat }: BooksPart): BooksPart => ({ net: -net, vat: -vat })
const isSome = ({ net, vat }: BooksPart) => net !== 0n || vat !== 0n

/** The totals of a currency: what was sold, by rate, and what happened at the card service. */
export function Totals({
  currency,
  isOnly,
  books,
}: {
  currency: string
  isOnly: boolean
  books: PeriodBooks
}) {
  const { percent } = useMerchant()
  const rateInWords = (rate: number | null) => (rate === null ? 'VAT not known' : `${percent(rate)} VAT`)
  const rates = books.rates.filter((row) => row.currency === currency)
  const charged = rates.map(({ charged: part }) => part).reduce(plus, zero)
  const refunded = rates.map(({ refunded: part }) => part).reduce(plus, zero)
  return (
    <Section title={isOnly ? 'Totals' : `Totals in ${currency}`}>
      {rates.length > 0 && (
        <table className={`${sums.sums} ${sums.stacked}`}>
          <Heads names={['Sales', 'Net', 'VAT', 'Total']} />
          <tbody>
            {rates.map(
              (row) =>
                isSome(row.charged) && (
                  <Row
                    key={`charged ${row.rate}`}
                    name={`Charges, ${rateInWords(row.rate)}`}
                    part={row.charged}
                    currency={currency}
                  />
                ),
            )}
            {rates.map(
              (row) =>
                isSome(row.refunded) && (
                  <Row
                    key={`refunded ${row.rate}`}
                    name={`Refunds, ${rateInWords(row.rate)}`}
                    part={minus(row.refunded)}
                    currency={currency}
                  />
                ),
            )}
          </tbody>
          <tfoot>
            <Row name="Charges less refunds" part={plus(charged, minus(refunded))} currency={currency} />
          </tfoot>
        </table>
      )}
      <CardService currency={currency} books={books} />
    </Section>
  )
}

function Row({ name, part: { net, vat }, currency }: { name: string; part: BooksPart; currency: string }) {
  const { money } = useMerchant()
  return (
    <tr>
      <th scope="row">{name}</th>
      {[net, vat, net + vat].map((amount, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns are always the same
        <td key={place}>{money({ amount, currency })}</td>
      ))}
    </tr>
  )
}

const names: Partial<Record<JournalKind, string>> = {
  fee: 'Fees',
  dispute: 'Disputes',
  payout: 'Paid out to your bank',
  other: 'Other movements',
}

/** Other changes of what the card service owes the merchant, and losses, which move no money. */
function CardService({ currency, books: { kinds } }: { currency: string; books: PeriodBooks }) {
  const { money, number } = useMerchant()
  const rows = kinds.filter((row) => row.currency === currency)
  const shown = rows.filter(({ kind }) => names[kind] !== undefined)
  const losses = rows.find(({ kind }) => kind === 'write-off')
  if (shown.length === 0 && !losses) return null
  const balance = rows.reduce((sum, { kind, amount }) => (kind === 'write-off' ? sum : sum + amount), 0n)
  return (
    <table className={sums.sums}>
      <Heads names={['At the card service', 'Total']} />
      <tbody>
        {shown.map(({ kind, count, amount }) => (
          <tr key={kind}>
            <th scope="row">
              {names[kind]} <span>{number(count)}</span>
            </th>
            <td>{money({ amount, currency })}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Change in balance, including sales</th>
          <td>{money({ amount: balance, currency })}</td>
        </tr>
        {losses && (
          <tr>
            <th scope="row">Lost disputes, counted above or in an earlier period</th>
            <td>{money({ amount: losses.amount, currency })}</td>
          </tr>
        )}
      </tfoot>
    </table>
  )
}

'use client'

import { counted } from '@/server/model/counted'
import { bareMoneyIn } from '@/server/model/money/format-money'
import type { Money } from '@/server/model/money/money'
import { sumPerCurrency } from '@/server/model/money/sum-per-currency'
import { useMerchant } from '../merchant'

/** How many rows match the filters, and their sum. */
export interface Totals {
  count: number
  /** Whether counting stopped at `count`. The sums are then left out. */
  isMore?: boolean | undefined
  sums: readonly Money[]
}

/** "1 204 orders · 12 345,00 kr" */
export function TotalsLine({
  totals,
  noun,
  unit,
}: {
  totals: Totals | undefined
  noun: string
  unit?: string | undefined
}) {
  const { number } = useMerchant()
  if (!totals) return null
  const { count, isMore, sums } = totals
  return (
    <span role="status">
      <strong>
        {isMore && count === 0 ? (
          'No match yet'
        ) : (
          <>
            {isMore && 'At least '}
            {counted(count, noun, `${noun}s`, number)}
          </>
        )}
      </strong>
      <Sums of={sums} unit={unit} />
    </span>
  )
}

/**
 * " · 12 345,00 kr", or " · 12 345,00 SEK · 88,00 EUR": several currencies have one format, as in the rows. What is said
 * of the sums is said once, after the last.
 */
function Sums({ of, unit }: { of: readonly Money[]; unit?: string | undefined }) {
  const { locale, money } = useMerchant()
  const inOneFormat = (sum: Money) => `${bareMoneyIn(locale, sum)}\u00a0${sum.currency}`
  const format = of.length > 1 ? inOneFormat : money
  return of.map((sum, place) => (
    <span key={sum.currency}>
      {' · '}
      {format(sum)}
      {unit && place === of.length - 1 && ` ${unit}`}
    </span>
  ))
}

/** "3 orders selected · 594,00 kr" */
export const SelectedLine = <Row,>({
  rows,
  noun,
  amountOf,
}: {
  rows: Row[]
  noun: string
  amountOf: ((row: Row) => Money) | undefined
}) => (
  <strong role="status">
    {counted(rows.length, noun)} selected
    {amountOf && <Sums of={sumPerCurrency(rows.map(amountOf))} />}
  </strong>
)

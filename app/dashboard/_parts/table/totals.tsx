'use client'

import { counted } from '@/server/model/counted'
import type { Money } from '@/server/model/money/money'
import { useMerchant } from '../merchant'
import { sumInWords } from '../sum-in-words'

/** How many rows match the filters, and their sum. */
export interface Totals {
  count: number
  /** Whether counting stopped at `count`. The sums are then left out. */
  isMore?: boolean | undefined
  sums: readonly Money[]
}

/** "1 204 orders · 12 345,00 kr · 88,00 €" */
export function TotalsLine({
  totals,
  noun,
  unit,
}: {
  totals: Totals | undefined
  noun: string
  unit?: string | undefined
}) {
  const { money, number } = useMerchant()
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
      {sums.map((sum) => (
        <span key={sum.currency}>
          {' · '}
          {money(sum)}
          {unit && ` ${unit}`}
        </span>
      ))}
    </span>
  )
}

/** "3 orders selected · 594,00 kr" */
export function SelectedLine<Row>({
  rows,
  noun,
  amountOf,
}: {
  rows: Row[]
  noun: string
  amountOf: ((row: Row) => Money) | undefined
}) {
  const { money } = useMerchant()
  const sum = amountOf && sumInWords(rows.map(amountOf), money)
  return (
    <strong role="status">
      {counted(rows.length, noun)} selected{sum && ` · ${sum}`}
    </strong>
  )
}

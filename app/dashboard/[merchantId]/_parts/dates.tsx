'use client'

import type { Day } from '@/server/model/calendar'
import type { Money } from '@/server/model/money/money'
import { wholeDay } from '../../_parts/day-words'
import styles from '../../_parts/detail.module.css'
import { useMerchant } from '../../_parts/merchant'
import { useToday } from '../../_parts/use-today'
import { listedDay } from './words'

/** The dates of a subscription with the amount of each. The first with another amount is marked. */
export function Dates({
  dates,
  amountOn,
  narrow = false,
}: {
  dates: readonly Day[]
  amountOn: (day: Day) => Money | undefined
  narrow?: boolean
}) {
  const { money } = useMerchant()
  const today = useToday()
  const amounts = dates.map(amountOn)
  return (
    <ol className={`${styles.dates} ${narrow ? styles.narrow : ''}`}>
      {dates.map((day, place) => {
        const amount = amounts[place]
        const before = amounts[place - 1]
        const isNew =
          before && amount && (before.amount !== amount.amount || before.currency !== amount.currency)
        return (
          <li key={day}>
            <span>
              <time dateTime={day} title={wholeDay(day)}>
                {listedDay(day)}
              </time>
              {day <= today && <span className={styles.warning}> charged immediately</span>}
              {isNew && <span className={styles.soft}> new price</span>}
            </span>
            <span>{amount === undefined ? '–' : money(amount)}</span>
          </li>
        )
      })}
    </ol>
  )
}

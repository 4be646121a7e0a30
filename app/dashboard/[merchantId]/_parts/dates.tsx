'use client'

import type { Day } from '@/server/model/calendar'
import styles from '../../_parts/detail.module.css'
import { useMerchant } from '../../_parts/merchant'
import { useToday } from './day'
import { listedDay, wholeDay } from './words'

/** The dates of a subscription with the amount of each. */
export function Dates({
  dates,
  amount,
  currency,
  narrow = false,
}: {
  dates: readonly Day[]
  amount: bigint | undefined
  currency: string
  narrow?: boolean
}) {
  const { money } = useMerchant()
  const today = useToday()
  return (
    <ol className={`${styles.dates} ${narrow ? styles.narrow : ''}`}>
      {dates.map((day) => (
        <li key={day}>
          <span>
            <time dateTime={day} title={wholeDay(day)}>
              {listedDay(day)}
            </time>
            {day <= today && <span className={styles.warning}> charged immediately</span>}
          </span>
          <span>{amount === undefined ? '–' : money({ amount, currency })}</span>
        </li>
      ))}
    </ol>
  )
}

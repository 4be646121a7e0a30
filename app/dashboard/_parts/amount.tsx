'use client'

import { bareMoneyIn } from '@/server/model/money/format-money'
import type { Money } from '@/server/model/money/money'
import styles from './cells.module.css'
import { useMerchant } from './merchant'

/**
 * An amount in a column: its digits, and the currency after them in a lighter tone, in the same format for all
 * currencies.
 */
export function Amount({ of }: { of: Money }) {
  const { locale } = useMerchant()
  return (
    <span className={styles.amount}>
      {bareMoneyIn(locale, of)} <span className={styles.unit}>{of.currency}</span>
    </span>
  )
}

'use client'

import type { Line } from '@/server/model/order/lines'
import styles from '../../../../_parts/detail.module.css'
import { useMerchant } from '../../../../_parts/merchant'
import { LineTerms } from '../../../_parts/order-lines'

/** The items charged on each date. */
export function Lines({ lines, currency }: { lines: Line[]; currency: string }) {
  const { money } = useMerchant()
  return (
    <section aria-labelledby="lines">
      <h2 id="lines">Items per payment</h2>
      <ul className={styles.lines}>
        {lines.map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are never moved
          <li key={place}>
            <LineTerms line={line} place={place} currency={currency} />
            <span />
            <span className={styles.amount}>{money(BigInt(line.total), currency)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

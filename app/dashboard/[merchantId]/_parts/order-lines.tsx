'use client'

import type { Line } from '@/server/model/order/lines'
import { Section } from '../../_parts/detail'
import styles from '../../_parts/detail.module.css'
import { useMerchant } from '../../_parts/merchant'

/** The items of a subscription. */
export function Lines({ title, lines, currency }: { title: string; lines: Line[]; currency: string }) {
  const { money, price, percent, quantity } = useMerchant()
  return (
    <Section title={title}>
      <ul className={styles.lines}>
        {lines.map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are never moved
          <li key={place}>
            <div>
              <strong>{lineName(line, place)}</strong>
              <span className={styles.soft}>
                {quantity(line.quantity ?? 1)} {line.unit && `${line.unit} `}× {price(line.price, currency)}
                {line.vat ? ` + ${percent(line.vat)} VAT` : ''}
              </span>
            </div>
            <span />
            <span className={styles.amount}>{money({ amount: BigInt(line.total), currency })}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

export const lineName = (line: Line, place: number): string => line.name ?? `Item ${place + 1}`

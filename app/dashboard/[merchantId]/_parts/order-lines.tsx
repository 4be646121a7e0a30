'use client'

import { type Line, unitStates } from '@/server/model/order/lines'
import { Chip } from '../../_parts/chip'
import { Section } from '../../_parts/detail'
import styles from '../../_parts/detail.module.css'
import list from '../../_parts/list.module.css'
import { useMerchant } from '../../_parts/merchant'

/** The items of an order or subscription, `withStates` of their units. */
export function Lines({
  title,
  lines,
  currency,
  withStates = false,
}: {
  title: string
  lines: Line[]
  currency: string
  withStates?: boolean
}) {
  const { money, price, number } = useMerchant()
  return (
    <Section title={title}>
      <ul className={styles.lines}>
        {lines.map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are never moved
          <li key={place}>
            <div>
              <strong>{lineName(line, place)}</strong>
              <span className={styles.soft}>
                {number(line.quantity ?? 1, { maximumFractionDigits: 6 })} {line.unit && `${line.unit} `}×{' '}
                {price(line.price, currency)}
                {line.vat ? ` + ${number(line.vat, { maximumFractionDigits: 6 })} % VAT` : ''}
              </span>
            </div>
            <span className={list.states}>
              {withStates &&
                countsOf(line).map(([state, count]) => (
                  <Chip
                    key={state}
                    state={state}
                    text={line.units.length > 1 ? `${count} ${state}` : state}
                  />
                ))}
            </span>
            <span className={styles.amount}>{money({ amount: BigInt(line.total), currency })}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

export const lineName = (line: Line, place: number): string => line.name ?? `Item ${place + 1}`

function countsOf(line: Line): [string, number][] {
  const counts = new Map<string, number>()
  for (const state of unitStates(line)) counts.set(state, (counts.get(state) ?? 0) + 1)
  return [...counts]
}

'use client'

import { type Line, unitStates } from '@/server/model/order/lines'
import styles from '../../_parts/detail.module.css'
import list from '../../_parts/list.module.css'
import { useMerchant } from '../../_parts/merchant'

/** The items of an order with their states. */
export function Lines({ lines, currency }: { lines: Line[]; currency: string }) {
  const { money } = useMerchant()
  return (
    <section aria-labelledby="lines">
      <h2 id="lines">Items</h2>
      <ul className={styles.lines}>
        {lines.map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are never moved
          <li key={place}>
            <LineTerms line={line} place={place} currency={currency} />
            <span className={list.states}>
              {countsOf(line).map(([state, count]) => (
                <span key={state} className={list.state} data-state={state}>
                  {line.units.length > 1 ? `${count} ` : ''}
                  {state}
                </span>
              ))}
            </span>
            <span className={styles.amount}>{money(BigInt(line.total), currency)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The name, quantity, price and VAT of a line. */
export function LineTerms({ line, place, currency }: { line: Line; place: number; currency: string }) {
  const { price, number } = useMerchant()
  return (
    <div>
      <strong>{lineName(line, place)}</strong>
      <span className={styles.soft}>
        {number(line.quantity ?? 1, { maximumFractionDigits: 6 })} {line.unit && `${line.unit} `}×{' '}
        {price(line.price, currency)}
        {line.vat ? ` + ${number(line.vat, { maximumFractionDigits: 6 })} % VAT` : ''}
      </span>
    </div>
  )
}

export const lineName = (line: Line, place: number): string => line.name ?? `Item ${place + 1}`

function countsOf(line: Line): [string, number][] {
  const counts = new Map<string, number>()
  for (const state of unitStates(line)) counts.set(state, (counts.get(state) ?? 0) + 1)
  return [...counts]
}

'use client'

import { orderParts } from '@/server/model/order/state-in-short'
import { colourOf } from '../../../_parts/chip'
import { Section } from '../../../_parts/detail'
import { useMerchant } from '../../../_parts/merchant'
import styles from './order.module.css'
import type { OrderDetail } from './order-action'

const words = {
  ordered: 'Authorised',
  pending: 'Unpaid',
  denied: 'Given up',
  charged: 'Charged',
  refunded: 'Refunded',
  cancelled: 'Cancelled',
} as const

/** How much of an order is in each state, as a bar and as amounts. */
export function AmountsBar({ order: { shares, amount, currency, isPaid } }: { order: OrderDetail }) {
  const { money } = useMerchant()
  const parts = orderParts(shares)
  if (amount === 0n) return null
  return (
    <Section title="Amounts">
      <div className={styles.bar} aria-hidden="true">
        {parts.map(({ state, amount: part }) => (
          <span
            key={state}
            data-state={state}
            data-colour={colourOf(state)}
            style={{ flexGrow: Number((part * 10_000n) / amount) + 1 }}
          />
        ))}
      </div>
      <dl className={styles.parts}>
        {parts.map(({ state, amount: part }) => (
          <div key={state}>
            <dt>
              <span className={styles.dot} data-state={state} data-colour={colourOf(state)} />
              {state === 'ordered' && !isPaid ? 'Ordered' : words[state]}
            </dt>
            <dd>{money({ amount: part, currency })}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

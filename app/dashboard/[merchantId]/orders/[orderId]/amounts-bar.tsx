'use client'

import { colourOf } from '../../../_parts/chip'
import { Section } from '../../../_parts/detail'
import detail from '../../../_parts/detail.module.css'
import { useMerchant } from '../../../_parts/merchant'
import { type AmountPart, amountParts, returnedInWords } from './amounts'
import styles from './order.module.css'
import type { OrderDetail } from './order-action'

const words = {
  ordered: 'Authorised',
  pending: 'Unpaid',
  denied: 'Retries exhausted',
  charged: 'Charged',
  refunded: 'Refunded',
  cancelled: 'Cancelled',
} as const

const movingWords = {
  charge: 'Being charged',
  refund: 'Being refunded',
  cancel: 'Being cancelled',
} as const

/** How much of an order is in each state, as a bar and as amounts. */
export function AmountsBar({ order }: { order: OrderDetail }) {
  const { money } = useMerchant()
  const { amount, currency, isPaid } = order
  const parts = amountParts(order)
  const returned = returnedInWords(order, money)
  if (amount === 0n) return null
  return (
    <Section title="Amounts">
      <div className={styles.bar} aria-hidden="true">
        {parts.map(({ state, amount: part, underWay }) => (
          <span
            key={`${state} ${underWay}`}
            data-state={state}
            data-colour={colourOf(state)}
            style={{ flexGrow: Number((part * 10_000n) / amount) + 1 }}
          />
        ))}
      </div>
      <dl className={styles.parts}>
        {parts.map(({ state, amount: part, underWay }) => (
          <div key={`${state} ${underWay}`}>
            <dt>
              <span className={styles.dot} data-state={state} data-colour={colourOf(state)} />
              {nameOf({ state, underWay }, isPaid)}
            </dt>
            <dd>{money({ amount: part, currency })}</dd>
          </div>
        ))}
      </dl>
      {returned && <p className={detail.soft}>{returned}</p>}
    </Section>
  )
}

const nameOf = ({ state, underWay }: Pick<AmountPart, 'state' | 'underWay'>, isPaid: boolean): string => {
  if (underWay) return movingWords[underWay]
  return state === 'ordered' && !isPaid ? 'Ordered' : words[state]
}

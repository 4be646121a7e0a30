import { useEffect, useRef } from 'react'
import type { Card } from '@/server/model/card/schemas'
import { schemeName } from '@/server/model/card/scheme-name'
import { FactList } from '../../_parts/fact-list'
import forms from '../../_parts/forms.module.css'
import styles from './checkout.module.css'
import type { Ordered } from './order'
import type { Price } from './sums'

interface ThanksProps {
  merchant: string
  order: Ordered
  card: Card
  sum: Price
  again: () => void
}

/** Shows what was bought and what a shop does next. */
export function Thanks({ merchant, order, card, sum, again }: ThanksProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={styles.thanks} aria-labelledby="thanks">
      <svg width="40" height="40" viewBox="0 0 40 40" aria-hidden="true" focusable="false">
        <circle cx="20" cy="20" r="20" fill="var(--green-wash)" />
        <path
          d="m12.5 20.5 5 5 10-11"
          fill="none"
          stroke="var(--green)"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <h1 id="thanks" ref={heading} tabIndex={-1}>
        Thank you. Your coffee is ordered
      </h1>
      <p>
        {sum.total} is reserved on your {schemeName(card.scheme)} ending in {card.last4}. It is taken when the
        shop sends your coffee.
      </p>
      <FactList
        className={styles.sums}
        facts={[
          ['Order', order.number],
          ['Id at Kassa', <code key="id">{order.id}</code>],
          ['Total', sum.total],
        ]}
      />
      <div className={styles.next}>
        <a href={`/dashboard/${merchant}/orders/${order.id}`} className={forms.action}>
          See the order in the dashboard
        </a>
        <button type="button" onClick={again} className={forms.other}>
          Buy once more
        </button>
      </div>
      <p className={forms.hint}>
        In the dashboard you are the shop: charge the order, all or a part, cancel it or refund it. Its
        sign-in was printed when Kassa started. Or come back and try a card that asks for 3-D Secure, or one
        that is declined.
      </p>
    </section>
  )
}

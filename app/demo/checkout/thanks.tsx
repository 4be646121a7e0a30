import { useEffect, useRef } from 'react'
import type { Card } from '@/server/model/card/schemas'
import { schemeName } from '@/server/model/card/scheme-name'
import { FactList } from '../../_parts/fact-list'
import forms from '../../_parts/forms.module.css'
import styles from './checkout.module.css'
import type { Ordered } from './order'
import type { SayInShop } from './say'
import type { Price } from './sums'

interface ThanksProps {
  merchant: string
  order: Ordered
  card: Card
  sum: Price
  again: () => void
  say: SayInShop
}

/** Shows what was bought and what a shop does next. */
export function Thanks({ merchant, order, card, sum, again, say }: ThanksProps) {
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
        {say('demo.thanks')}
      </h1>
      <p>
        {say('demo.reserved', {
          amount: sum.total,
          card: schemeName(card.scheme),
          last4: card.last4,
        })}
      </p>
      <FactList
        className={styles.sums}
        facts={[
          [say('demo.order'), order.number],
          [say('demo.id'), <code key="id">{order.id}</code>],
          [say('demo.total'), sum.total],
        ]}
      />
      <div className={styles.next}>
        <a href={`/dashboard/${merchant}/orders/${order.id}`} className={forms.action}>
          {say('demo.dashboard')}
        </a>
        <button type="button" onClick={again} className={forms.other}>
          {say('demo.again')}
        </button>
      </div>
      <p className={forms.hint}>{say('demo.next')}</p>
    </section>
  )
}

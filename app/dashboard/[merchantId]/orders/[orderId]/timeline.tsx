'use client'

import styles from '../../../_parts/detail.module.css'
import { Moment } from '../../../_parts/facts'
import { useMerchant } from '../../../_parts/merchant'
import type { OrderShown } from './order-shown'

/** The events of an order, newest first. */
export function Timeline({ order }: { order: OrderShown }) {
  const { money } = useMerchant()
  return (
    <section aria-labelledby="timeline">
      <h2 id="timeline">Activity</h2>
      <ol className={styles.timeline} reversed>
        {order.events.toReversed().map((event) => (
          <li key={event.sequence} data-type={event.type}>
            <strong>
              {words[event.type]}
              {event.type === 'order' && ` ${money(order.amount, order.currency)}`}
              {event.amount !== null && ` ${money(event.amount, order.currency)}`}
            </strong>
            {event.error && (
              <span className={styles.soft}>
                {event.original && `${attempts[event.original]}: `}
                {event.error.description} <code>{event.error.code}</code>
              </span>
            )}
            <Moment at={event.date} className={styles.soft} />
          </li>
        ))}
      </ol>
    </section>
  )
}

const words = {
  order: 'Ordered',
  charge: 'Charged',
  refund: 'Refunded',
  cancel: 'Cancelled',
  fail: 'Declined by the card service',
} as const

const attempts = { charge: 'Charge', refund: 'Refund', cancel: 'Cancellation' } as const

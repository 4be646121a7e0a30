'use client'

import { Moment, Section } from '../../../_parts/detail'
import styles from '../../../_parts/detail.module.css'
import { useMerchant } from '../../../_parts/merchant'
import type { OrderDetail } from './order-action'

/** The events of an order, newest first. */
export function Timeline({ order }: { order: OrderDetail }) {
  const { money } = useMerchant()
  return (
    <Section title="Activity">
      <ol className={styles.timeline} reversed>
        {order.events.toReversed().map((event) => (
          <li key={event.sequence} data-type={event.type}>
            <strong>
              {isTakenBack(event) ? 'Taken back' : words[event.type]}
              {event.type === 'accept' && event.original && ` ${attempts[event.original].toLowerCase()} of`}
              {event.type === 'order' && ` ${money(order)}`}
              {event.amount !== null && ` ${money({ amount: event.amount, currency: order.currency })}`}
            </strong>
            {event.reason && !isTakenBack(event) && (
              <span className={styles.soft}>{reasons[event.reason]}</span>
            )}
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
    </Section>
  )
}

/** Whether a failure takes back what was recorded as done before. */
const isTakenBack = ({ type, amount }: OrderDetail['events'][number]) => type === 'fail' && amount !== null

const words = {
  order: 'Ordered',
  charge: 'Charged',
  refund: 'Refunded',
  cancel: 'Cancelled',
  accept: 'Accepted by the card service:',
  fail: 'Declined by the card service',
} as const

const reasons = {
  expired: 'The authorisation expired.',
  released: 'The card service released the rest when a part was charged.',
  external: 'Done at the card service, not through Kassa.',
} as const

const attempts = { charge: 'Charge', refund: 'Refund', cancel: 'Cancellation' } as const

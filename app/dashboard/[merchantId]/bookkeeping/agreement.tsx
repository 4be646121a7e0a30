'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import type { BookPeriod } from '@/server/journal/list-entries'
import { counted } from '@/server/model/counted'
import { useTRPC } from '../../_parts/calls'
import { Section } from '../../_parts/detail'
import detail from '../../_parts/detail.module.css'
import { type Outputs, useMerchant } from '../../_parts/merchant'
import { QueryState } from '../../_parts/query-state'
import styles from './_parts/bookkeeping.module.css'

type Compared = Outputs['bookkeeping']['agreement']

/** Whether the journal agrees exactly with the orders' states. */
export function Agreement({ period }: { period: BookPeriod }) {
  const query = useQuery(useTRPC().bookkeeping.agreement.queryOptions(period))
  return (
    <Section title="Check">
      <QueryState what="The check" query={query} loading={44}>
        {(compared) => <Result {...compared} />}
      </QueryState>
    </Section>
  )
}

function Result({ orders, waiting, differing, differences }: Compared) {
  const { base, money } = useMerchant()
  if (differing > 0)
    return (
      <div role="alert" className={detail.next} data-wrong>
        <p>
          {counted(differing, 'order')} and the journal differ. Do not close the month. Compare the events of
          these orders with their entries, and report what you find to the operator of this Kassa.
        </p>
        <ul className={styles.differences}>
          {differences.map(({ orderId, currency, order, journal }) => (
            <li key={orderId}>
              <Link href={`${base}/orders/${orderId}`}>{orderId}</Link>: charged{' '}
              {money({ amount: order.charged, currency })}, in the journal{' '}
              {money({ amount: journal.charged, currency })}; refunded{' '}
              {money({ amount: order.refunded, currency })}, in the journal{' '}
              {money({ amount: journal.refunded, currency })}
            </li>
          ))}
        </ul>
      </div>
    )
  return (
    <p role="status" className={styles.agrees} data-waiting={waiting > 0 || undefined}>
      <strong>{orders === 0 ? 'No orders to compare' : 'The journal and the orders agree'}</strong>
      {orders > 0 && <span> {counted(orders - waiting, 'order')} compared, to the cent.</span>}
      {waiting > 0 && <span> {counted(waiting, 'order')} with movements that are being booked.</span>}
    </p>
  )
}

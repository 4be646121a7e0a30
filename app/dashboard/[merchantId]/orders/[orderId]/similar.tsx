'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTRPC } from '../../../_parts/calls'
import { Moment } from '../../../_parts/detail'
import styles from '../../../_parts/detail.module.css'
import { useMerchant } from '../../../_parts/merchant'
import { OrderState } from '../../../_parts/order-state'
import type { OrderDetail } from './order-action'

const alike = { account: 'same account', card: 'same card', email: 'same e-mail address' } as const

/** Other payments of the same customer and amount within a day; renders nothing if there are none. */
export function Similar({ order: { id, amount, currency } }: { order: OrderDetail }) {
  const { base, money } = useMerchant()
  const { data } = useQuery(useTRPC().order.similar.queryOptions({ id }))
  if (!data || data.length === 0) return null
  return (
    <section aria-label="Similar payments" className={styles.next} data-wrong>
      <p>
        The customer may have paid twice:{' '}
        {data.length === 1 ? 'there is another payment' : `there are ${data.length} other payments`} of{' '}
        {money({ amount, currency })} within a day.
      </p>
      <ul className={styles.alike}>
        {data.map((other) => (
          <li key={other.id}>
            <Link href={`${base}/orders/${other.id}`} prefetch={false}>
              {other.number ? `Order ${other.number}` : other.id}
            </Link>
            <OrderState order={other} />
            <span>
              {alike[other.same]}, <Moment at={other.created} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTRPC } from '../../../_parts/calls'
import { Moment } from '../../../_parts/detail'
import styles from '../../../_parts/detail.module.css'
import { useMerchant } from '../../../_parts/merchant'
import { OrderState } from '../../../_parts/order-state'
import { useToday } from '../../../_parts/use-today'
import { orderName } from '../../_parts/order-name'
import { isPaying } from './is-paying'
import type { OrderDetail } from './order-action'
import { similarInWords } from './similar-in-words'

const alike = { account: 'same account', card: 'same card', email: 'same e-mail address' } as const

/** Other payments of the same customer and amount within a day; renders nothing if there are none. */
export function Similar({ order }: { order: OrderDetail }) {
  const { id } = order
  const { base, money } = useMerchant()
  const today = useToday()
  const { data } = useQuery(useTRPC().order.similar.queryOptions({ id }))
  if (!data || data.orders.length === 0) return null
  const { orders, isMore } = data
  const paying = isPaying(order) ? orders.filter(isPaying).length : 0
  return (
    <section aria-label="Similar payments" className={styles.next} data-wrong={paying > 0 || undefined}>
      <p>{similarInWords({ paying, all: orders.length, isMore }, money(order))}</p>
      <ul className={styles.alike}>
        {orders.map((other) => (
          <li key={other.id}>
            <Link href={`${base}/orders/${other.id}`} prefetch={false}>
              {orderName(other, today)}
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

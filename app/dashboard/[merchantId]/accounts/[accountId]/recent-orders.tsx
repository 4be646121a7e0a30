'use client'

import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTRPC } from '../../../_parts/calls'
import styles from '../../../_parts/detail.module.css'
import { Failed } from '../../../_parts/face'
import { Moment } from '../../../_parts/facts'
import { useMerchant } from '../../../_parts/merchant'
import { States } from '../../../_parts/states'

/** The newest orders of an account, and a link to all of them. */
export function RecentOrders({ accountId }: { accountId: string }) {
  const trpc = useTRPC()
  const { base, money } = useMerchant()
  const { data, error, refetch } = useQuery(trpc.order.list.queryOptions({ account: accountId }))
  return (
    <section aria-labelledby="orders">
      <h2 id="orders">Recent orders</h2>
      {error && !data && <Failed what="Orders" error={error} retry={() => refetch()} />}
      {!error && !data && <Skeleton height={168} role="status" aria-label="Loading orders" />}
      {data?.orders.length === 0 && <p className={styles.soft}>No orders.</p>}
      <ul className={styles.lines}>
        {data?.orders.slice(0, 10).map((order) => (
          <li key={order.id}>
            <div>
              <Link href={`${base}/orders/${order.id}`} prefetch={false}>
                {order.number ?? order.id}
              </Link>
              <Moment at={order.created} className={styles.soft} />
            </div>
            <States shares={order.shares} />
            <span className={styles.amount}>{money(order.amount, order.currency)}</span>
          </li>
        ))}
      </ul>
      {data && data.orders.length > 10 && (
        <p className={styles.name}>
          <Link href={`${base}/orders?account=${accountId}`}>All orders of this account</Link>
        </p>
      )}
    </section>
  )
}

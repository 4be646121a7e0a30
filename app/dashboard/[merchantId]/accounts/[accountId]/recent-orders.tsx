'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { Amount } from '../../../_parts/amount'
import { useTRPC } from '../../../_parts/calls'
import { Moment, Section } from '../../../_parts/detail'
import styles from '../../../_parts/detail.module.css'
import { useMerchant } from '../../../_parts/merchant'
import { OrderState } from '../../../_parts/order-state'
import { QueryState } from '../../../_parts/query-state'
import { OrderName } from '../../_parts/order-name-cell'

const shown = 10

/** The newest orders of an account, and a link to all of them. */
export function RecentOrders({ accountId }: { accountId: string }) {
  const { base } = useMerchant()
  const query = useQuery(useTRPC().order.list.queryOptions({ account: accountId }))
  return (
    <Section title="Recent orders">
      <QueryState what="Orders" query={query} loading={168}>
        {({ orders }) => (
          <>
            {orders.length === 0 && <p className={styles.soft}>No orders.</p>}
            <ul className={styles.lines}>
              {orders.slice(0, shown).map((order) => (
                <li key={order.id}>
                  <div>
                    <Link href={`${base}/orders/${order.id}`} prefetch={false}>
                      <OrderName order={{ ...order, subscriptionName: order.product?.name }} />
                    </Link>
                    <Moment at={order.created} className={styles.soft} />
                  </div>
                  <OrderState order={order} />
                  <span className={styles.amount}>
                    <Amount of={order} />
                  </span>
                </li>
              ))}
            </ul>
            {orders.length > shown && (
              <p className={styles.name}>
                <Link href={`${base}/orders?account=${accountId}`}>All orders of this account</Link>
              </p>
            )}
          </>
        )}
      </QueryState>
    </Section>
  )
}

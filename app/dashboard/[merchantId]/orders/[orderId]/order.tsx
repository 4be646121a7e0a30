'use client'

import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { schemeName } from '@/server/model/card/scheme-name'
import { useTRPC } from '../../../_parts/calls'
import { Copied } from '../../../_parts/copied'
import styles from '../../../_parts/detail.module.css'
import { Unshown } from '../../../_parts/face'
import { Fact, Facts, Moment } from '../../../_parts/facts'
import { useMerchant } from '../../../_parts/merchant'
import { States } from '../../../_parts/states'
import { NearDay } from '../../_parts/day'
import { Lines } from '../../_parts/order-lines'
import { inCapitals } from '../_parts/filters'
import { Actions } from './actions'
import { Callbacks } from './callbacks'
import type { OrderShown } from './order-shown'
import { Timeline } from './timeline'

export function Order({ id }: { id: string }) {
  const trpc = useTRPC()
  const { base, money, may } = useMerchant()
  const { data: order, error, refetch } = useQuery(trpc.order.get.queryOptions({ id }))
  if (error && !order) {
    return (
      <Unshown
        noun="order"
        error={error}
        retry={() => refetch()}
        all={{ path: `${base}/orders`, name: 'All orders' }}
      />
    )
  }
  if (!order) return <Skeleton height={480} role="status" aria-label="Loading the order" />
  return (
    <>
      <p className={styles.up}>
        <Link href={`${base}/orders`}>Orders</Link>
      </p>
      <header className={styles.head}>
        <div>
          <h1>{money(order.amount, order.currency)}</h1>
          <p className={styles.name}>
            {order.number && <span>Order {order.number}</span>} <States shares={order.shares} />
          </p>
        </div>
        {may('support') && <Actions order={order} />}
      </header>
      {order.isRunning && (
        <p role="status" className={styles.running}>
          The card service has not responded yet. The amount stays reserved, and Kassa completes the operation
          automatically.
        </p>
      )}
      <div className={styles.columns}>
        <div>
          {order.lines && <Lines lines={order.lines} currency={order.currency} />}
          <Timeline order={order} />
          <Callbacks orderId={order.id} />
        </div>
        <OrderFacts order={order} />
      </div>
    </>
  )
}

function OrderFacts({ order }: { order: OrderShown }) {
  const { base, money } = useMerchant()
  const { scheme, last4, expires, service, reference } = order.payment
  return (
    <Facts>
      <Fact name="ID">
        <Copied text={order.id} name="the order ID" />
      </Fact>
      <Fact name="Created">
        <Moment at={order.created} />
      </Fact>
      {Object.entries(order.shares).map(
        ([state, amount]) =>
          amount > 0n && (
            <Fact key={state} name={inCapitals(state)}>
              {money(amount, order.currency)}
            </Fact>
          ),
      )}
      {order.accountId && (
        <Fact name="Account">
          <Link href={`${base}/accounts/${order.accountId}`}>{order.payerName ?? order.accountId}</Link>
        </Fact>
      )}
      {scheme && (
        <Fact name="Card">
          {schemeName(scheme)} ending in {last4}
          {expires && `, ${expires.map((part) => String(part).padStart(2, '0')).join('/')}`}
        </Fact>
      )}
      {order.subscriptionId && (
        <Fact name="Subscription">
          <Link href={`${base}/subscriptions/${order.accountId}/${order.subscriptionId}`}>
            {order.subscriptionId}
          </Link>
          {order.due && (
            <>
              , due <NearDay day={order.due} />
            </>
          )}
        </Fact>
      )}
      {order.retryOn && (
        <Fact name="Next attempt">
          <NearDay day={order.retryOn} />
        </Fact>
      )}
      {order.shares.charged + order.shares.refunded > 0n && (
        <Fact name="Receipt">
          <Link href={`${base}/orders/${order.id}/receipt`}>View receipt</Link>
        </Fact>
      )}
      <Fact name="Card service">{service}</Fact>
      <Fact name="Reference">
        <Copied text={reference} name="the payment reference" />
      </Fact>
    </Facts>
  )
}

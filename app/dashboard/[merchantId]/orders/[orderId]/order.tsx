'use client'

import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { schemeName } from '@/server/card/scheme-name'
import { useTRPC } from '../../../_parts/calls'
import { Copied } from '../../../_parts/copied'
import { Unshown } from '../../../_parts/face'
import { type Outputs, useMerchant } from '../../../_parts/merchant'
import parts from '../../../_parts/parts.module.css'
import { States } from '../../../_parts/states'
import { NearDay } from '../../subscriptions/_parts/day'
import { Actions } from './actions'
import { Callbacks } from './callbacks'
import { Lines } from './lines'
import styles from './order.module.css'
import { Timeline } from './timeline'

export type OrderShown = Outputs['order']['get']

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
        all={{ path: `${base}/orders`, name: 'To all orders' }}
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
          The card service has not answered yet. What it is asked for is reserved, and is settled by itself.
        </p>
      )}
      <div className={styles.columns}>
        <div>
          {order.lines && <Lines lines={order.lines} currency={order.currency} />}
          <Timeline order={order} />
          <Callbacks orderId={order.id} />
        </div>
        <Facts order={order} />
      </div>
    </>
  )
}

function Facts({ order }: { order: OrderShown }) {
  const { base, money, when, exactly } = useMerchant()
  const { scheme, last4, expires, service, reference } = order.payment
  return (
    <section aria-labelledby="facts">
      <h2 id="facts">Facts</h2>
      <dl className={parts.facts}>
        <div>
          <dt>Id</dt>
          <dd>
            <Copied text={order.id} name="the order’s id" />
          </dd>
        </div>
        <div>
          <dt>Made</dt>
          <dd title={exactly(order.created)}>{when(order.created)}</dd>
        </div>
        {Object.entries(order.shares).map(
          ([state, amount]) =>
            amount > 0n && (
              <div key={state}>
                <dt className={styles.word}>{state}</dt>
                <dd className={styles.amount}>{money(amount, order.currency)}</dd>
              </div>
            ),
        )}
        {order.accountId && (
          <div>
            <dt>Account</dt>
            <dd>
              <Link href={`${base}/accounts/${order.accountId}`}>{order.payerName ?? order.accountId}</Link>
            </dd>
          </div>
        )}
        {scheme && (
          <div>
            <dt>Card</dt>
            <dd>
              {schemeName(scheme)} ending in {last4}
              {expires && `, ${expires.map((part) => String(part).padStart(2, '0')).join('/')}`}
            </dd>
          </div>
        )}
        {order.subscriptionId && (
          <div>
            <dt>Subscription</dt>
            <dd>
              <Link href={`${base}/subscriptions/${order.accountId}/${order.subscriptionId}`}>
                {order.subscriptionId}
              </Link>
              {order.due && (
                <>
                  , due <NearDay day={order.due} />
                </>
              )}
            </dd>
          </div>
        )}
        {order.retryOn && (
          <div>
            <dt>Tried again</dt>
            <dd>
              <NearDay day={order.retryOn} />
            </dd>
          </div>
        )}
        {order.shares.charged + order.shares.refunded > 0n && (
          <div>
            <dt>Receipt</dt>
            <dd>
              <Link href={`${base}/orders/${order.id}/receipt`}>See and print it</Link>
            </dd>
          </div>
        )}
        <div>
          <dt>Card service</dt>
          <dd>{service}</dd>
        </div>
        <div>
          <dt>Reference</dt>
          <dd>
            <Copied text={reference} name="the payment’s reference" />
          </dd>
        </div>
      </dl>
    </section>
  )
}

'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { Amount } from '../../../../_parts/amount'
import { useTRPC } from '../../../../_parts/calls'
import { Moment, Section } from '../../../../_parts/detail'
import styles from '../../../../_parts/detail.module.css'
import { type Outputs, useMerchant } from '../../../../_parts/merchant'
import { OrderState } from '../../../../_parts/order-state'
import { MorePages } from '../../../../_parts/query-state'
import { useToday } from '../../../../_parts/use-today'
import { NearDay } from '../../../_parts/day'
import { onDay } from '../../../_parts/words'
import { attemptInWords } from './attempt-in-words'

type SubscriptionOrder = Outputs['subscription']['orders']['orders'][number]

/** The orders of a subscription, newest first, with every payment attempt. */
export function Payments({ account, id }: { account: string; id: string }) {
  const trpc = useTRPC()
  const query = useInfiniteQuery(
    trpc.subscription.orders.infiniteQueryOptions({ account, id }, { getNextPageParam: ({ next }) => next }),
  )
  return (
    <Section title="Payments">
      <MorePages what="Payments" query={query} loading={168} more="Show older payments">
        {(pages) => <Orders orders={pages.flatMap(({ orders }) => orders)} />}
      </MorePages>
    </Section>
  )
}

const Orders = ({ orders }: { orders: SubscriptionOrder[] }) =>
  orders.length === 0 ? (
    <p className={styles.soft}>No payments yet. Each payment creates an order, which appears here.</p>
  ) : (
    <ul className={styles.lines}>
      {orders.map((order) => (
        <Row key={order.id} order={order} />
      ))}
    </ul>
  )

function Row({ order }: { order: SubscriptionOrder }) {
  const { base } = useMerchant()
  const today = useToday()
  const { id, due, shares, amount, currency, retryOn } = order
  const attempts = order.attempts.filter(({ type }) => type !== 'charge' || order.attempts.length > 1)
  return (
    <li>
      <div>
        <Link href={`${base}/orders/${id}`} prefetch={false}>
          {due ? <NearDay day={due} /> : id}
        </Link>
      </div>
      <OrderState order={order} />
      <span className={styles.amount}>
        <Amount of={{ amount, currency }} />
      </span>
      {(attempts.length > 0 || retryOn) && (
        <ol className={styles.attempts}>
          {attempts.map((each) => (
            <Attempt key={each.sequence} each={each} currency={currency} />
          ))}
          {retryOn && <li className={styles.attempt}>Next attempt {onDay(retryOn, today)}.</li>}
          {!retryOn && shares.denied > 0n && (
            <li className={styles.attempt}>All attempts failed. It will not be retried automatically.</li>
          )}
        </ol>
      )}
    </li>
  )
}

function Attempt({ each, currency }: { each: SubscriptionOrder['attempts'][number]; currency: string }) {
  const { money } = useMerchant()
  return (
    <li className={styles.attempt}>
      {attemptInWords(each, currency, money)} <Moment at={each.date} />
      {each.by && (
        <>
          {' '}
          by <bdi>{each.by}</bdi>
        </>
      )}
      {each.error && (
        <>
          : {each.error.description} ({each.error.code})
        </>
      )}
    </li>
  )
}

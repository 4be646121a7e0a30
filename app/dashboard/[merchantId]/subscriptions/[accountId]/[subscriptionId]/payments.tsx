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
import { reasonInShort } from '../../../_parts/attempt-words'
import { NearDay } from '../../../_parts/day'
import { onDay } from '../../../_parts/words'
import { attemptInWords } from './attempt-in-words'

type SubscriptionOrder = Outputs['subscription']['orders']['orders'][number]

/** The orders of a subscription, newest first, with every payment attempt. */
export function Payments({ account, id, ended }: { account: string; id: string; ended: boolean }) {
  const trpc = useTRPC()
  const query = useInfiniteQuery(
    trpc.subscription.orders.infiniteQueryOptions({ account, id }, { getNextPageParam: ({ next }) => next }),
  )
  return (
    <Section title="Payments">
      <MorePages what="Payments" query={query} loading={168} more="Show older payments">
        {(pages) => <Orders orders={pages.flatMap(({ orders }) => orders)} ended={ended} />}
      </MorePages>
    </Section>
  )
}

const Orders = ({ orders, ended }: { orders: SubscriptionOrder[]; ended: boolean }) =>
  orders.length === 0 ? (
    <p className={styles.soft}>
      {ended ? 'No payments.' : 'No payments yet. Each payment creates an order, which appears here.'}
    </p>
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
          {attempts.map((each, place) => (
            <Attempt
              key={each.sequence}
              each={each}
              isLatest={place === attempts.length - 1}
              currency={currency}
            />
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

/** An attempt. Only the latest says what to do: the others mostly failed for the same reason. */
function Attempt({
  each,
  isLatest,
  currency,
}: {
  each: SubscriptionOrder['attempts'][number]
  isLatest: boolean
  currency: string
}) {
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
        <>: {isLatest ? `${each.error.description} (${each.error.code})` : reasonInShort(each.error.code)}</>
      )}
    </li>
  )
}

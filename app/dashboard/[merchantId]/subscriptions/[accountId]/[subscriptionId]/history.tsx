'use client'

import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTRPC } from '../../../../_parts/calls'
import styles from '../../../../_parts/detail.module.css'
import { Failed } from '../../../../_parts/face'
import { Moment } from '../../../../_parts/facts'
import { type Outputs, useMerchant } from '../../../../_parts/merchant'
import { States } from '../../../../_parts/states'
import { NearDay, useToday } from '../../../_parts/day'
import own from '../../../_parts/parts.module.css'
import { onDay } from '../../../_parts/words'

type Order = Outputs['subscription']['orders']['orders'][number]

/** The orders of a subscription, newest first, with every payment attempt. */
export function History({ account, id }: { account: string; id: string }) {
  const trpc = useTRPC()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    trpc.subscription.orders.infiniteQueryOptions({ account, id }, { getNextPageParam: ({ next }) => next }),
  )
  const orders = data?.pages.flatMap((page) => page.orders)
  return (
    <section aria-labelledby="history">
      <h2 id="history">History</h2>
      {error && !orders && <Failed what="History" error={error} retry={() => refetch()} />}
      {!error && !orders && <Skeleton height={168} role="status" aria-label="Loading history" />}
      {orders?.length === 0 && (
        <p className={styles.soft}>No payments yet. Each payment creates an order, which appears here.</p>
      )}
      <ul className={styles.lines}>
        {orders?.map((order) => (
          <Row key={order.id} order={order} />
        ))}
      </ul>
      {hasNextPage && (
        <p className={styles.name}>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
            Show older payments
          </Button>
        </p>
      )}
    </section>
  )
}

function Row({ order }: { order: Order }) {
  const { base, money } = useMerchant()
  const today = useToday()
  const { id, due, shares, amount, currency, retryOn } = order
  const tries = order.tries.filter(({ type }) => type !== 'charge' || order.tries.length > 1)
  return (
    <li>
      <div>
        <Link href={`${base}/orders/${id}`} prefetch={false}>
          {due ? <NearDay day={due} /> : id}
        </Link>
      </div>
      <States shares={shares} />
      <span className={styles.amount}>{money(amount, currency)}</span>
      {(tries.length > 0 || retryOn) && (
        <ol className={own.tries}>
          {tries.map((each) => (
            <Try key={each.sequence} each={each} currency={currency} />
          ))}
          {retryOn && <li>Next attempt {onDay(retryOn, today)}.</li>}
          {!retryOn && shares.denied > 0n && (
            <li>All attempts failed. It will not be retried automatically.</li>
          )}
        </ol>
      )}
    </li>
  )
}

const done = { charge: 'Charged', refund: 'Refunded', cancel: 'Written off' } as const
const tried = { charge: 'Payment', refund: 'Refund', cancel: 'Cancellation' } as const

function Try({ each, currency }: { each: Order['tries'][number]; currency: string }) {
  const { money } = useMerchant()
  return (
    <li data-type={each.type}>
      {each.type === 'fail'
        ? `${tried[each.original ?? 'charge']} failed`
        : `${done[each.type as keyof typeof done]}${each.amount === null ? '' : ` ${money(each.amount, currency)}`}`}{' '}
      <Moment at={each.date} />
      {each.error && (
        <>
          : {each.error.description} <code>{each.error.code}</code>
        </>
      )}
    </li>
  )
}

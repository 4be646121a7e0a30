'use client'

import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTRPC } from '../../../_parts/calls'
import styles from '../../../_parts/detail.module.css'
import { Failed } from '../../../_parts/face'
import { Moment } from '../../../_parts/facts'
import { useMerchant } from '../../../_parts/merchant'
import own from '../_parts/accounts.module.css'
import { type Happening, inWords, placeOf, toneOf } from './happened'

/** Everything that happened to an account, newest first. */
export function History({ id }: { id: string }) {
  const trpc = useTRPC()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    trpc.account.history.infiniteQueryOptions({ id }, { getNextPageParam: ({ next }) => next }),
  )
  return (
    <section aria-labelledby="happened">
      <h2 id="happened">Activity</h2>
      {error && !data && <Failed what="Activity" error={error} retry={() => refetch()} />}
      {!error && !data && <Skeleton height={240} role="status" aria-label="Loading activity" />}
      <ol className={styles.timeline}>
        {data?.pages.flatMap((page) =>
          page.rows.map((row) => <Entry key={row.key} happening={row} accountId={id} />),
        )}
      </ol>
      {hasNextPage && (
        <p className={own.more}>
          <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
            Show older activity
          </Button>
        </p>
      )}
    </section>
  )
}

function Entry({ happening, accountId }: { happening: Happening; accountId: string }) {
  const { base, money } = useMerchant()
  const { date, kind, facts } = happening
  const place = placeOf(happening, accountId)
  const words = inWords(happening, money)
  return (
    <li data-type={toneOf(happening)}>
      <strong>
        {place ? (
          <Link href={base + place} prefetch={false} className={own.quiet}>
            {words}
          </Link>
        ) : (
          words
        )}
      </strong>
      {kind === 'order' && facts.error && (
        <span className={styles.soft}>
          {facts.error.description} <code>{facts.error.code}</code>
        </span>
      )}
      <span className={styles.soft}>
        <Moment at={date} />
        {kind === 'order' &&
          (facts.number ? `, order ${facts.number}` : facts.subscription ? ', subscription' : '')}
      </span>
    </li>
  )
}

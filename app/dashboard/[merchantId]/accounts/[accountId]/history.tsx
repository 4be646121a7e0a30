'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTRPC } from '../../../_parts/calls'
import { Moment, Section } from '../../../_parts/detail'
import styles from '../../../_parts/detail.module.css'
import { useMerchant } from '../../../_parts/merchant'
import { MorePages } from '../../../_parts/query-state'
import own from '../_parts/accounts.module.css'
import { inWords, placeOf, type ShownEntry, toneOf } from './history-words'

/** Everything that happened to an account, newest first. */
export function History({ id }: { id: string }) {
  const trpc = useTRPC()
  const query = useInfiniteQuery(
    trpc.account.history.infiniteQueryOptions({ id }, { getNextPageParam: ({ next }) => next }),
  )
  return (
    <Section title="Activity">
      <MorePages what="Activity" query={query} loading={240} more="Show older activity">
        {(pages) => (
          <ol className={styles.timeline}>
            {pages
              .flatMap(({ rows }) => rows)
              .map((row) => (
                <Entry key={row.key} entry={row} accountId={id} />
              ))}
          </ol>
        )}
      </MorePages>
    </Section>
  )
}

function Entry({ entry, accountId }: { entry: ShownEntry; accountId: string }) {
  const { base, money } = useMerchant()
  const { date, kind, facts } = entry
  const place = placeOf(entry, accountId)
  const words = inWords(entry, money)
  return (
    <li data-type={toneOf(entry)}>
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

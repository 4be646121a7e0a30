'use client'

import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import type { BookPeriod } from '@/server/journal/list-entries'
import { useTRPC } from '../../_parts/calls'
import detail from '../../_parts/detail.module.css'
import { EmptyList } from '../../_parts/empty-list'
import { useMerchant } from '../../_parts/merchant'
import { QueryState } from '../../_parts/query-state'
import styles from './_parts/bookkeeping.module.css'
import { BookkeepingHead } from './_parts/bookkeeping-head'
import { EmptyPeriodLinks } from './_parts/empty-period-links'
import { PeriodForm, usePeriod } from './_parts/period'
import { Agreement } from './agreement'
import type { PeriodBooks } from './books'
import { Entries } from './entries'
import { Exports } from './exports'
import { Months } from './months'
import { Totals } from './totals'

/** The books of a period: totals, whether they agree with the orders, exports, and the entries. */
export function Bookkeeping() {
  const period = usePeriod()
  const router = useRouter()
  const { base } = useMerchant()
  const query = useQuery(useTRPC().bookkeeping.get.queryOptions(period))
  return (
    <>
      <BookkeepingHead />
      <PeriodForm period={period} />
      <QueryState
        what="The journal"
        query={query}
        startOver={() => router.push(`${base}/bookkeeping`)}
        loading={480}
      >
        {(books) => <Page books={books} period={period} />}
      </QueryState>
    </>
  )
}

function Page({ books, period }: { books: PeriodBooks; period: BookPeriod }) {
  const { currency: own } = useMerchant()
  const known = new Set(books.kinds.map(({ currency }) => currency))
  const currencies = [...(known.has(own) ? [own] : []), ...[...known].filter((each) => each !== own)]
  return (
    <div className={styles.page}>
      <div className={styles.columns}>
        <div className={styles.main}>
          {currencies.length === 0 ? (
            <EmptyList icon="bookkeeping" title="Nothing was booked in this period">
              <p>Every charge, refund, fee, dispute and payout becomes an entry within seconds.</p>
              <EmptyPeriodLinks period={period} />
            </EmptyList>
          ) : (
            currencies.map((currency) => (
              <Totals key={currency} currency={currency} isOnly={currencies.length === 1} books={books} />
            ))
          )}
          {!books.hasSettlement && (
            <p className={detail.about}>
              The simulated acquirer charges no fees, makes no payouts and has no disputes, so the journal has
              only charges and refunds.
            </p>
          )}
        </div>
        <aside className={styles.side}>
          <Agreement period={period} />
          <Exports books={books} period={period} currencies={currencies} />
          <Months months={books.months} />
        </aside>
      </div>
      {currencies.length > 0 && <Entries period={period} />}
    </div>
  )
}

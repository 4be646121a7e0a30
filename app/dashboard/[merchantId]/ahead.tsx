'use client'

import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { addDays } from '@/server/model/calendar'
import { useTRPC } from '../_parts/calls'
import { Section } from '../_parts/detail'
import { useMerchant } from '../_parts/merchant'
import { QueryState } from '../_parts/query-state'
import { counted } from './_parts/counted'
import { useToday } from './_parts/day'
import { Figure } from './figure'
import styles from './home.module.css'

/** How far ahead `report.ahead` looks. */
const daysAhead = 30

const DueChart = dynamic(() => import('./chart').then(({ DueChart }) => DueChart), {
  ssr: false,
  loading: () => <Skeleton height={160} />,
})

/** Subscription revenue, payments due soon and failed payments, one row per currency. */
export function Ahead() {
  const { currency: own, money, number, base } = useMerchant()
  const today = useToday()
  const query = useQuery(useTRPC().report.ahead.queryOptions())
  const { data } = query
  const found = [...(data?.subscriptions ?? []), ...(data?.retried ?? [])].map(({ currency }) => currency)
  const currencies = found.length > 0 ? [...new Set(found)] : [own]
  const figures = currencies.map((currency) => {
    const active = data?.subscriptions.find((sum) => sum.currency === currency)
    const retried = data?.retried.find((sum) => sum.currency === currency)
    return (
      <div key={currency} className={styles.group}>
        {currencies.length > 1 && <h3>{currency}</h3>}
        <dl className={styles.figures}>
          <Figure
            name="Active"
            value={data && number(active?.count ?? 0)}
            to={`${base}/subscriptions?status=active`}
          />
          <Figure
            name="Monthly recurring revenue"
            value={data && money({ amount: active?.amount ?? 0n, currency })}
            to={`${base}/subscriptions?status=active`}
          />
          <Figure
            name="Due within 30 days"
            value={data && money({ amount: active?.due.amount ?? 0n, currency })}
            note={data && counted(active?.due.count ?? 0, 'payment', undefined, number)}
            to={`${base}/subscriptions?due=${addDays(today, daysAhead + 1)}`}
          />
          <Figure
            name="Failed, being retried"
            value={data && money({ amount: retried?.amount ?? 0n, currency })}
            note={data && counted(retried?.count ?? 0, 'payment', undefined, number)}
            to={`${base}/subscriptions?status=retrying`}
          />
        </dl>
        {active && active.due.count > 0 && (
          <>
            <h3 className={styles.due}>Due by day</h3>
            <DueChart days={active.due.days} currency={currency} />
          </>
        )}
      </div>
    )
  })
  return (
    <Section title="Subscriptions" className={styles.section}>
      <QueryState what="Subscriptions" query={query} loading={figures}>
        {() => figures}
      </QueryState>
    </Section>
  )
}

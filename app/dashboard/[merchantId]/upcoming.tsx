'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { addDays } from '@/server/model/calendar'
import { counted } from '@/server/model/counted'
import { toMajor } from '@/server/model/money/money'
import { useTRPC } from '../_parts/calls'
import { Chart } from '../_parts/chart'
import { useMerchant } from '../_parts/merchant'
import { QueryState } from '../_parts/query-state'
import { useToday } from '../_parts/use-today'
import { dayAndMonth } from './days-in-words'
import styles from './home.module.css'
import type { HomeData } from './home-data'

/** How many days `report.ahead` covers, including today. */
const daysAhead = 30

/** What subscriptions will charge in the next 30 days, by currency. */
export function Upcoming({ initial }: { initial: HomeData | undefined }) {
  const { base, money, number } = useMerchant()
  const today = useToday()
  const query = useQuery(
    useTRPC().report.ahead.queryOptions(undefined, {
      ...(initial && { initialData: initial.ahead, initialDataUpdatedAt: initial.readAt }),
    }),
  )
  const nameOf = (day: string) => (day === today ? 'Today' : dayAndMonth(day))
  return (
    <section aria-labelledby="upcoming" className={styles.section}>
      <div className={styles.above}>
        <h2 id="upcoming">Upcoming payments</h2>
        {/* Subscriptions of suspended accounts are not charged. */}
        <Link
          href={`${base}/subscriptions?status=active&dueTo=${addDays(today, daysAhead - 1)}&sort=due`}
          prefetch={false}
        >
          Subscriptions due
        </Link>
      </div>
      <QueryState what="Upcoming payments" query={query} loading={152}>
        {({ subscriptions }) => {
          const due = subscriptions.filter((sum) => sum.due.count > 0)
          if (due.length === 0)
            return <p className={styles.none}>No subscription is due in the next 30 days.</p>
          return due.map(({ currency, due: { count, amount, subscriptions, days } }) => (
            <div key={currency} className={styles.due}>
              <p>
                <strong>{money({ amount, currency })}</strong> {counted(count, 'payment', undefined, number)}{' '}
                of {counted(subscriptions, 'subscription', undefined, number)} in the next {daysAhead} days
              </p>
              <Chart
                low
                name={`Due by day in ${currency}`}
                bars={days.map(({ day, amount }) => ({
                  label: nameOf(day),
                  value: toMajor({ amount, currency }),
                }))}
                onAxis={(value) => number(value, { notation: 'compact' })}
                inWords={(place) => {
                  const { day = '', amount = 0n, count = 0 } = days[place] ?? {}
                  return `${nameOf(day)}: ${money({ amount, currency })}, ${counted(count, 'payment')}`
                }}
              >
                {(place) => (
                  <dl>
                    <dt>{nameOf(days[place]?.day ?? '')}</dt>
                    <dd>{money({ amount: days[place]?.amount ?? 0n, currency })}</dd>
                    <dt>Payments</dt>
                    <dd>{number(days[place]?.count ?? 0)}</dd>
                  </dl>
                )}
              </Chart>
            </div>
          ))
        }}
      </QueryState>
    </section>
  )
}

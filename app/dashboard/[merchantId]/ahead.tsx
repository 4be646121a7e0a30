'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '../_parts/calls'
import { Failed } from '../_parts/face'
import { useMerchant } from '../_parts/merchant'
import { Figure } from './home'
import styles from './home.module.css'

/** What subscriptions bring, what is due soon, and what may be lost; a row for each currency. */
export function Ahead() {
  const { currency: own, money } = useMerchant()
  const trpc = useTRPC()
  const { data, error, refetch } = useQuery(trpc.report.ahead.queryOptions())
  const found = [...(data?.subscriptions ?? []), ...(data?.retried ?? [])].map(({ currency }) => currency)
  const currencies = [...new Set(found)]
  return (
    <section aria-labelledby="ahead" className={styles.section}>
      <h2 id="ahead">Subscriptions</h2>
      {error && <Failed what="Subscriptions" error={error} retry={() => refetch()} />}
      {!error &&
        (currencies.length > 0 ? currencies : [own]).map((currency) => {
          const active = data?.subscriptions.find((sum) => sum.currency === currency)
          const retried = data?.retried.find((sum) => sum.currency === currency)
          return (
            <dl key={currency} className={styles.figures}>
              <Figure name="Active" value={data && String(active?.count ?? 0)} />
              <Figure
                name="Recurring revenue a month"
                value={data && money(active?.amount ?? 0n, currency)}
              />
              <Figure
                name="Due within 30 days"
                value={data && money(active?.due.amount ?? 0n, currency)}
                note={data && payments(active?.due.count ?? 0)}
              />
              <Figure
                name="Failed, being tried again"
                value={data && money(retried?.amount ?? 0n, currency)}
                note={data && payments(retried?.count ?? 0)}
              />
            </dl>
          )
        })}
    </section>
  )
}

const payments = (count: number) => `${count.toLocaleString('en-GB')} ${count === 1 ? 'payment' : 'payments'}`

'use client'

import { SegmentedControl, Select, Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useState } from 'react'
import { useTRPC } from '../_parts/calls'
import detail from '../_parts/detail.module.css'
import { type Outputs, useMerchant } from '../_parts/merchant'
import { QueryState } from '../_parts/query-state'
import { counted } from './_parts/counted'
import { Ahead } from './ahead'
import { Figure } from './figure'
import styles from './home.module.css'
import { Latest } from './latest'

const NetChart = dynamic(() => import('./chart').then(({ NetChart }) => NetChart), {
  ssr: false,
  loading: () => <Skeleton height={240} />,
})

const choices = [7, 30, 90] as const
type PeriodReport = Outputs['report']['period']

/** The merchant's figures: payments, success rate, subscriptions and latest events. */
export function Home() {
  const { name, base, may, hasSupportEmail } = useMerchant()
  const trpc = useTRPC()
  const [days, setDays] = useState<(typeof choices)[number]>(30)
  const period = useQuery(trpc.report.period.queryOptions({ days }, { placeholderData: keepPreviousData }))
  return (
    <>
      <header className={detail.head}>
        <h1>{name}</h1>
        <SegmentedControl
          aria-label="Period"
          value={String(days)}
          onChange={(value) => setDays(choices.find((choice) => String(choice) === value) ?? 30)}
          data={choices.map((choice) => ({ value: String(choice), label: `${choice} days` }))}
        />
      </header>
      {!hasSupportEmail && may('admin') && (
        <p className={detail.next}>
          <span>
            Customers have no address for questions.{' '}
            <Link href={`${base}/settings/mail`}>Add a support address</Link>
          </span>
        </p>
      )}
      <QueryState what="Figures" query={period} loading={<Money />}>
        {(data) => <Money period={data} />}
      </QueryState>
      <Ahead />
      <Latest />
    </>
  )
}

function Money({ period }: { period?: PeriodReport }) {
  const { currency: own, money, number, base } = useMerchant()
  const [chosen, setChosen] = useState<string>()
  const currencies = period?.money.map(({ currency }) => currency) ?? []
  const currency = [chosen, own, ...currencies].find((code) => code && currencies.includes(code)) ?? own
  const days = period?.money.find((entry) => entry.currency === currency)?.days
  const charged = days?.reduce((sum, day) => sum + day.charged, 0n) ?? 0n
  const refunded = days?.reduce((sum, day) => sum + day.refunded, 0n) ?? 0n
  const orders = (filters: object) =>
    period && `${base}/orders?${new URLSearchParams({ ...filters, start: period.first, end: period.last })}`
  return (
    <section aria-label="Overview" className={styles.section}>
      <dl className={styles.figures}>
        <Figure name="Net" value={period && money({ amount: charged - refunded, currency })} />
        <Figure
          name="Charged"
          value={period && money({ amount: charged, currency })}
          to={orders({ status: 'charged', currency })}
        />
        <Figure
          name="Refunded"
          value={period && money({ amount: refunded, currency })}
          to={orders({ status: 'refunded', currency })}
        />
        <Figure
          name={currencies.length > 1 ? 'Orders in all currencies' : 'Orders'}
          value={period && number(period.orders.made)}
          note={period && successInWords(period.orders, number)}
          to={orders({})}
        />
      </dl>
      <div className={styles.above}>
        <h2>Net by day</h2>
        {currencies.length > 1 && (
          <Select
            aria-label="Currency"
            data={currencies}
            value={currency}
            onChange={(value) => setChosen(value ?? undefined)}
            allowDeselect={false}
            w={96}
          />
        )}
      </div>
      {!period && <Skeleton height={240} />}
      {period && days && <NetChart days={days} currency={currency} />}
      {period && !days && <p className={styles.none}>No charges or refunds in this period.</p>}
    </section>
  )
}

function successInWords(
  { tried, paid }: PeriodReport['orders'],
  number: ReturnType<typeof useMerchant>['number'],
): string | undefined {
  if (tried === 0) return undefined
  const share = Math.floor((paid / tried) * 1000) / 1000
  const written = number(share, { style: 'percent', maximumFractionDigits: 1 })
  return `${written} of ${counted(tried, 'attempt', undefined, number)} succeeded`
}

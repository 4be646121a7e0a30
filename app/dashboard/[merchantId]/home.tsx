'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { usePathname, useSearchParams } from 'next/navigation'
import { useTRPC } from '../_parts/calls'
import detail from '../_parts/detail.module.css'
import { useMerchant } from '../_parts/merchant'
import { QueryState } from '../_parts/query-state'
import { CurrencyPicker } from './currency-picker'
import { GetStarted } from './get-started'
import styles from './home.module.css'
import { type HomeData, homeInput } from './home-data'
import { HomeTiles } from './home-tiles'
import { Latest } from './latest'
import { NetByDay } from './net-by-day'
import { PeriodPicker } from './period-picker'
import { Recurring } from './recurring'
import { TodoList } from './todo-list'
import { Upcoming } from './upcoming'

/** The latest events beside the figures are read every five seconds. The figures must not lag far behind them. */
const refetchInterval = 60_000

/** The merchant's figures: payments, subscriptions, what to do, what is due and what happened last. */
export function Home({ data, baseUrl }: { data: HomeData | undefined; baseUrl: string }) {
  const { name } = useMerchant()
  const trpc = useTRPC()
  const path = usePathname()
  const search = useSearchParams()
  const input = homeInput((parameter) => search.get(parameter))
  const isRendered = JSON.stringify(data?.input) === JSON.stringify(input)
  const home = useQuery(
    trpc.report.home.queryOptions(input, {
      placeholderData: keepPreviousData,
      refetchInterval,
      ...(isRendered && data && { initialData: data.home, initialDataUpdatedAt: data.readAt }),
    }),
  )
  const todo = useQuery(
    trpc.report.todo.queryOptions(undefined, {
      refetchInterval,
      ...(data && { initialData: data.todo, initialDataUpdatedAt: data.readAt }),
    }),
  )
  // Does not request the page again: only the figures change.
  const show = (change: Partial<HomeData['input']>) => {
    const next = new URLSearchParams(search)
    for (const [parameter, value] of Object.entries(change)) if (value) next.set(parameter, value)
    window.history.pushState(null, '', `${path}?${next}`)
  }
  return (
    <div className={styles.home}>
      <header className={detail.head}>
        <h1>{name}</h1>
        <div className={styles.choices}>
          {home.data && <CurrencyPicker {...home.data} choose={(currency) => show({ currency })} />}
          <PeriodPicker
            period={input.period}
            spans={home.data && { now: home.data.now, before: home.data.before }}
            choose={(period) => show({ period })}
          />
        </div>
      </header>
      {todo.data?.steps && <GetStarted steps={todo.data.steps} baseUrl={baseUrl} />}
      <QueryState what="Figures" query={home} loading={<HomeTiles />}>
        {(report) => (
          <>
            <HomeTiles report={report} />
            <div className={styles.columns}>
              <NetByDay report={report} />
              <QueryState what="The to-do list" query={todo} loading={240}>
                {({ items }) => <TodoList items={items} />}
              </QueryState>
            </div>
            <Recurring report={report} />
          </>
        )}
      </QueryState>
      <div className={styles.columns}>
        <Latest initial={data} />
        <Upcoming initial={data} />
      </div>
    </div>
  )
}

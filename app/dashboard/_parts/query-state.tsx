'use client'

import { Button } from '@mantine/core'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { capitalised } from '@/server/model/capitalised'
import { inWords, serverErrorOf } from './calls'
import { heightOfRow, Loading } from './loading-rows'
import { useMerchant } from './merchant'
import styles from './parts.module.css'
import { DetailSkeleton } from './skeletons'

interface QueryStateProps<T> {
  /** What is loaded: "Orders". */
  what: string
  query: { data: T | undefined; error: unknown; refetch: () => unknown }
  /** Removes what the URL asks for. Retrying with invalid filters would fail again. */
  startOver?: (() => void) | false
  /** A placeholder, or the height of the rows that stand in for the content. */
  loading: ReactNode
  /** Whether this is the whole page. */
  whole?: boolean
  children: (data: T) => ReactNode
}

/** Shows the data of a query, a placeholder while it loads, or an error. Data already shown stays when a refetch fails. */
export function QueryState<T>({
  what,
  query,
  startOver,
  loading,
  whole = false,
  children,
}: QueryStateProps<T>) {
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  const failure = serverErrorOf(error)
  if (startOver && failure?.status === 400) {
    return (
      <Message alert whole={whole} title={`${what} could not be loaded`}>
        <p>{capitalised(failure.content.description)}</p>
        <Button variant="default" onClick={startOver}>
          Start over
        </Button>
      </Message>
    )
  }
  if (failure?.code === 'not-found') {
    return (
      <Message whole={whole} title={`${what} could not be found`}>
        <p>{inWords(error)}</p>
      </Message>
    )
  }
  if (error) {
    return (
      <Message alert whole={whole} title={`${what} could not be loaded`}>
        <p>{inWords(error)}</p>
        {failure && <code>{failure.type}</code>}
        <Button variant="default" onClick={() => refetch()}>
          Try again
        </Button>
      </Message>
    )
  }
  if (typeof loading !== 'number') return loading
  return <Loading what={what} rows={Math.round(loading / heightOfRow)} />
}

/** Shows the page of an object, or that it was not found. `noun`: "order". `list`: the path of the list. */
export function Loaded<T>({
  noun,
  list,
  why = 'It may belong to another merchant, or the address may be wrong.',
  query,
  children,
}: Pick<QueryStateProps<T>, 'query' | 'children'> & { noun: string; list: string; why?: string }) {
  const { base } = useMerchant()
  if (query.data === undefined && serverErrorOf(query.error)?.code === 'not-found') {
    return (
      <Message whole title={`${capitalised(noun)} not found`}>
        <p>{why}</p>
        <Link href={base + list}>All {noun}s</Link>
      </Message>
    )
  }
  return (
    <QueryState whole what={`The ${noun}`} query={query} loading={<DetailSkeleton what={`The ${noun}`} />}>
      {children}
    </QueryState>
  )
}

/** A message in place of content, with what to do. `clear` clears the filters. */
export function Message({
  title,
  whole = false,
  alert = false,
  clear,
  children,
}: {
  title: string
  whole?: boolean
  alert?: boolean
  clear?: () => void
  children: ReactNode
}) {
  const Title = whole ? 'h1' : 'strong'
  return (
    <div role={alert ? 'alert' : undefined} className={styles.message}>
      <Title>{title}</Title>
      {children}
      {clear && (
        <Button variant="default" onClick={clear}>
          Clear filters
        </Button>
      )}
    </div>
  )
}

/** Shows the pages of a list that were loaded so far, with a button that loads the next one. */
export function MorePages<Page>({
  query,
  more,
  children,
  ...state
}: Pick<QueryStateProps<unknown>, 'what' | 'loading'> & {
  query: QueryStateProps<{ pages: Page[] }>['query'] &
    Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage'> & { fetchNextPage: () => unknown }
  more: string
  children: (pages: Page[]) => ReactNode
}) {
  return (
    <QueryState query={query} {...state}>
      {({ pages }) => (
        <>
          {children(pages)}
          {query.hasNextPage && (
            <Button
              mt={12}
              variant="default"
              loading={query.isFetchingNextPage}
              onClick={() => query.fetchNextPage()}
            >
              {more}
            </Button>
          )}
        </>
      )}
    </QueryState>
  )
}

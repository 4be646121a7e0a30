'use client'

import { Button, Skeleton } from '@mantine/core'
import Link from 'next/link'
import type { ComponentProps, ReactNode } from 'react'
import { FilterForm, type FilterFormProps } from './filters'
import styles from './list.module.css'
import { Message, QueryState } from './query-state'

/** A list with filters: their form, the rows or why there are none, and links to other pages of the list. */
export function FilteredList<
  T extends { next?: string | null | undefined; searchedTo?: Date | undefined },
  Row,
>({
  what,
  query,
  rows: rowsOf,
  form,
  none,
  noMatch,
  older,
  newest = 'Newest',
  partial,
  children,
  ...formProps
}: Omit<FilterFormProps, 'children' | 'isEmpty'> & {
  /** "Orders". */
  what: string
  query: ComponentProps<typeof QueryState<T>>['query']
  rows: (data: T) => readonly Row[]
  /** The fields of the filters; a list without filters has none. */
  form?: ReactNode
  /** Shown when the list is empty. */
  none: ReactNode
  /** Shown when no row matches the filters. */
  noMatch?: ReactNode
  /** The text of the link to the next page. */
  older: string
  /** The text of the link to the first page. */
  newest?: string
  /** What was searched so far, if only a part of the list was. `to` is when the last row of that part was created. */
  partial?: (to: Date) => ReactNode
  children: (data: T) => ReactNode
}) {
  const { given, filtered, after, addressOf, clear } = formProps.filters
  const { data, error } = query
  const isEmpty = data ? rowsOf(data).length === 0 : error !== null
  const first = after && addressOf(given)
  return (
    <>
      {form && (
        <FilterForm isEmpty={isEmpty} {...formProps}>
          {form}
        </FilterForm>
      )}
      <QueryState what={what} query={query} clear={filtered && clear} loading={<Loading what={what} />}>
        {(shown) => (
          <>
            {!isEmpty && children(shown)}
            {isEmpty && !shown.searchedTo && (filtered ? noMatch : none)}
            {shown.searchedTo && partial && (
              <Message title={isEmpty ? 'No match so far' : 'There may be more matches'}>
                <p>{partial(shown.searchedTo)}</p>
              </Message>
            )}
            {(shown.next || first) && (
              <nav aria-label="Pages of the list" className={styles.pages}>
                {first && <PageLink to={first} text={newest} />}
                {shown.next && <PageLink to={addressOf({ ...given, after: shown.next })} text={older} />}
              </nav>
            )}
          </>
        )}
      </QueryState>
    </>
  )
}

const PageLink = ({ to, text }: { to: string; text: string }) => (
  <Button component={Link} href={to} variant="default">
    {text}
  </Button>
)

/** Placeholder rows with the height of real ones. `what`: "Orders". */
export const Loading = ({ what, rows = 10 }: { what: string; rows?: number }) => (
  <div role="status" aria-label={`Loading ${what.toLowerCase()}`}>
    {Array.from({ length: rows }, (_, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike, and stay where they are
      <div key={place} className={styles.row}>
        <Skeleton height={16} />
      </div>
    ))}
  </div>
)

'use client'

import { Button } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { accentHint } from '../accent-hint'
import { Message, QueryState } from '../query-state'
import styles from './bar.module.css'
import { type ListAddress, visit } from './list-address'

export interface Paged {
  /** The cursor of the next page. */
  next?: string | null | undefined
  /** Set if only a part of the list was searched: when the last row of that part was created. */
  searchedTo?: Date | undefined
}

/** Reports whether there are no rows at all: no older ones either that were not searched yet. */
export const hasNoRows = <Data extends Paged>(data: Data, rowsOf: (data: Data) => readonly unknown[]) =>
  rowsOf(data).length === 0 && !data.searchedTo

/** A page of a list, or why it is empty, with links to other pages. */
export function PagedRows<Data extends Paged, Row>({
  what,
  noun,
  address,
  query,
  rowsOf,
  loading,
  none,
  noMatch,
  partial,
  children,
}: {
  /** "Orders", and one of them: "order". */
  what: string
  noun: string
  address: ListAddress
  query: ComponentProps<typeof QueryState<Data>>['query']
  rowsOf: (data: Data) => readonly Row[]
  loading: ReactNode
  /** Shown when the list is empty, and when nothing matches. */
  none: ReactNode
  noMatch?: ReactNode
  /** What was searched so far, if only a part of the list was. */
  partial?: ((to: Date) => ReactNode) | undefined
  children: (rows: readonly Row[]) => ReactNode
}) {
  const { after, filtered, pageAt, startOver, isChanged } = address
  return (
    <QueryState what={what} query={query} startOver={isChanged && startOver} loading={loading}>
      {(data) => {
        const rows = rowsOf(data)
        const isEmpty = rows.length === 0
        const first = after && pageAt()
        return (
          <>
            {!isEmpty && children(rows)}
            {hasNoRows(data, rowsOf) &&
              (filtered ? (noMatch ?? <NoMatch noun={noun} address={address} />) : none)}
            {data.searchedTo && (
              <Message title={isEmpty ? 'No match so far' : 'There may be more matches'}>
                <p>
                  {partial?.(data.searchedTo) ??
                    'Only part of the list was searched. Older rows are on the next page.'}
                </p>
              </Message>
            )}
            {(data.next || first) && (
              <nav aria-label="Pages of the list" className={styles.pages}>
                {first && <PageButton to={first} text="First page" />}
                {data.next && <PageButton to={pageAt(data.next)} text="Next page" />}
              </nav>
            )}
          </>
        )
      }}
    </QueryState>
  )
}

/** Nothing matches: what was searched, what else to try, and a button that clears it. `hint`: how to search. */
export function NoMatch({
  noun,
  address: { given, clear },
  hint = 'Check the spelling, or remove a filter.',
  children,
}: {
  noun: string
  address: ListAddress
  hint?: string
  children?: ReactNode
}) {
  const many = noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`
  return (
    <Message title={given.search ? `No results for “${given.search}”` : `No matching ${many}`} clear={clear}>
      <p>{given.search ? hint + accentHint(given.search) : 'Remove a filter to see more.'}</p>
      {children}
    </Message>
  )
}

const PageButton = ({ to, text }: { to: string; text: string }) => (
  <Button
    component="a"
    href={to}
    variant="default"
    onClick={(event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      visit(to)
      window.scrollTo({ top: 0 })
    }}
  >
    {text}
  </Button>
)

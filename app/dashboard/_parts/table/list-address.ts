'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'

/** The parameters of a list's URL that are not filters. */
const others = ['sort', 'columns', 'after', 'peek'] as const

type Given = Partial<Record<string, string>>

/** The names of a list's filters: the properties of its query. */
export type FilterName<Input> = Exclude<keyof NonNullable<Input>, (typeof others)[number]> & string

/**
 * The filters, order, columns and page of a list, kept in the URL, so that Back, links and saved views work. Changing
 * them does not request the page again, only the list's own query.
 */
export function useListAddress<Input>(names: readonly FilterName<Input>[]) {
  const path = usePathname()
  const search = useSearchParams()
  const given = valuesOf(names, search)
  const { sort, columns, after, peek } = valuesOf(others, search)
  const addressOf = (values: Given): string => {
    const query = queryOf(values)
    return query === '' ? path : `${path}?${query}`
  }
  const kept = { ...given, sort, columns }
  // Next.js renders a change of the URL later, so what is rendered can be out of date. For example, pressing a button first
  // puts what was just typed into the URL.
  const now = () => valuesOf([...names, ...others], new URLSearchParams(window.location.search))
  return {
    path,
    /** The filters that are set. */
    given,
    sort: sort ?? '',
    /** The keys of the columns that the URL names. */
    columns: columns?.split(','),
    after,
    peek,
    /** The input of the list's query. Anyone can edit the URL: the server rejects what it does not know. */
    input: { ...given, ...(sort && { sort }), ...(after && { after }) } as NonNullable<Input>,
    /** The input of the query for its totals, which do not depend on the page. */
    filters: given as NonNullable<Input>,
    /** Whether any filter is set. */
    filtered: Object.keys(given).length > 0,
    /** The query of the list as shown, without the page: what a saved view keeps. */
    query: queryOf(kept),
    /** The URL of another page of the list: that of a cursor, or the first. */
    pageAt: (cursor?: string) => addressOf({ ...kept, after: cursor }),
    /** The URL of the list with other filters, sort or columns, at its first page. */
    addressWith: (values: Given) => addressOf({ ...kept, ...values }),
    /** Changes filters, sort or columns, and goes to the first page. `replace` leaves no entry in the history. */
    set: (values: Given, how: 'push' | 'replace' = 'push') => {
      const { after, peek, ...current } = now()
      const next = addressOf({ ...current, ...values })
      if (next !== addressOf({ ...current, after })) visit(next, how)
    },
    clear: () => visit(addressOf({ sort, columns })),
    /** Goes to the list itself, if its URL has a filter, an order or a page that does not exist. */
    startOver: () => visit(addressOf({ columns })),
    /** Whether there is anything to start over from. */
    isChanged: queryOf({ ...given, sort, after }) !== '',
    /** The URL of the list as shown, with the side panel of a row. */
    panelAt: (id: string) => addressOf({ ...kept, after, peek: id }),
    /** Opens the side panel of a row, or closes it. */
    look: (id: string | undefined) => {
      const { peek, ...current } = now()
      if (id !== peek) visit(addressOf({ ...current, peek: id }), peek === undefined ? 'push' : 'replace')
    },
  }
}

export type ListAddress = ReturnType<typeof useListAddress<object>>

/** The wanted parameters that have a value. */
const valuesOf = (wanted: readonly string[], search: Pick<URLSearchParams, 'get'>): Given =>
  Object.fromEntries(
    wanted.flatMap((name) => {
      const value = search.get(name)
      return value ? [[name, value]] : []
    }),
  )

const queryOf = (values: Given): string =>
  new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  ).toString()

/** Changes the URL of this page. Next.js notices, and requests nothing. */
export function visit(address: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') window.history.pushState(null, '', address)
  else window.history.replaceState(null, '', address)
}

/** Calls the latest `act` a given time after the last call of `later`. */
export function useDelayed(act: (text: string) => void, milliseconds: number) {
  const latest = useRef(act)
  const pending = useRef<{ text: string; timer: ReturnType<typeof setTimeout> }>(undefined)
  useLayoutEffect(() => {
    latest.current = act
  })
  const delayed = useMemo(() => {
    const cancel = () => {
      clearTimeout(pending.current?.timer)
      pending.current = undefined
    }
    const now = (text: string) => {
      cancel()
      latest.current(text)
    }
    const later = (text: string) => {
      cancel()
      pending.current = { text, timer: setTimeout(() => now(text), milliseconds) }
    }
    /** Does not wait any longer, if a call is pending. */
    const flush = () => {
      if (pending.current) now(pending.current.text)
    }
    return { later, now, flush, cancel }
  }, [milliseconds])
  useEffect(() => delayed.cancel, [delayed])
  return delayed
}

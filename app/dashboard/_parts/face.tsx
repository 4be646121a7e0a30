'use client'

import { Button } from '@mantine/core'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { inWords, toldOf } from './calls'
import { unnamed } from './flaws'
import styles from './parts.module.css'

/**
 * Shows the data of a query, a placeholder while it loads, or an error. Data already shown stays when a refetch fails.
 * `what`: "Orders".
 */
export function Answered<T>({
  what,
  query: { data, error, refetch },
  clear,
  loading,
  children,
}: {
  what: string
  query: { data: T | undefined; error: unknown; refetch: () => unknown }
  clear?: FailedProps['clear']
  loading: ReactNode
  children: (data: T) => ReactNode
}) {
  if (data !== undefined) return children(data)
  if (error) return <Failed what={what} error={error} retry={() => refetch()} {...(clear && { clear })} />
  return loading
}

/** Says that something could not be loaded, why, and what to do. */
export function Failed({ what, error, retry, clear, whole = false }: FailedProps) {
  const told = toldOf(error)
  const Title = whole ? 'h1' : 'strong'
  return (
    <div role="alert" className={styles.face}>
      <Title>{what} could not be loaded</Title>
      {clear && told?.status === 400 ? (
        <>
          <p>A filter is invalid: {unnamed(told.content)}</p>
          <ClearFilters clear={clear} />
        </>
      ) : (
        <>
          <p>{inWords(error)}</p>
          {told && <code>{told.type}</code>}
          <Button variant="default" onClick={retry}>
            Try again
          </Button>
        </>
      )}
    </div>
  )
}

const ClearFilters = ({ clear }: { clear: () => void }) => (
  <Button variant="default" onClick={clear}>
    Clear filters
  </Button>
)

/** Replaces a page whose object was not found or could not be loaded. `noun`: "order". */
export function Unshown({
  noun,
  error,
  retry,
  all,
  why = 'It may belong to another merchant, or the address may be wrong.',
}: {
  noun: string
  error: unknown
  retry: () => void
  /** The link to the list. */
  all: { path: string; name: string }
  why?: string
}) {
  if (toldOf(error)?.code !== 'not-found')
    return <Failed whole what={`The ${noun}`} error={error} retry={retry} />
  return (
    <Nothing whole title={`${noun.charAt(0).toUpperCase()}${noun.slice(1)} not found`}>
      <p>{why}</p>
      <Link href={all.path}>{all.name}</Link>
    </Nothing>
  )
}

interface FailedProps {
  what: string
  error: unknown
  retry: () => void
  /** Clears the filters. Retrying with invalid filters would fail again. */
  clear?: (() => void) | false
  /** Whether this is the whole page. */
  whole?: boolean
}

/** An empty state with an explanation. `clear` clears the filters. */
export function Nothing({
  title,
  whole = false,
  clear,
  children,
}: {
  title: string
  whole?: boolean
  clear?: () => void
  children: ReactNode
}) {
  const Title = whole ? 'h1' : 'strong'
  return (
    <div className={styles.face}>
      <Title>{title}</Title>
      {children}
      {clear && <ClearFilters clear={clear} />}
    </div>
  )
}

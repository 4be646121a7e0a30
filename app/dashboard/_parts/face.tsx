'use client'

import { Button } from '@mantine/core'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { inWords, toldOf } from './calls'
import { unnamed } from './flaws'
import styles from './parts.module.css'

/**
 * What was asked for; before it is there, that it comes, and where it does not, why. What is shown stays when it cannot
 * be asked for again. `what`: "Orders".
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

/** Says that something could not be shown, why, and what to do. */
export function Failed({ what, error, retry, clear, whole = false }: FailedProps) {
  const told = toldOf(error)
  const Title = whole ? 'h1' : 'strong'
  return (
    <div role="alert" className={styles.face}>
      <Title>{what} could not be shown</Title>
      {clear && told?.status === 400 ? (
        <>
          <p>One of the filters cannot be used: {unnamed(told.content)}</p>
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

/** In the place of a thing that cannot be shown: that there is none, or why not. `noun`: "order". */
export function Unshown({
  noun,
  error,
  retry,
  all,
  why = 'It may be another merchant’s, or its address may be misspelt.',
}: {
  noun: string
  error: unknown
  retry: () => void
  /** Where all of them are. */
  all: { path: string; name: string }
  why?: string
}) {
  if (toldOf(error)?.code !== 'not-found')
    return <Failed whole what={`The ${noun}`} error={error} retry={retry} />
  return (
    <Nothing whole title={`There is no such ${noun}`}>
      <p>{why}</p>
      <Link href={all.path}>{all.name}</Link>
    </Nothing>
  )
}

interface FailedProps {
  what: string
  error: unknown
  retry: () => void
  /** Takes away the filters; asked for again they would be refused again. */
  clear?: (() => void) | false
  /** Whether it is all that the page shows. */
  whole?: boolean
}

/** Says that there is nothing, and what that means. `clear`: takes away the filters that leave nothing. */
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

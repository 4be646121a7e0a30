'use client'

import { Button, Skeleton } from '@mantine/core'
import Link from 'next/link'
import type { ReactNode } from 'react'
import type { Filters } from './filters'
import styles from './list.module.css'

/** Placeholder rows with the height of real ones. */
export const Loading = ({ what, rows = 10 }: { what: string; rows?: number }) => (
  <div role="status" aria-label={`Loading ${what}`}>
    {Array.from({ length: rows }, (_, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike, and stay where they are
      <div key={place} className={styles.row}>
        <Skeleton height={16} />
      </div>
    ))}
  </div>
)

/** Links to the next and the first page of a list. */
export function Pages({
  filters: { given, after, addressOf },
  next: cursor,
  back = 'Newest',
  children,
}: {
  filters: Pick<Filters, 'given' | 'after' | 'addressOf'>
  next: string | null | undefined
  back?: string
  children: ReactNode
}) {
  const next = cursor && addressOf({ ...given, after: cursor })
  const first = after && addressOf(given)
  if (!next && !first) return null
  return (
    <nav aria-label="Pages of the list" className={styles.pages}>
      {first && (
        <Button component={Link} href={first} variant="default">
          {back}
        </Button>
      )}
      {next && (
        <Button component={Link} href={next} variant="default">
          {children}
        </Button>
      )}
    </nav>
  )
}

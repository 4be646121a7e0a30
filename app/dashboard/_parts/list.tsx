'use client'

import { Button, Skeleton } from '@mantine/core'
import Link from 'next/link'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import type { ReactNode } from 'react'
import styles from './list.module.css'

/** The filters of a list, which are kept in its address. Those that are empty are left out. */
export function useFilters<Name extends string>(names: readonly Name[]) {
  const path = usePathname()
  const search = useSearchParams()
  const router = useRouter()
  const given = Object.fromEntries(
    names.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : [])),
  ) as Partial<Record<Name, string>>
  const addressOf = (filters: Partial<Record<string, string>>) => {
    const query = new URLSearchParams(
      Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value]] : [])),
    )
    return query.size > 0 ? `${path}?${query}` : path
  }
  return {
    given,
    after: search.get('after') ?? undefined,
    addressOf,
    /** Filters anew, from the first page on. */
    apply: (form: HTMLFormElement) => {
      const data = new FormData(form)
      const filters = Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '').trim()]))
      const address = addressOf(filters)
      if (address !== addressOf(given) || search.has('after')) router.replace(address, { scroll: false })
    },
    clear: () => router.replace(path, { scroll: false }),
  }
}

/** Rows of the height that they will have. */
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

/** To the next page of a list, and back to its first. */
export function Pages({
  next,
  first,
  back = 'To the newest',
  children,
}: {
  next: string | undefined
  first: string | undefined
  back?: string
  children: ReactNode
}) {
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

'use client'

import { Button, Popover, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import type { ListName } from '@/server/model/preferences'
import { useTRPC } from '../calls'
import { Outcome } from '../form'
import { type Column, chosenColumns } from './column'
import type { ListAddress } from './list-address'

const ColumnMenu = dynamic(() => import('./column-menu').then(({ ColumnMenu }) => ColumnMenu), {
  ssr: false,
  loading: () => <Skeleton width={200} height={120} />,
}) as typeof import('./column-menu').ColumnMenu

/**
 * The shown columns of a list: those in its URL, as in saved views, or those that the user chose. Undefined until they
 * are known.
 */
export function useColumns<Row>(list: ListName, all: readonly Column<Row>[], address: ListAddress) {
  const trpc = useTRPC()
  const chosen = useQuery(trpc.preference.columns.queryOptions({ list }, { staleTime: 60_000 }))
  // A choice is shown before the server has stored it.
  const [latest, setLatest] = useState<{ keys: string[] | undefined }>()
  const save = useMutation(
    trpc.preference.chooseColumns.mutationOptions({ onError: () => setLatest(undefined) }),
  )
  const keys = address.columns ?? (latest ? latest.keys : (chosen.data?.columns ?? undefined))
  const isKnown = address.columns !== undefined || latest !== undefined || !chosen.isPending
  const choose = (wanted: string[] | undefined) => {
    if (address.columns) return address.set({ columns: wanted?.join(',') }, 'replace')
    setLatest({ keys: wanted })
    save.mutate({ list, columns: wanted ?? null })
  }
  return { shown: isKnown ? chosenColumns(all, keys) : undefined, choose, error: save.error }
}

export function ColumnsButton<Row>({
  error,
  ...menu
}: {
  all: readonly Column<Row>[]
  shown: readonly Column<Row>[]
  choose: (keys: string[] | undefined) => void
  /** Why the last choice was not stored. */
  error: unknown
}) {
  const [open, setOpen] = useState(false)
  return (
    <Popover opened={open} onChange={setOpen} trapFocus returnFocus position="bottom-end" shadow="md">
      <Popover.Target>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setOpen(!open)}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <ColumnMenu {...menu} />
        <Outcome error={error} />
      </Popover.Dropdown>
    </Popover>
  )
}

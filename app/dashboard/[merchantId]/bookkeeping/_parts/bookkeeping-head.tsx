'use client'

import { useSearchParams } from 'next/navigation'
import { Tabs } from '../../../_parts/tabs'

const tabs = [
  { path: '/bookkeeping', name: 'Journal' },
  { path: '/bookkeeping/vat', name: 'VAT' },
  { path: '/bookkeeping/accounts', name: 'Chart of accounts' },
] as const

/** The pages of the books. All of them keep the chosen period. */
export function BookkeepingHead({ title = 'Bookkeeping' }: { title?: string }) {
  const search = useSearchParams()
  const period = ['from', 'to'].flatMap((name) => search.getAll(name).map((day) => [name, day]))
  return (
    <>
      <h1>{title}</h1>
      <Tabs
        name="Bookkeeping"
        tabs={tabs}
        query={period.length > 0 ? `?${new URLSearchParams(period)}` : ''}
      />
    </>
  )
}

'use client'

import { useQuery } from '@tanstack/react-query'
import { useParams } from 'next/navigation'
import type { ReactNode } from 'react'
import { useTRPC } from '../../../../_parts/calls'
import type { Outputs } from '../../../../_parts/merchant'
import { Loaded } from '../../../../_parts/query-state'

export type AccountDetail = Outputs['account']['get']

/** Shows the page of the account in the URL. */
export function LoadedAccount({ children }: { children: (account: AccountDetail) => ReactNode }) {
  const { accountId: id } = useParams<{ accountId: string }>()
  const query = useQuery(useTRPC().account.get.queryOptions({ id }))
  return (
    <Loaded noun="account" list="/accounts" query={query}>
      {children}
    </Loaded>
  )
}

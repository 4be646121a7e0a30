'use client'

import { useQuery } from '@tanstack/react-query'
import { useParams } from 'next/navigation'
import type { ReactNode } from 'react'
import { useTRPC } from '../../_parts/calls'
import type { Outputs } from '../../_parts/merchant'
import { Loaded } from '../../_parts/query-state'

export type AccountDetail = Outputs['account']['get']

/** Shows the page of an account. Without an `id`, it is the account in the path. */
export function LoadedAccount({
  id,
  children,
}: {
  id?: string
  children: (account: AccountDetail) => ReactNode
}) {
  const { accountId } = useParams<{ accountId: string }>()
  const query = useQuery(useTRPC().account.get.queryOptions({ id: id ?? accountId }))
  return (
    <Loaded noun="account" list="/accounts" query={query}>
      {children}
    </Loaded>
  )
}

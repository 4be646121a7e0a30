'use client'

import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTRPC } from '../../../../_parts/calls'
import { Unshown } from '../../../../_parts/face'
import { type Outputs, useMerchant } from '../../../../_parts/merchant'

export type AccountShown = Outputs['account']['get']

/** Loads an account and shows its page, a placeholder or an error. */
export function LoadedAccount({
  id,
  children,
}: {
  id: string
  children: (account: AccountShown) => ReactNode
}) {
  const trpc = useTRPC()
  const { base } = useMerchant()
  const { data: account, error, refetch } = useQuery(trpc.account.get.queryOptions({ id }))
  if (error && !account) {
    return (
      <Unshown
        noun="account"
        error={error}
        retry={() => refetch()}
        all={{ path: `${base}/accounts`, name: 'All accounts' }}
      />
    )
  }
  if (!account) return <Skeleton height={480} role="status" aria-label="Loading the account" />
  return children(account)
}

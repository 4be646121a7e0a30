'use client'

import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { toldOf, useTRPC } from '../../../_parts/calls'
import { Failed, Nothing } from '../../../_parts/face'
import { type Outputs, useMerchant } from '../../../_parts/merchant'

export type AccountShown = Outputs['account']['get']

/** An account's page once it is loaded, and what stands there until then, or instead. */
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
  if (toldOf(error)?.status === 404) {
    return (
      <Nothing whole title="There is no such account">
        <p>It may be another merchant’s, or its address may be misspelt.</p>
        <Link href={`${base}/accounts`}>To all accounts</Link>
      </Nothing>
    )
  }
  if (error) return <Failed whole what="The account" error={error} retry={() => refetch()} />
  if (!account) return <Skeleton height={480} role="status" aria-label="Loading the account" />
  return children(account)
}

'use client'

import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { toldOf, useTRPC } from '../../../../_parts/calls'
import { Failed, Nothing } from '../../../../_parts/face'
import { type Outputs, useMerchant } from '../../../../_parts/merchant'

export type SubscriptionShown = Outputs['subscription']['get']

/** A subscription's page once it is loaded, and what stands there until then, or instead. */
export function Loaded({
  account,
  id,
  children,
}: {
  account: string
  id: string
  children: (subscription: SubscriptionShown) => ReactNode
}) {
  const trpc = useTRPC()
  const { base } = useMerchant()
  const { data, error, refetch } = useQuery(trpc.subscription.get.queryOptions({ account, id }))
  if (toldOf(error)?.status === 404) {
    return (
      <Nothing whole title="There is no such subscription">
        <p>It may be another merchant’s, or its address may be misspelt.</p>
        <Link href={`${base}/subscriptions`}>To all subscriptions</Link>
      </Nothing>
    )
  }
  if (error) return <Failed whole what="The subscription" error={error} retry={() => refetch()} />
  if (!data) return <Skeleton height={480} role="status" aria-label="Loading the subscription" />
  return children(data)
}

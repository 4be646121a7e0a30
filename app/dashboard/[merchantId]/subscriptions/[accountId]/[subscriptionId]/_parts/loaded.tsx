'use client'

import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTRPC } from '../../../../../_parts/calls'
import { Unshown } from '../../../../../_parts/face'
import { type Outputs, useMerchant } from '../../../../../_parts/merchant'

export type SubscriptionShown = Outputs['subscription']['get']

/** Loads a subscription and shows its page, a placeholder or an error. */
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
  if (error && !data) {
    return (
      <Unshown
        noun="subscription"
        error={error}
        retry={() => refetch()}
        all={{ path: `${base}/subscriptions`, name: 'All subscriptions' }}
      />
    )
  }
  if (!data) return <Skeleton height={480} role="status" aria-label="Loading the subscription" />
  return children(data)
}

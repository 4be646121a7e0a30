'use client'

import { useQuery } from '@tanstack/react-query'
import { useParams } from 'next/navigation'
import type { ReactNode } from 'react'
import { useTRPC } from '../../../../../_parts/calls'
import type { Outputs } from '../../../../../_parts/merchant'
import { Loaded } from '../../../../../_parts/query-state'

export type ShownSubscription = Outputs['subscription']['get']

/** Shows the page of the subscription in the URL. */
export function LoadedSubscription({
  children,
}: {
  children: (subscription: ShownSubscription) => ReactNode
}) {
  const { accountId: account, subscriptionId: id } = useParams<{
    accountId: string
    subscriptionId: string
  }>()
  const query = useQuery(useTRPC().subscription.get.queryOptions({ account, id }))
  return (
    <Loaded noun="subscription" list="/subscriptions" query={query}>
      {children}
    </Loaded>
  )
}

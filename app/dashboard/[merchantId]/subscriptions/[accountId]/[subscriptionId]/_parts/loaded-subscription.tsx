'use client'

import { useQuery } from '@tanstack/react-query'
import { useParams } from 'next/navigation'
import type { ReactNode } from 'react'
import { useTRPC } from '../../../../../_parts/calls'
import type { Outputs } from '../../../../../_parts/merchant'
import { Loaded } from '../../../../../_parts/query-state'

export type ShownSubscription = Outputs['subscription']['get']

/** Shows the page of the subscription in the URL. `isFresh`: nothing that was loaded for an earlier page. */
export function LoadedSubscription({
  isFresh = false,
  children,
}: {
  isFresh?: boolean
  children: (subscription: ShownSubscription) => ReactNode
}) {
  const { accountId: account, subscriptionId: id } = useParams<{
    accountId: string
    subscriptionId: string
  }>()
  const options = useTRPC().subscription.get.queryOptions({ account, id })
  const query = useQuery({ ...options, ...(isFresh && { staleTime: 0 }) })
  const data = isFresh && !query.isFetchedAfterMount ? undefined : query.data
  return (
    <Loaded noun="subscription" list="/subscriptions" query={{ ...query, data }}>
      {children}
    </Loaded>
  )
}

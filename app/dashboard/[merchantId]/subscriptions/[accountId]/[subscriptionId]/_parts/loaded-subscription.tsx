'use client'

import { useQuery } from '@tanstack/react-query'
import { useParams } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { useTRPC } from '../../../../../_parts/calls'
import type { Outputs } from '../../../../../_parts/merchant'
import { Loaded } from '../../../../../_parts/query-state'
import { refetchWhile } from '../../../../../_parts/refetch-while'

export type ShownSubscription = Outputs['subscription']['get']

/** Whether a payment of a subscription is running. */
export const isCharging = ({ unpaid }: ShownSubscription): boolean =>
  unpaid.some(({ isRunning }) => isRunning)

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
  const options = useTRPC().subscription.get.queryOptions({ account, id }, refetchWhile(isCharging))
  const query = useQuery({ ...options, ...(isFresh && { refetchOnMount: 'always' }) })
  const [before] = useState(query.dataUpdatedAt)
  const isOld = isFresh && query.dataUpdatedAt === before
  const data = isOld ? undefined : query.data
  const error = isOld && query.isFetching ? null : query.error
  return (
    <Loaded noun="subscription" list="/subscriptions" query={{ ...query, data, error }}>
      {children}
    </Loaded>
  )
}

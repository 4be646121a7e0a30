'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { capitalised } from '@/server/model/capitalised'
import { movementNames } from '@/server/model/subscription/movement-names'
import { useTRPC } from '../../../_parts/calls'
import { EmptyList } from '../../../_parts/empty-list'
import { type Inputs, useMerchant } from '../../../_parts/merchant'
import type { Filter } from '../../../_parts/table/filter'
import { List } from '../../../_parts/table/list'
import { useListAddress } from '../../../_parts/table/list-address'
import { SubscriptionsTabs } from '../_parts/tabs'
import { movementColumns } from './columns'

const filters: readonly Filter[] = [
  {
    kind: 'choice',
    name: 'kind',
    label: 'Movement',
    options: [
      ...Object.entries(movementNames).map(([value, name]) => ({ value, label: capitalised(name) })),
      { value: 'less', label: 'Contraction and churn' },
      { value: 'churn', label: 'Customers lost' },
    ],
  },
  { kind: 'period', from: 'start', to: 'end', label: 'Date' },
  { kind: 'currency', name: 'currency', label: 'Currency' },
]

/** What changed monthly recurring revenue: the rows behind the figures of Home. */
export function Movements() {
  const { base, may } = useMerchant()
  const address = useListAddress<Inputs['report']['movements']>(['kind', 'start', 'end', 'currency'])
  const query = useQuery(useTRPC().report.movements.queryOptions(address.input))
  return (
    <List
      list="movements"
      what="Revenue movements"
      noun={address.given.kind === 'churn' ? 'customer' : 'movement'}
      address={address}
      query={query}
      rowsOf={(data) => data.movements}
      totals={{ ...query, data: query.data?.totals }}
      columns={movementColumns}
      exportPath={`${base}/subscriptions/movements/export`}
      filters={filters}
      idOf={(row) => `${row.accountId}-${row.subscriptionId}-${row.sequence}`}
      nameOf={({ what }) => `subscription ${what}`}
      hrefOf={({ accountId, subscriptionId }) => `${base}/subscriptions/${accountId}/${subscriptionId}`}
      none={
        <EmptyList icon="subscriptions" title="No movements yet">
          <p>
            New subscriptions, changed prices, ends and suspensions appear here with their effect on monthly
            recurring revenue.
          </p>
          {may('support') && (
            <Button component={Link} href={`${base}/subscriptions/new`} prefetch={false} variant="default">
              New subscription
            </Button>
          )}
        </EmptyList>
      }
    >
      <SubscriptionsTabs />
    </List>
  )
}

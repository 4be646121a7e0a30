'use client'

import { useQuery } from '@tanstack/react-query'
import { Amount } from '../../../_parts/amount'
import { useTRPC } from '../../../_parts/calls'
import { Chip } from '../../../_parts/chip'
import { Customer } from '../../../_parts/customer'
import { Moment } from '../../../_parts/detail'
import { type Inputs, type Outputs, useMerchant } from '../../../_parts/merchant'
import { Message } from '../../../_parts/query-state'
import type { Column } from '../../../_parts/table/column'
import type { Filter } from '../../../_parts/table/filter'
import { List } from '../../../_parts/table/list'
import { useListAddress } from '../../../_parts/table/list-address'
import { SubscriptionsTabs } from '../_parts/tabs'

type Movement = Outputs['report']['movements']['movements'][number]

const names: Record<Movement['kind'], string> = {
  new: 'New',
  expansion: 'Expansion',
  contraction: 'Contraction',
  lost: 'Lost',
  recovered: 'Recovered',
}

const reasons: Record<NonNullable<Movement['why']>, string> = {
  customer: 'Ended by the customer',
  merchant: 'Ended by you',
  term: 'Reached its end',
  currency: 'Changed to another currency',
  'payments failed': 'All payments failed',
}

const colours = {
  new: 'green',
  expansion: 'green',
  contraction: 'amber',
  lost: 'red',
  recovered: 'blue',
} as const satisfies Record<Movement['kind'], string>

const columns: readonly Column<Movement>[] = [
  {
    key: 'subscription',
    name: 'Subscription',
    width: 160,
    grow: 1.4,
    phone: 'text',
    cell: ({ what }) => <bdi title={what}>{what}</bdi>,
  },
  {
    key: 'customer',
    name: 'Customer',
    width: 150,
    grow: 1.4,
    phone: 'title',
    cell: ({ payerName }) => <Customer name={payerName} />,
  },
  {
    key: 'kind',
    name: 'Movement',
    width: 110,
    grow: 0.6,
    phone: 'note',
    cell: ({ kind }) => <Chip state={names[kind]} colour={colours[kind]} />,
  },
  { key: 'why', name: 'Why', width: 150, grow: 0.8, cell: ({ why }) => why && reasons[why] },
  {
    key: 'monthly',
    name: 'Per month',
    width: 150,
    grow: 0.6,
    align: 'end',
    phone: 'figure',
    cell: ({ monthly, currency }) => <Amount of={{ amount: monthly, currency }} />,
  },
  {
    key: 'date',
    name: 'Date',
    width: 140,
    grow: 0.4,
    phone: 'more',
    cell: ({ date }) => <Moment at={date} />,
  },
]

const filters = (currency: string): Filter[] => [
  {
    kind: 'choice',
    name: 'kind',
    label: 'Movement',
    options: [
      ...Object.entries(names).map(([value, label]) => ({ value, label })),
      { value: 'less', label: 'Contraction and lost' },
      { value: 'churn', label: 'Customers lost' },
    ],
  },
  { kind: 'period', from: 'start', to: 'end', label: 'Date' },
  { kind: 'text', name: 'currency', label: 'Currency', placeholder: currency },
]

/** What changed monthly recurring revenue: the rows behind the figures of Home. */
export function Movements() {
  const { base, currency } = useMerchant()
  const address = useListAddress<Inputs['report']['movements']>(['kind', 'start', 'end', 'currency'])
  const query = useQuery(useTRPC().report.movements.queryOptions(address.input))
  const countsCustomers = address.given.kind === 'churn'
  const totals = query.data?.totals
  return (
    <List
      list="movements"
      what="Revenue movements"
      noun={countsCustomers ? 'customer' : 'movement'}
      address={address}
      query={query}
      rowsOf={(data) => data.movements}
      totals={{
        ...query,
        data: totals && { ...totals, count: countsCustomers ? totals.customers : totals.count },
      }}
      columns={columns}
      filters={filters(currency)}
      idOf={(row) => `${row.accountId}-${row.subscriptionId}-${row.sequence}`}
      nameOf={({ what }) => `subscription ${what}`}
      hrefOf={({ accountId, subscriptionId }) => `${base}/subscriptions/${accountId}/${subscriptionId}`}
      none={
        <Message title="No movements yet">
          <p>
            New subscriptions, changed prices, ends and suspensions appear here with what they add to or take
            from monthly recurring revenue.
          </p>
        </Message>
      }
    >
      <SubscriptionsTabs />
    </List>
  )
}

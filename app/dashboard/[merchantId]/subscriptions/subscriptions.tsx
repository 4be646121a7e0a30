'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { capitalised } from '@/server/model/capitalised'
import { useTRPC } from '../../_parts/calls'
import { EmptyList } from '../../_parts/empty-list'
import { type Inputs, useMerchant } from '../../_parts/merchant'
import { type Filter, namesOf } from '../../_parts/table/filter'
import { List } from '../../_parts/table/list'
import { type FilterName, useListAddress } from '../../_parts/table/list-address'
import { NoMatch } from '../../_parts/table/paged-rows'
import { ProductInstead } from '../_parts/product-instead'
import { SubscriptionsTabs } from './_parts/tabs'
import { subscriptionColumns } from './columns'

const SubscriptionPanel = dynamic(
  () => import('./subscription-panel').then(({ SubscriptionPanel }) => SubscriptionPanel),
  { ssr: false },
)

const filters: readonly Filter<FilterName<Inputs['subscription']['list']>>[] = [
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    options: [
      { value: 'active', label: 'Active' },
      { value: 'retrying', label: 'Retrying: a payment failed' },
      { value: 'suspended', label: 'Suspended: all attempts failed' },
      { value: 'ended', label: 'Ended' },
    ],
  },
  {
    kind: 'choice',
    name: 'frequency',
    label: 'Frequency',
    options: ['daily', 'weekly', 'monthly', 'quarterly', 'yearly'].map((value) => ({
      value,
      label: capitalised(value),
    })),
  },
  { kind: 'period', from: 'dueFrom', to: 'dueTo', label: 'Next payment' },
  { kind: 'text', name: 'product', label: 'Product', hint: 'Part of the name of an item.' },
  { kind: 'currency', name: 'currency', label: 'Currency' },
  { kind: 'flag', name: 'planned', value: 'yes', label: 'With a planned change' },
  { kind: 'flag', name: 'ending', value: 'yes', label: 'Ending' },
  { kind: 'text', name: 'account', label: 'Account', hint: 'The account’s ID.' },
]

// `due` is in addresses that were saved when it had a filter of its own.
const filterNames = ['search', 'due', ...filters.flatMap(namesOf)] as const

/** The subscriptions of all accounts. */
export function Subscriptions() {
  const trpc = useTRPC()
  const { base, may } = useMerchant()
  const address = useListAddress<Inputs['subscription']['list']>(filterNames)
  const query = useQuery(trpc.subscription.list.queryOptions(address.input))
  const totals = useQuery(
    trpc.subscription.totals.queryOptions(address.filters, { enabled: query.data !== undefined }),
  )
  const create = may('support') && (
    <Button component={Link} href={`${base}/subscriptions/new`} prefetch={false}>
      New subscription
    </Button>
  )
  return (
    <List
      list="subscriptions"
      what="Subscriptions"
      noun="subscription"
      address={address}
      query={query}
      totals={totals}
      sumUnit="per month"
      rowsOf={(data) => data.subscriptions}
      columns={subscriptionColumns}
      filters={filters}
      search={{ label: 'Search subscriptions', placeholder: 'Customer, number, amount, card' }}
      idOf={({ account, id }) => `${account}/${id}`}
      nameOf={({ what, payerName }) => [what, payerName].filter(Boolean).join(', ')}
      hrefOf={({ account, id }) => `${base}/subscriptions/${account}/${id}`}
      exportPath={`${base}/subscriptions/export`}
      action={create}
      panel={(id, close) => <SubscriptionPanel id={id} close={close} />}
      noMatch={
        <NoMatch
          noun="subscription"
          address={address}
          hint="Search by customer, number, amount (“198,00”), the last four digits of a card, tag, ID, or metadata (“name: value”). Names need three letters."
        >
          <ProductInstead rows="subscriptions" address={address} />
        </NoMatch>
      }
      none={
        <EmptyList icon="subscriptions" title="No subscriptions yet" example="subscription">
          <p>A subscription charges an account’s card automatically, for example every month.</p>
          {create}
        </EmptyList>
      }
    >
      <SubscriptionsTabs />
    </List>
  )
}

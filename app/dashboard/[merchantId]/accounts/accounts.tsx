'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { languageInEnglish } from '@/server/model/language'
import { useTRPC } from '../../_parts/calls'
import { EmptyList } from '../../_parts/empty-list'
import { type Inputs, useMerchant } from '../../_parts/merchant'
import { type Filter, namesOf } from '../../_parts/table/filter'
import { List } from '../../_parts/table/list'
import { type FilterName, useListAddress } from '../../_parts/table/list-address'
import { accountColumns } from './columns'

const AccountPanel = dynamic(() => import('./account-panel').then(({ AccountPanel }) => AccountPanel), {
  ssr: false,
})

const filters: readonly Filter<FilterName<Inputs['account']['list']>>[] = [
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    options: [
      { value: 'created', label: 'Created: no card yet' },
      { value: 'active', label: 'Active' },
      { value: 'pending', label: 'Pending: a payment is being retried' },
      { value: 'suspended', label: 'Suspended: all attempts failed' },
    ],
  },
  { kind: 'flag', name: 'unpaid', value: 'yes', label: 'With unpaid orders' },
  { kind: 'flag', name: 'expiring', value: 'yes', label: 'Card expires soon' },
  { kind: 'period', from: 'start', to: 'end', label: 'Created' },
  {
    kind: 'choice',
    name: 'language',
    label: 'Language',
    options: Object.entries(languageInEnglish).map(([value, label]) => ({ value, label })),
  },
  { kind: 'text', name: 'tag', label: 'Tag', hint: 'The complete tag.' },
]

const filterNames = ['search', ...filters.flatMap(namesOf)] as const

/** All customers with an account. */
export function Accounts() {
  const trpc = useTRPC()
  const { base, may } = useMerchant()
  const address = useListAddress<Inputs['account']['list']>(filterNames)
  const query = useQuery(trpc.account.list.queryOptions(address.input))
  const totals = useQuery(
    trpc.account.totals.queryOptions(address.filters, { enabled: query.data !== undefined }),
  )
  const create = may('support') && (
    <Button component={Link} href={`${base}/accounts/new`} prefetch={false}>
      New account
    </Button>
  )
  return (
    <List
      list="accounts"
      what="Accounts"
      noun="account"
      address={address}
      query={query}
      totals={totals}
      rowsOf={(data) => data.accounts}
      columns={accountColumns}
      filters={filters}
      search={{ label: 'Search accounts', placeholder: 'Name, e-mail, number, card or ID' }}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      hrefOf={({ id }) => `${base}/accounts/${id}`}
      exportPath={`${base}/accounts/export`}
      action={create}
      panel={(id, close) => <AccountPanel id={id} close={close} />}
      partial={() =>
        'Only some of the accounts were searched; the rest are on the next pages. A search for three or more letters or digits covers all accounts at once.'
      }
      none={
        <EmptyList icon="accounts" title="No accounts yet" example="account">
          <p>An account is a customer whose cards are stored, for subscriptions and for paying again.</p>
          {create}
        </EmptyList>
      }
    />
  )
}

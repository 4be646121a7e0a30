'use client'

import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTRPC } from '../../_parts/calls'
import { Chips } from '../../_parts/chip'
import { useFilters } from '../../_parts/filters'
import { FilteredList } from '../../_parts/list'
import list from '../../_parts/list.module.css'
import { type Inputs, type Outputs, useMerchant } from '../../_parts/merchant'
import { Message } from '../../_parts/query-state'
import { NearDay } from '../_parts/day'

const statuses = [
  { value: '', label: 'Any' },
  { value: 'active', label: 'Active' },
  { value: 'retrying', label: 'Retrying: a payment failed' },
  { value: 'suspended', label: 'Suspended: all payment attempts failed' },
  { value: 'ended', label: 'Ended' },
]

/** The subscriptions of all accounts. */
export function Subscriptions() {
  const trpc = useTRPC()
  const { base } = useMerchant()
  const filters = useFilters<Inputs['subscription']['list']>(['status', 'due', 'search', 'account'])
  const { given, field, input, clear } = filters
  const query = useQuery(trpc.subscription.list.queryOptions(input))
  return (
    <>
      <h1>Subscriptions</h1>
      <FilteredList
        what="Subscriptions"
        filters={filters}
        query={query}
        rows={({ subscriptions }) => subscriptions}
        press="Filter"
        form={
          <>
            <TextInput
              label="Search"
              {...field('search')}
              type="search"
              placeholder="Payer or number"
              maxLength={500}
            />
            <NativeSelect label="Status" {...field('status')} data={statuses} />
            <TextInput label="Due before" {...field('due')} type="date" />
            <TextInput label="Account ID" {...field('account')} maxLength={500} />
          </>
        }
        noMatch={
          <Message title="No matching subscriptions" clear={clear}>
            <p>
              You can search by the payer’s name, e-mail address, account number or ID, and by complete
              subscription numbers.
            </p>
          </Message>
        }
        none={
          <Message title="No subscriptions yet">
            <p>
              A subscription charges an account’s card automatically on a schedule. Add one on an account’s
              page.
            </p>
            <Button component={Link} href={`${base}/accounts`} variant="default">
              Go to accounts
            </Button>
          </Message>
        }
        older={given.due ? 'Later dates' : 'Older subscriptions'}
        {...(given.due && { newest: 'First page' })}
      >
        {({ subscriptions }) => <Table subscriptions={subscriptions} />}
      </FilteredList>
    </>
  )
}

function Table({ subscriptions }: Pick<Outputs['subscription']['list'], 'subscriptions'>) {
  const { base, money } = useMerchant()
  return (
    <div className={list.subscriptions}>
      <div className={list.head} aria-hidden="true">
        <span>Subscription</span>
        <span>Payer</span>
        <span>Frequency</span>
        <span>Next payment</span>
        <span>Status</span>
        <span className={list.amount}>Amount</span>
      </div>
      <ul>
        {subscriptions.map(({ account, id, what, payerName, words, due, states, amount, currency }) => (
          <li key={`${account} ${id}`}>
            <Link href={`${base}/subscriptions/${account}/${id}`} prefetch={false} className={list.row}>
              <span className={list.first}>{what}</span>
              <span className={list.soft}>{payerName ?? '–'}</span>
              <span className={list.often}>{words}</span>
              <span className={`${list.soft} ${list.date}`}>
                {/* A suspended account is not billed. */}
                {due && !states.includes('suspended') ? <NearDay day={due} /> : '–'}
              </span>
              <Chips states={states} />
              <span className={list.amount}>{money({ amount, currency })}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

'use client'

import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTRPC } from '../../_parts/calls'
import { Answered, Nothing } from '../../_parts/face'
import { FilterForm, useFilters } from '../../_parts/filters'
import { Loading, Pages } from '../../_parts/list'
import list from '../../_parts/list.module.css'
import { type Outputs, useMerchant } from '../../_parts/merchant'
import { StateChips } from '../_parts/chips'
import { NearDay } from '../_parts/day'
import styles from './subscriptions.module.css'

const names = ['status', 'due', 'search', 'account'] as const
const statuses = [
  { value: '', label: 'Any' },
  { value: 'active', label: 'Active' },
  { value: 'retrying', label: 'Retrying: a payment failed' },
  { value: 'suspended', label: 'Suspended: all payment attempts failed' },
  { value: 'ended', label: 'Ended' },
]
type Subscription = Outputs['subscription']['list']['subscriptions'][number]

/** The subscriptions of all accounts. */
export function Subscriptions() {
  const trpc = useTRPC()
  const filters = useFilters(names)
  const { given, filtered, after, clear } = filters
  // Anyone can edit the URL. The server rejects an unknown status with an error that is shown below.
  const input = { ...given, ...(after && { after }) } as Parameters<
    typeof trpc.subscription.list.queryOptions
  >[0]
  const asked = useQuery(trpc.subscription.list.queryOptions(input))
  const isEmpty = asked.data?.subscriptions.length === 0
  return (
    <>
      <h1>Subscriptions</h1>
      <FilterForm filters={filters} isEmpty={asked.data ? isEmpty : asked.error !== null} press="Filter">
        <TextInput
          label="Search"
          name="search"
          type="search"
          placeholder="Payer or number"
          defaultValue={given.search}
          maxLength={500}
        />
        <NativeSelect label="Status" name="status" defaultValue={given.status ?? ''} data={statuses} />
        <TextInput label="Due before" name="due" type="date" defaultValue={given.due} />
        <TextInput label="Account ID" name="account" defaultValue={given.account} maxLength={500} />
      </FilterForm>
      <Answered
        what="Subscriptions"
        query={asked}
        clear={filtered && clear}
        loading={<Loading what="subscriptions" />}
      >
        {(data) =>
          isEmpty ? (
            <None filtered={filtered} clear={clear} />
          ) : (
            <>
              <Table subscriptions={data.subscriptions} />
              <Pages filters={filters} next={data.next} {...(given.due && { back: 'First page' })}>
                {given.due ? 'Later dates' : 'Older subscriptions'}
              </Pages>
            </>
          )
        }
      </Answered>
    </>
  )
}

function None({ filtered, clear }: { filtered: boolean; clear: () => void }) {
  const { base } = useMerchant()
  return filtered ? (
    <Nothing title="No matching subscriptions" clear={clear}>
      <p>
        You can search by the payer’s name, e-mail address, account number or ID, and by complete subscription
        numbers.
      </p>
    </Nothing>
  ) : (
    <Nothing title="No subscriptions yet">
      <p>
        A subscription charges an account’s card automatically on a schedule. Add one on an account’s page.
      </p>
      <Button component={Link} href={`${base}/accounts`} variant="default">
        Go to accounts
      </Button>
    </Nothing>
  )
}

function Table({ subscriptions }: { subscriptions: Subscription[] }) {
  return (
    <div className={styles.table}>
      <div className={list.head} aria-hidden="true">
        <span>Subscription</span>
        <span>Payer</span>
        <span>Frequency</span>
        <span>Next payment</span>
        <span>Status</span>
        <span className={list.amount}>Amount</span>
      </div>
      <ul className={list.list}>
        {subscriptions.map((subscription) => (
          <Row key={`${subscription.account} ${subscription.id}`} subscription={subscription} />
        ))}
      </ul>
    </div>
  )
}

function Row({ subscription }: { subscription: Subscription }) {
  const { base, money } = useMerchant()
  const { account, id, what, payerName, words, due, states, amount, currency } = subscription
  return (
    <li>
      <Link href={`${base}/subscriptions/${account}/${id}`} prefetch={false} className={list.row}>
        <span className={list.first}>{what}</span>
        <span className={`${list.soft} ${styles.payer}`}>{payerName ?? '–'}</span>
        <span className={styles.often}>{words}</span>
        <span className={`${list.soft} ${styles.next}`}>
          {/* A suspended account is not billed. */}
          {due && !states.includes('suspended') ? <NearDay day={due} /> : '–'}
        </span>
        <StateChips states={states} />
        <span className={list.amount}>{money(amount, currency)}</span>
      </Link>
    </li>
  )
}

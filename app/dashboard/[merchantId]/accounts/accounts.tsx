'use client'

import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTRPC } from '../../_parts/calls'
import { Chips } from '../../_parts/chip'
import { Moment } from '../../_parts/detail'
import detail from '../../_parts/detail.module.css'
import { useFilters } from '../../_parts/filters'
import { FilteredList } from '../../_parts/list'
import styles from '../../_parts/list.module.css'
import { type Inputs, type Outputs, useMerchant } from '../../_parts/merchant'
import { Message } from '../../_parts/query-state'

const statuses = [
  { value: '', label: 'Any' },
  { value: 'created', label: 'Created: no card yet' },
  { value: 'active', label: 'Active' },
  { value: 'pending', label: 'Pending: a payment is being retried' },
  { value: 'suspended', label: 'Suspended: all payment attempts failed' },
]
const sorts = [
  { value: '', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'name', label: 'Name, A to Z' },
  { value: 'name-down', label: 'Name, Z to A' },
]

export function Accounts() {
  const trpc = useTRPC()
  const { base, may } = useMerchant()
  const filters = useFilters<Inputs['account']['list']>(['search', 'status', 'sort'])
  const { given, field, addressOf, clear } = filters
  const query = useQuery(trpc.account.list.queryOptions(filters.input))
  return (
    <>
      <header className={detail.head}>
        <h1>Accounts</h1>
        {may('support') && (
          <Button component={Link} href={`${base}/accounts/new`} prefetch={false}>
            Create account
          </Button>
        )}
      </header>
      <FilteredList
        what="Accounts"
        filters={filters}
        query={query}
        rows={({ accounts }) => accounts}
        press="Search"
        form={
          <>
            <TextInput
              label="Search"
              {...field('search')}
              type="search"
              placeholder="Name, e-mail, card"
              maxLength={500}
            />
            <NativeSelect label="Status" {...field('status')} data={statuses} />
            <NativeSelect label="Sort" {...field('sort')} data={sorts} />
          </>
        }
        noMatch={
          <Message title="No matching accounts" clear={clear}>
            <p>You can search by name, e-mail address, number, ID and the last four digits of a card.</p>
          </Message>
        }
        none={
          <Message title="No accounts yet">
            <p>An account is a customer with stored cards. Create accounts here or through the API.</p>
            <Button component="a" href="/docs" variant="default">
              See the API reference
            </Button>
          </Message>
        }
        older={given.sort ? 'More accounts' : 'Older accounts'}
        partial={() =>
          'Only a part of the accounts was searched; the rest is on the next pages. A search for three or more letters or digits covers all accounts at once.'
        }
        {...(given.sort && { newest: 'First page' })}
      >
        {({ accounts }) => (
          <Table
            accounts={accounts}
            sort={given.sort ?? ''}
            addressOf={(sort) => addressOf({ ...given, sort })}
          />
        )}
      </FilteredList>
    </>
  )
}

interface SortProps {
  sort: string
  addressOf: (sort: string) => string
}

function Table({ accounts, ...sorting }: SortProps & Pick<Outputs['account']['list'], 'accounts'>) {
  const { base } = useMerchant()
  return (
    <div className={styles.accounts}>
      <div className={styles.head}>
        <Column name="Customer" up="name" down="name-down" {...sorting} />
        <span aria-hidden="true">E-mail</span>
        <span aria-hidden="true">Status</span>
        <Column name="Created" up="oldest" down="" {...sorting} />
        <span aria-hidden="true" className={styles.amount}>
          Number
        </span>
      </div>
      <ul>
        {accounts.map(({ id, name, email, status, created, number }) => (
          <li key={id}>
            <Link href={`${base}/accounts/${id}`} prefetch={false} className={styles.row}>
              <span className={styles.first}>{name ?? email ?? id}</span>
              <span className={`${styles.soft} ${styles.wide}`} title={email}>
                {email ?? '–'}
              </span>
              <Chips states={[status]} />
              <Moment at={created} className={`${styles.soft} ${styles.date}`} />
              <span className={styles.amount} title={number ?? undefined}>
                {number ?? '–'}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A sortable column header. Pressing it again reverses the order. */
function Column({ name, sort, up, down, addressOf }: SortProps & { name: string; up: string; down: string }) {
  const arrow = sort === up ? '↑' : sort === down ? '↓' : ''
  const to = sort === up ? down : up
  return (
    <Link
      href={addressOf(to)}
      prefetch={false}
      scroll={false}
      className={styles.column}
      aria-label={`${name}: sort ${to === up ? 'ascending' : 'descending'}`}
    >
      {name} <span aria-hidden="true">{arrow}</span>
    </Link>
  )
}

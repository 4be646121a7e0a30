'use client'

import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTRPC } from '../../_parts/calls'
import order from '../../_parts/detail.module.css'
import { Answered, Nothing } from '../../_parts/face'
import { Moment } from '../../_parts/facts'
import { FilterForm, useFilters } from '../../_parts/filters'
import { Loading, Pages } from '../../_parts/list'
import styles from '../../_parts/list.module.css'
import { type Outputs, useMerchant } from '../../_parts/merchant'
import own from './_parts/accounts.module.css'

const names = ['search', 'status', 'sort'] as const
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
type Account = Outputs['account']['list']['accounts'][number]

export function Accounts() {
  const trpc = useTRPC()
  const { base, may } = useMerchant()
  const filters = useFilters(names)
  const { given, filtered, after, addressOf, clear } = filters
  // Anyone can edit the URL. The server rejects an unknown status with an error that is shown below.
  const input = { ...given, ...(after && { after }) } as Parameters<typeof trpc.account.list.queryOptions>[0]
  const asked = useQuery(trpc.account.list.queryOptions(input))
  const isEmpty = asked.data?.accounts.length === 0
  return (
    <>
      <header className={order.head}>
        <h1>Accounts</h1>
        {may('support') && (
          <Button component={Link} href={`${base}/accounts/new`} prefetch={false}>
            Create account
          </Button>
        )}
      </header>
      <FilterForm filters={filters} isEmpty={asked.data ? isEmpty : asked.error !== null} press="Search">
        <TextInput
          label="Search"
          name="search"
          type="search"
          placeholder="Name, e-mail, card"
          defaultValue={given.search}
          maxLength={500}
        />
        <NativeSelect label="Status" name="status" defaultValue={given.status ?? ''} data={statuses} />
        <NativeSelect label="Sort" name="sort" defaultValue={given.sort ?? ''} data={sorts} />
      </FilterForm>
      <Answered what="Accounts" query={asked} clear={filtered && clear} loading={<Loading what="accounts" />}>
        {(data) =>
          isEmpty ? (
            <None filtered={filtered} clear={clear} />
          ) : (
            <>
              <Table
                accounts={data.accounts}
                sort={given.sort}
                addressOf={(sort) => addressOf({ ...given, sort })}
              />
              <Pages filters={filters} next={data.next} {...(given.sort && { back: 'First page' })}>
                {given.sort ? 'More accounts' : 'Older accounts'}
              </Pages>
            </>
          )
        }
      </Answered>
    </>
  )
}

function None({ filtered, clear }: { filtered: boolean; clear: () => void }) {
  return filtered ? (
    <Nothing title="No matching accounts" clear={clear}>
      <p>You can search by name, e-mail address, number, ID and the last four digits of a card.</p>
    </Nothing>
  ) : (
    <Nothing title="No accounts yet">
      <p>An account is a customer with stored cards. Create accounts here or through the API.</p>
      <Button component="a" href="/docs" variant="default">
        See the API reference
      </Button>
    </Nothing>
  )
}

function Table({
  accounts,
  sort,
  addressOf,
}: {
  accounts: Account[]
  sort: string | undefined
  addressOf: (sort: string) => string
}) {
  return (
    <div className={own.table}>
      <div className={styles.head}>
        <Column name="Customer" now={sort} up="name" down="name-down" addressOf={addressOf} />
        <span aria-hidden="true">E-mail</span>
        <span aria-hidden="true">Status</span>
        <Column name="Created" now={sort ?? ''} up="oldest" down="" addressOf={addressOf} />
        <span aria-hidden="true" className={styles.amount}>
          Number
        </span>
      </div>
      <ul className={styles.list}>
        {accounts.map((account) => (
          <Row key={account.id} account={account} />
        ))}
      </ul>
    </div>
  )
}

/** A sortable column header. Pressing it again reverses the order. */
function Column({
  name,
  now,
  up,
  down,
  addressOf,
}: {
  name: string
  now: string | undefined
  up: string
  down: string
  addressOf: (sort: string) => string
}) {
  const arrow = now === up ? '↑' : now === down ? '↓' : ''
  const to = now === up ? down : up
  return (
    <Link
      href={addressOf(to)}
      prefetch={false}
      scroll={false}
      className={own.column}
      aria-label={`${name}: sort ${to === up ? 'ascending' : 'descending'}`}
    >
      {name} <span aria-hidden="true">{arrow}</span>
    </Link>
  )
}

function Row({ account }: { account: Account }) {
  const { base } = useMerchant()
  return (
    <li>
      <Link href={`${base}/accounts/${account.id}`} prefetch={false} className={styles.row}>
        <span className={styles.first}>{account.name ?? account.email ?? account.id}</span>
        <span className={`${styles.soft} ${styles.wide}`} title={account.email}>
          {account.email ?? '–'}
        </span>
        <span className={styles.states}>
          <span className={styles.state} data-state={account.status}>
            {account.status}
          </span>
        </span>
        <Moment at={account.created} className={`${styles.soft} ${styles.date}`} />
        <span className={`${styles.amount} ${styles.cut}`} title={account.number ?? undefined}>
          {account.number ?? '–'}
        </span>
      </Link>
    </li>
  )
}

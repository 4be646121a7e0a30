'use client'

import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTRPC } from '../../_parts/calls'
import { Failed, Nothing } from '../../_parts/face'
import { Loading, Pages, useFilters } from '../../_parts/list'
import styles from '../../_parts/list.module.css'
import { type Outputs, useMerchant } from '../../_parts/merchant'

const names = ['search', 'status'] as const
const statuses = [
  { value: '', label: 'Any' },
  { value: 'created', label: 'Created: no card yet' },
  { value: 'active', label: 'Active' },
  { value: 'pending', label: 'Pending: a payment is being retried' },
  { value: 'suspended', label: 'Suspended: a payment was given up' },
]
type Accounts = Outputs['account']['list']['accounts']

export function Accounts() {
  const trpc = useTRPC()
  const { given, after, addressOf, apply, clear } = useFilters(names)
  // The address may be anybody's: what is no status is refused by the call, with a word about it.
  const input = { ...given, ...(after && { after }) } as Parameters<typeof trpc.account.list.queryOptions>[0]
  const { data, error, refetch } = useQuery(trpc.account.list.queryOptions(input))
  const filtered = Object.keys(given).length > 0
  return (
    <>
      <h1>Accounts</h1>
      <form
        key={JSON.stringify(given)}
        aria-label="Filters"
        className={styles.filters}
        onSubmit={(event) => {
          event.preventDefault()
          apply(event.currentTarget)
        }}
      >
        <TextInput
          label="Search"
          name="search"
          type="search"
          placeholder="Name, e-mail, number, id"
          defaultValue={given.search}
          maxLength={500}
        />
        <NativeSelect
          label="Status"
          name="status"
          defaultValue={given.status ?? ''}
          data={statuses}
          onChange={(event) => event.currentTarget.form && apply(event.currentTarget.form)}
        />
        <Button type="submit" variant="default">
          Search
        </Button>
        {filtered && (
          <Button variant="subtle" onClick={clear}>
            Clear filters
          </Button>
        )}
      </form>
      {error ? (
        <Failed what="Accounts" error={error} retry={() => refetch()} />
      ) : data ? (
        <>
          <Found accounts={data.accounts} filtered={filtered} clear={clear} />
          <Pages
            next={data.next && addressOf({ ...given, after: data.next })}
            first={after && addressOf(given)}
          >
            Older accounts
          </Pages>
        </>
      ) : (
        <Loading what="accounts" />
      )}
    </>
  )
}

function Found({ accounts, filtered, clear }: { accounts: Accounts; filtered: boolean; clear: () => void }) {
  const { base, when, exactly } = useMerchant()
  if (accounts.length === 0) {
    return filtered ? (
      <Nothing title="No account is found">
        <p>The search looks in names, e-mail addresses, numbers and ids.</p>
        <Button variant="default" onClick={clear}>
          Clear filters
        </Button>
      </Nothing>
    ) : (
      <Nothing title="No accounts yet">
        <p>An account is a customer with stored cards. Your shop makes them over the interface.</p>
        <Button component="a" href="/docs" variant="default">
          How to make an account
        </Button>
      </Nothing>
    )
  }
  return (
    <>
      <div className={styles.head} aria-hidden="true">
        <span>Customer</span>
        <span>E-mail</span>
        <span>Status</span>
        <span>Made</span>
        <span className={styles.amount}>Number</span>
      </div>
      <ul className={styles.list}>
        {accounts.map((account) => (
          <li key={account.id}>
            <Link href={`${base}/accounts/${account.id}`} prefetch={false} className={styles.row}>
              <span className={styles.first}>{account.name ?? account.email ?? account.id}</span>
              <span className={`${styles.soft} ${styles.wide}`}>{account.email ?? '–'}</span>
              <span className={styles.states}>
                <span className={styles.state} data-state={account.status}>
                  {account.status}
                </span>
              </span>
              <time
                className={`${styles.soft} ${styles.date}`}
                dateTime={account.created.toISOString()}
                title={exactly(account.created)}
              >
                {when(account.created)}
              </time>
              <span className={styles.amount}>{account.number ?? '–'}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

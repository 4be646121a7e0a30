'use client'

import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTRPC } from '../../_parts/calls'
import { Failed, Nothing } from '../../_parts/face'
import { Loading, Pages, useFilters } from '../../_parts/list'
import styles from '../../_parts/list.module.css'
import { type Outputs, useMerchant } from '../../_parts/merchant'
import { States } from '../../_parts/states'

const names = ['status', 'start', 'end', 'number', 'currency', 'account'] as const
const states = ['ordered', 'pending', 'charged', 'refunded', 'cancelled', 'denied'] as const
type Orders = Outputs['order']['list']['orders']

export function Orders() {
  const trpc = useTRPC()
  const { given, after, addressOf, apply, clear } = useFilters(names)
  // The address may be anybody's: what is no state is refused by the call, with a word about it.
  const input = { ...given, ...(after && { after }) } as Parameters<typeof trpc.order.list.queryOptions>[0]
  const { data, error, refetch } = useQuery(trpc.order.list.queryOptions(input))
  const filtered = Object.keys(given).length > 0
  return (
    <>
      <h1>Orders</h1>
      <form
        // Its fields are what the address says, also after going back.
        key={JSON.stringify(given)}
        aria-label="Filters"
        className={styles.filters}
        onSubmit={(event) => {
          event.preventDefault()
          apply(event.currentTarget)
        }}
      >
        <NativeSelect
          label="State"
          name="status"
          defaultValue={given.status ?? ''}
          data={[
            { value: '', label: 'Any' },
            ...states.map((state) => ({ value: state, label: inCapitals(state) })),
          ]}
          onChange={(event) => event.currentTarget.form && apply(event.currentTarget.form)}
        />
        <TextInput label="From" name="start" type="date" defaultValue={given.start} />
        <TextInput label="To" name="end" type="date" defaultValue={given.end} />
        <TextInput label="Number" name="number" defaultValue={given.number} maxLength={500} />
        <TextInput
          label="Currency"
          name="currency"
          defaultValue={given.currency}
          maxLength={3}
          placeholder="SEK"
        />
        <TextInput label="Account id" name="account" defaultValue={given.account} maxLength={500} />
        <Button type="submit" variant="default">
          Filter
        </Button>
        {filtered && (
          <Button variant="subtle" onClick={clear}>
            Clear filters
          </Button>
        )}
      </form>
      {error ? (
        <Failed what="Orders" error={error} retry={() => refetch()} />
      ) : data ? (
        <>
          <Found orders={data.orders} filtered={filtered} clear={clear} />
          <Pages
            next={data.next && addressOf({ ...given, after: data.next })}
            first={after && addressOf(given)}
          >
            Older orders
          </Pages>
        </>
      ) : (
        <Loading what="orders" />
      )}
    </>
  )
}

function Found({ orders, filtered, clear }: { orders: Orders; filtered: boolean; clear: () => void }) {
  const { base, money, when, exactly } = useMerchant()
  if (orders.length === 0 && filtered) {
    return (
      <Nothing title="No order fits these filters">
        <p>The number has to be the whole number, and dates are days of the merchant’s time zone.</p>
        <Button variant="default" onClick={clear}>
          Clear filters
        </Button>
      </Nothing>
    )
  }
  if (orders.length === 0) {
    return (
      <Nothing title="No orders yet">
        <p>An order is a payment that a customer has promised. Your shop makes them over the interface.</p>
        <Button component="a" href="/docs" variant="default">
          How to make an order
        </Button>
      </Nothing>
    )
  }
  return (
    <>
      <div className={styles.head} aria-hidden="true">
        <span>Order</span>
        <span>Customer</span>
        <span>State</span>
        <span>Made</span>
        <span className={styles.amount}>Amount</span>
      </div>
      <ul className={styles.list}>
        {orders.map((order) => (
          <li key={order.id}>
            <Link href={`${base}/orders/${order.id}`} prefetch={false} className={styles.row}>
              <span className={styles.first}>{order.number ?? order.id}</span>
              <span className={`${styles.soft} ${styles.wide}`}>{order.payerName ?? '–'}</span>
              <States shares={order.shares} />
              <time
                className={`${styles.soft} ${styles.date}`}
                dateTime={order.created.toISOString()}
                title={exactly(order.created)}
              >
                {when(order.created)}
              </time>
              <span className={styles.amount}>{money(order.amount, order.currency)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

const inCapitals = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '../../_parts/calls'
import { Answered, Nothing } from '../../_parts/face'
import { useFilters } from '../../_parts/filters'
import { Loading, Pages } from '../../_parts/list'
import { useMerchant } from '../../_parts/merchant'
import { Filters } from './_parts/filters'
import styles from './_parts/orders.module.css'
import { Many } from './many'
import { OrderList } from './order-list'
import { Views } from './views'

const names = [
  ...(['status', 'start', 'end', 'number'] as const),
  ...(['currency', 'least', 'most', 'card', 'account', 'failed'] as const),
] as const

export function Orders() {
  const trpc = useTRPC()
  const { base } = useMerchant()
  const filters = useFilters(names)
  const { given, filtered, after, addressOf, clear } = filters
  // Anyone can edit the URL. The server rejects an unknown status with an error that is shown below.
  const input = { ...given, ...(after && { after }) } as Parameters<typeof trpc.order.list.queryOptions>[0]
  const asked = useQuery(trpc.order.list.queryOptions(input))
  const query = addressOf(given).split('?')[1] ?? ''
  return (
    <>
      <header className={styles.head}>
        <h1>Orders</h1>
        <Button component="a" href={`${base}/orders/export?${query}`} download variant="default">
          {filtered ? 'Export results as CSV' : 'Export all as CSV'}
        </Button>
      </header>
      <Views query={query} />
      <Filters
        filters={filters}
        error={asked.error}
        isEmpty={asked.data ? asked.data.orders.length === 0 : asked.error !== null}
      />
      <Answered what="Orders" query={asked} clear={filtered && clear} loading={<Loading what="orders" />}>
        {(data) => (
          <>
            {data.orders.length > 0 ? (
              // Each page of the list starts with nothing selected.
              <Selectable key={`${query} ${after}`} orders={data.orders} />
            ) : (
              <None filtered={filtered} clear={clear} />
            )}
            <Pages filters={filters} next={data.next}>
              Older orders
            </Pages>
          </>
        )}
      </Answered>
    </>
  )
}

function Selectable({ orders }: Pick<Parameters<typeof OrderList>[0], 'orders'>) {
  const { may } = useMerchant()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  // An order that no longer matches the filters has left the list and must not be changed unseen.
  const ids = orders.flatMap(({ id }) => (selected.has(id) ? [id] : []))
  return (
    <>
      {may('support') && <Many ids={ids} clear={() => setSelected(new Set())} />}
      <OrderList orders={orders} {...(may('support') && { selected, select: setSelected })} />
    </>
  )
}

function None({ filtered, clear }: { filtered: boolean; clear: () => void }) {
  return filtered ? (
    <Nothing title="No matching orders" clear={clear}>
      <p>Enter complete order numbers. Dates are in the merchant’s time zone.</p>
    </Nothing>
  ) : (
    <Nothing title="No orders yet">
      <p>An order is a customer’s payment for a purchase. Your shop creates orders through the API.</p>
      <Button component="a" href="/docs" variant="default">
        How to create an order
      </Button>
    </Nothing>
  )
}

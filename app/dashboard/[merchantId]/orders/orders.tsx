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
  // The address may be anybody's: what is no state is refused by the call, with a word about it.
  const input = { ...given, ...(after && { after }) } as Parameters<typeof trpc.order.list.queryOptions>[0]
  const asked = useQuery(trpc.order.list.queryOptions(input))
  const query = addressOf(given).split('?')[1] ?? ''
  return (
    <>
      <header className={styles.head}>
        <h1>Orders</h1>
        <Button component="a" href={`${base}/orders/export?${query}`} download variant="default">
          {filtered ? 'Export these as CSV' : 'Export all as CSV'}
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
              // What was selected on one page is no more selected on another.
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
  // One that has left the list, because it fits the filters no more, is not acted upon unseen.
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
    <Nothing title="No order fits these filters" clear={clear}>
      <p>A number has to be the whole number, and dates are days of the merchant’s time zone.</p>
    </Nothing>
  ) : (
    <Nothing title="No orders yet">
      <p>An order is a payment that a customer has promised. Your shop makes them over the interface.</p>
      <Button component="a" href="/docs" variant="default">
        How to make an order
      </Button>
    </Nothing>
  )
}

'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '../../_parts/calls'
import { Moment } from '../../_parts/detail'
import detail from '../../_parts/detail.module.css'
import { useFilters } from '../../_parts/filters'
import { FilteredList } from '../../_parts/list'
import { type Inputs, useMerchant } from '../../_parts/merchant'
import { Message } from '../../_parts/query-state'
import { ChangeOrders } from './change-orders'
import { FilterFields } from './filter-fields'
import { OrderList, type OrderListProps } from './order-list'
import { Views } from './views'

const further = ['currency', 'least', 'most', 'card', 'account', 'failed'] as const

export function Orders() {
  const trpc = useTRPC()
  const { base } = useMerchant()
  const filters = useFilters<Inputs['order']['list']>(['status', 'start', 'end', 'number', ...further])
  const { given, input, filtered, after, addressOf, clear } = filters
  const orders = useQuery(trpc.order.list.queryOptions(input))
  const [wantsMore, setWantsMore] = useState(false)
  const more = wantsMore || further.some((name) => given[name])
  const query = addressOf(given).split('?')[1] ?? ''
  return (
    <>
      <header className={detail.head}>
        <h1>Orders</h1>
        <Button component="a" href={`${base}/orders/export?${query}`} download variant="default">
          {filtered ? 'Export results as CSV' : 'Export all as CSV'}
        </Button>
      </header>
      <Views query={query} />
      <FilteredList
        what="Orders"
        filters={filters}
        query={orders}
        rows={(data) => data.orders}
        press="Filter"
        more={
          !more && (
            <Button variant="subtle" onClick={() => setWantsMore(true)}>
              More filters
            </Button>
          )
        }
        form={<FilterFields filters={filters} error={orders.error} more={more} />}
        noMatch={
          <Message title="No matching orders" clear={clear}>
            <p>Enter complete order numbers. Dates are in the merchant’s time zone.</p>
          </Message>
        }
        none={
          <Message title="No orders yet">
            <p>An order is a customer’s payment for a purchase. Your shop creates orders through the API.</p>
            <Button component="a" href="/docs" variant="default">
              How to create an order
            </Button>
          </Message>
        }
        older="Older orders"
        partial={(to) => (
          <>
            Searched back to <Moment at={to} />. Older orders are on the next page. A date, an order number or
            a card finds them sooner.
          </>
        )}
      >
        {/* Each page of the list starts with nothing selected. */}
        {(data) => <Selectable key={`${query} ${after}`} orders={data.orders} />}
      </FilteredList>
    </>
  )
}

function Selectable({ orders }: Pick<OrderListProps, 'orders'>) {
  const { may } = useMerchant()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  // An order that no longer matches the filters has left the list and must not be changed unseen.
  const ids = orders.flatMap(({ id }) => (selected.has(id) ? [id] : []))
  return (
    <>
      {may('support') && <ChangeOrders ids={ids} clear={() => setSelected(new Set())} />}
      <OrderList orders={orders} {...(may('support') && { selected, select: setSelected })} />
    </>
  )
}

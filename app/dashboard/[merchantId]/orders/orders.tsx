'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { capitalised } from '@/server/model/capitalised'
import { useTRPC } from '../../_parts/calls'
import { Moment } from '../../_parts/detail'
import { EmptyList } from '../../_parts/empty-list'
import { type Inputs, useMerchant } from '../../_parts/merchant'
import { actionPath } from '../../_parts/requested-action'
import { List } from '../../_parts/table/list'
import { useListAddress } from '../../_parts/table/list-address'
import { NoMatch } from '../../_parts/table/paged-rows'
import { useToday } from '../../_parts/use-today'
import { LazyOrderPanel } from '../_parts/lazy-order-panel'
import { orderNameInSentence } from '../_parts/order-name'
import { OrderTabs } from '../_parts/order-tabs'
import { ProductInstead } from '../_parts/product-instead'
import { ChangeOrders } from './change-orders'
import { type OrderListRow, orderColumns } from './columns'
import { orderFilterNames, orderFilters } from './filters'
import { nextAction } from './next-action'

export function Orders() {
  const trpc = useTRPC()
  const { base, may, currency } = useMerchant()
  const today = useToday()
  const address = useListAddress<Inputs['order']['list']>(orderFilterNames)
  const orders = useQuery(trpc.order.list.queryOptions(address.input))
  const totals = useQuery(
    trpc.order.totals.queryOptions(address.filters, { enabled: orders.data !== undefined }),
  )
  return (
    <List
      list="orders"
      what="Orders"
      noun="order"
      address={address}
      query={orders}
      rowsOf={(data) => data.orders}
      totals={totals}
      // Otherwise, "34 orders · 38,587 kr" with the status Refunded reads like what was refunded of them.
      sumUnit={address.given.status && 'ordered in total'}
      columns={orderColumns}
      filters={orderFilters(currency)}
      search={{
        label: 'Search orders',
        placeholder: 'Customer, number, amount, card, tag',
      }}
      idOf={({ id }) => id}
      nameOf={(order) => orderNameInSentence({ ...order, subscriptionName: order.product?.name }, today)}
      hrefOf={({ id }) => `${base}/orders/${id}`}
      exportPath={`${base}/orders/export`}
      action={
        may('support') && (
          <Button component={Link} href={`${base}/orders/new`} prefetch={false}>
            New order
          </Button>
        )
      }
      selection={
        may('support')
          ? {
              amountOf: (order) => order,
              actions: (rows, clear) => <ChangeOrders orders={rows} clear={clear} />,
            }
          : undefined
      }
      actions={(order, name) => <RowActions order={order} name={name} look={address.look} />}
      panel={(id, close) => <LazyOrderPanel key={id} id={id} close={close} />}
      partial={(to) => (
        <>
          Searched back to <Moment at={to} />. Older orders are on the next page.{' '}
          {address.given.search
            ? 'The complete number of an order finds it at once, and a longer part of a name or number finds all matches.'
            : 'Filter by date to find them sooner.'}
        </>
      )}
      noMatch={
        <NoMatch
          noun="order"
          address={address}
          hint="Search by customer, part of an order number, amount (“198,00”), the last four digits of a card (also both: “1111 198,00”), tag, ID, or metadata (“name: value”). Names need three letters."
        >
          <ProductInstead rows="orders" address={address} />
          {address.given.search && (
            <Button
              component={Link}
              href={`${base}/attempts?${new URLSearchParams({ search: address.given.search })}`}
              variant="default"
            >
              Search failed attempts
            </Button>
          )}
        </NoMatch>
      }
      none={
        <EmptyList icon="orders" title="No orders yet" example="order">
          <p>An order is a customer’s payment for a purchase. Your shop creates orders through the API.</p>
          <Button component="a" href="/docs" variant="default">
            How to create an order
          </Button>
        </EmptyList>
      }
    >
      <OrderTabs />
    </List>
  )
}

/** The most frequent actions on an order: the next step with its money, and the quick view. */
function RowActions({
  order,
  name,
  look,
}: {
  order: OrderListRow
  name: string
  look: (id: string) => void
}) {
  const { base, may } = useMerchant()
  const { id } = order
  const next = nextAction(order)
  return (
    <>
      {next && may('support') && (
        <Button
          component={Link}
          href={actionPath(`${base}/orders/${id}`, next)}
          prefetch={false}
          size="compact-sm"
          variant="default"
          aria-label={`${capitalised(next)} ${name}`}
        >
          {capitalised(next)}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Quick view of ${name}`}
        onClick={() => look(id)}
      >
        Quick view
      </Button>
    </>
  )
}

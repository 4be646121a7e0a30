'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { eventInWords } from '@/server/model/order/event-words'
import { Amount } from '../../_parts/amount'
import { useTRPC } from '../../_parts/calls'
import { Moment } from '../../_parts/detail'
import { EmptyList } from '../../_parts/empty-list'
import list from '../../_parts/loading-rows.module.css'
import { type Inputs, type Outputs, useMerchant } from '../../_parts/merchant'
import { type Filter, namesOf } from '../../_parts/table/filter'
import { List } from '../../_parts/table/list'
import { type FilterName, useListAddress } from '../../_parts/table/list-address'
import { amountFilters } from '../_parts/amount-filters'
import { reasonInShort } from '../_parts/attempt-words'
import { LazyOrderPanel } from '../_parts/lazy-order-panel'
import { reasonNames } from '../_parts/reason-words'
import { EventsTabs } from './_parts/events-tabs'
import { EventOrder, eventColumns } from './columns'
import styles from './events.module.css'

type OrderEvents = Outputs['event']['list']['events']

/** How often the newest page is refreshed, in milliseconds: fast enough to watch a payment arrive. */
const refreshMs = 3000
/** The same for its totals, which cost more. */
const totalsEvery = 15_000

/** The filters of events. */
const eventFilters = (currency: string): Filter<FilterName<Inputs['event']['list']>>[] => [
  {
    kind: 'choice',
    name: 'type',
    label: 'Type',
    options: [
      { value: 'order', label: 'Orders created' },
      { value: 'charge', label: 'Charges' },
      { value: 'refund', label: 'Refunds' },
      { value: 'cancel', label: 'Cancellations' },
      { value: 'accept', label: 'Accepted, outcome pending' },
      { value: 'fail', label: 'Failures' },
    ],
  },
  { kind: 'period', from: 'start', to: 'end', label: 'Date' },
  {
    kind: 'choice',
    name: 'moved',
    label: 'Money',
    options: [
      { value: 'net', label: 'Net: charged less refunded' },
      { value: 'charge', label: 'Charged' },
      { value: 'refund', label: 'Refunded' },
      { value: 'recovered', label: 'Recovered after a failed payment' },
      { value: 'lost', label: 'Lost after a failed payment' },
    ],
  },
  ...amountFilters(currency),
  {
    kind: 'choice',
    name: 'reason',
    label: 'Reason',
    options: Object.entries(reasonNames).map(([value, label]) => ({ value, label })),
  },
  {
    kind: 'choice',
    name: 'actor',
    label: 'By',
    options: [
      { value: 'team', label: 'Your team' },
      { value: 'key', label: 'The API' },
      { value: 'customer', label: 'The customer' },
      { value: 'kassa', label: 'Kassa, or not recorded' },
    ],
  },
  { kind: 'text', name: 'account', label: 'Account', hint: 'The account’s ID.' },
]

const filterNames = ['search', ...eventFilters('').flatMap(namesOf)] as const

/** The events of all orders, live. */
export function Events() {
  const trpc = useTRPC()
  const { base, currency } = useMerchant()
  const address = useListAddress<Inputs['event']['list']>(filterNames)
  const { after, sort, filtered } = address
  const isLive = !after && sort === ''
  const query = useQuery(
    trpc.event.list.queryOptions(address.input, { refetchInterval: isLive ? refreshMs : false }),
  )
  const totals = useQuery(
    trpc.event.totals.queryOptions(address.filters, {
      enabled: query.data !== undefined,
      refetchInterval: isLive ? totalsEvery : false,
    }),
  )
  return (
    <List
      list="events"
      what="Events"
      noun="event"
      address={address}
      query={query}
      totals={totals}
      rowsOf={(data) => data.events}
      columns={eventColumns}
      filters={eventFilters(currency)}
      search={{ label: 'Search events', placeholder: 'Order, customer, amount, card' }}
      idOf={({ orderId, sequence }) => `${orderId}/${sequence}`}
      nameOf={(event) => `${eventInWords(event)}, order ${event.number ?? event.orderId}`}
      hrefOf={({ orderId }) => `${base}/orders/${orderId}`}
      exportPath={`${base}/events/export`}
      panel={(id, close) => <LazyOrderPanel id={id.split('/')[0] ?? id} close={close} />}
      none={
        <EmptyList icon="events" title="No events yet" example="order">
          <p>Created, charged, refunded, cancelled and failed orders appear here.</p>
          <Button component={Link} href={`${base}/developers/snippets`} prefetch={false} variant="default">
            Open quickstart
          </Button>
        </EmptyList>
      }
    >
      <EventsTabs />
      {isLive && !filtered && <p className={styles.live}>New events appear automatically</p>}
    </List>
  )
}

/** Events as a plain list, for pages with a few of them. */
export function EventList({ events }: { events: OrderEvents }) {
  const { base } = useMerchant()
  return (
    <ul className={list.events}>
      {events.map((event) => (
        <li key={`${event.orderId} ${event.sequence}`}>
          <Link href={`${base}/orders/${event.orderId}`} prefetch={false} className={list.row}>
            <span className={list.what} data-type={event.type}>
              <span className={list.named}>
                <strong>{eventInWords(event)}</strong> <EventOrder event={event} />
              </span>
              {event.error && <span className={list.why}>{reasonInShort(event.error.code)}</span>}
            </span>
            <span className={list.soft} title={event.payerName}>
              {event.payerName}
            </span>
            <Moment at={event.date} className={list.soft} />
            <span className={list.amount}>
              {event.amount !== null && <Amount of={{ amount: event.amount, currency: event.currency }} />}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

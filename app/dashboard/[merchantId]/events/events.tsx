'use client'

import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTRPC } from '../../_parts/calls'
import { Moment } from '../../_parts/detail'
import { useFilters } from '../../_parts/filters'
import { FilteredList } from '../../_parts/list'
import list from '../../_parts/list.module.css'
import { type Inputs, type Outputs, useMerchant } from '../../_parts/merchant'
import { Message } from '../../_parts/query-state'
import { EventsHead } from './_parts/head'
import styles from './events.module.css'

type OrderEvents = Outputs['event']['list']['events']

/** How often the newest page is refreshed, in milliseconds: fast enough to watch a payment arrive. */
const newsEvery = 3000

/** The events of all orders, live. */
export function Events() {
  const trpc = useTRPC()
  const filters = useFilters<Inputs['event']['list']>(['type'])
  const { field, input, after, clear } = filters
  const about = <p>Created, charged, refunded, cancelled and failed orders appear here.</p>
  const query = useQuery(trpc.event.list.queryOptions(input, { refetchInterval: after ? false : newsEvery }))
  return (
    <>
      <EventsHead />
      <FilteredList
        inLine
        what="Events"
        filters={filters}
        query={query}
        rows={({ events }) => events}
        form={
          <>
            <NativeSelect
              label="Show"
              {...field('type')}
              data={[
                { value: '', label: 'All events' },
                { value: 'order', label: 'Orders created' },
                { value: 'charge', label: 'Charges' },
                { value: 'refund', label: 'Refunds' },
                { value: 'cancel', label: 'Cancellations' },
                { value: 'accept', label: 'Accepted, outcome follows' },
                { value: 'fail', label: 'Failures' },
              ]}
            />
            {!after && <p className={styles.live}>New events appear automatically</p>}
          </>
        }
        noMatch={
          <Message title="No matching events" clear={clear}>
            {about}
          </Message>
        }
        none={<Message title="No events yet">{about}</Message>}
        older="Older events"
      >
        {({ events }) => <EventList events={events} />}
      </FilteredList>
    </>
  )
}

export function EventList({ events }: { events: OrderEvents }) {
  const { base, money } = useMerchant()
  return (
    <ul className={list.events}>
      {events.map((event) => (
        <li key={`${event.orderId} ${event.sequence}`}>
          <Link href={`${base}/orders/${event.orderId}`} prefetch={false} className={list.row}>
            <span className={list.what} data-type={event.type}>
              <strong>{inWords(event)}</strong> <span>{event.number ?? event.orderId}</span>
              {event.error && <span className={list.why}>{event.error.description}</span>}
            </span>
            <span className={list.soft}>{event.payerName}</span>
            <Moment at={event.date} className={list.soft} />
            <span className={list.amount}>
              {event.amount !== null && money({ amount: event.amount, currency: event.currency })}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

const words = { order: 'Ordered', charge: 'Charged', refund: 'Refunded', cancel: 'Cancelled' } as const
const refused = {
  charge: 'Charge failed',
  refund: 'Refund failed',
  cancel: 'Cancellation failed',
} as const

const accepted = {
  charge: 'Charge accepted',
  refund: 'Refund accepted',
  cancel: 'Cancellation accepted',
} as const

function inWords({ type, original }: OrderEvents[number]): string {
  if (type === 'accept') return accepted[original ?? 'charge']
  if (type !== 'fail') return words[type]
  return original ? refused[original] : 'Failed'
}

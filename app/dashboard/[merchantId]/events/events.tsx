'use client'

import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTRPC } from '../../_parts/calls'
import { Answered, Nothing } from '../../_parts/face'
import { Moment } from '../../_parts/facts'
import { FilterForm, useFilters } from '../../_parts/filters'
import { Loading, Pages } from '../../_parts/list'
import list from '../../_parts/list.module.css'
import { type Outputs, useMerchant } from '../../_parts/merchant'
import { EventsHead } from './_parts/head'
import styles from './events.module.css'

type Event = Outputs['event']['list']['events'][number]

const names = ['type'] as const
/** How often the newest page is refreshed, in milliseconds: fast enough to watch a payment arrive. */
const newsEvery = 3000

/** The events of all orders, live. */
export function Events() {
  const trpc = useTRPC()
  const filters = useFilters(names)
  const { given, filtered, after, clear } = filters
  const input = { ...given, ...(after && { after }) } as Parameters<typeof trpc.event.list.queryOptions>[0]
  const asked = useQuery(trpc.event.list.queryOptions(input, { refetchInterval: after ? false : newsEvery }))
  return (
    <>
      <EventsHead />
      <FilterForm
        inLine
        filters={filters}
        isEmpty={asked.data ? asked.data.events.length === 0 : asked.error !== null}
      >
        <NativeSelect
          label="Show"
          name="type"
          defaultValue={given.type ?? ''}
          data={[
            { value: '', label: 'All events' },
            { value: 'order', label: 'Orders created' },
            { value: 'charge', label: 'Charges' },
            { value: 'refund', label: 'Refunds' },
            { value: 'cancel', label: 'Cancellations' },
            { value: 'fail', label: 'Failures' },
          ]}
        />
        {!after && <p className={styles.live}>New events appear automatically</p>}
      </FilterForm>
      <Answered what="Events" query={asked} clear={filtered && clear} loading={<Loading what="events" />}>
        {(data) => (
          <>
            {data.events.length > 0 ? (
              <EventList events={data.events} />
            ) : (
              <Nothing title={filtered ? 'No matching events' : 'No events yet'} {...(filtered && { clear })}>
                <p>Created, charged, refunded, cancelled and failed orders appear here.</p>
              </Nothing>
            )}
            <Pages filters={filters} next={data.next}>
              Older events
            </Pages>
          </>
        )}
      </Answered>
    </>
  )
}

export function EventList({ events }: { events: Event[] }) {
  const { base, money } = useMerchant()
  return (
    <ul className={list.list}>
      {events.map((event) => (
        <li key={`${event.orderId} ${event.sequence}`}>
          <Link href={`${base}/orders/${event.orderId}`} prefetch={false} className={styles.event}>
            <span className={styles.what} data-type={event.type}>
              <strong>{inWords(event)}</strong> <span>{event.number ?? event.orderId}</span>
              {event.error && <span className={styles.why}>{event.error.description}</span>}
            </span>
            <span className={`${list.soft} ${styles.who}`}>{event.payerName}</span>
            <Moment at={event.date} className={list.soft} />
            <span className={list.amount}>
              {event.amount !== null && money(event.amount, event.currency)}
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

function inWords({ type, original }: Event): string {
  if (type !== 'fail') return words[type]
  return original ? refused[original] : 'Failed'
}

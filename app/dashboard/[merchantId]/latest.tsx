'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTRPC } from '../_parts/calls'
import { Loading } from '../_parts/loading-rows'
import { useMerchant } from '../_parts/merchant'
import { Message, QueryState } from '../_parts/query-state'
import { EventList } from './events/events'
import styles from './home.module.css'
import type { HomeData } from './home-data'

const shown = 6

/** The latest events. */
export function Latest({ initial }: { initial: HomeData | undefined }) {
  const { base } = useMerchant()
  const query = useQuery(
    useTRPC().event.list.queryOptions(
      {},
      {
        refetchInterval: 5000,
        ...(initial && { initialData: initial.events, initialDataUpdatedAt: initial.readAt }),
      },
    ),
  )
  return (
    <section aria-labelledby="latest" className={styles.section}>
      <div className={styles.above}>
        <h2 id="latest">Latest activity</h2>
        {query.data && query.data.events.length > 0 && <Link href={`${base}/events`}>All events</Link>}
      </div>
      <QueryState what="Events" query={query} loading={<Loading what="Events" rows={shown} />}>
        {({ events }) =>
          events.length > 0 ? (
            <EventList events={events.slice(0, shown)} />
          ) : (
            <Message title="No events yet">
              <p>
                Order events appear here as they happen. Create your first order with three commands that you
                can copy.
              </p>
              <Button component={Link} href={`${base}/developers/snippets`}>
                Open quickstart
              </Button>
            </Message>
          )
        }
      </QueryState>
    </section>
  )
}

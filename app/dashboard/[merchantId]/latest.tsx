'use client'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTRPC } from '../_parts/calls'
import { Failed, Nothing } from '../_parts/face'
import { Loading } from '../_parts/list'
import { useMerchant } from '../_parts/merchant'
import { EventList } from './events/events'
import styles from './home.module.css'

const shown = 6

/** The latest events. */
export function Latest() {
  const trpc = useTRPC()
  const { base } = useMerchant()
  const { data, error, refetch } = useQuery(trpc.event.list.queryOptions({}, { refetchInterval: 5000 }))
  return (
    <section aria-labelledby="latest" className={styles.section}>
      <div className={styles.above}>
        <h2 id="latest">Latest events</h2>
        {data && data.events.length > 0 && <Link href={`${base}/events`}>All events</Link>}
      </div>
      {error && !data && <Failed what="Events" error={error} retry={() => refetch()} />}
      {!error && !data && <Loading what="events" rows={shown} />}
      {data && data.events.length > 0 && <EventList events={data.events.slice(0, shown)} />}
      {data?.events.length === 0 && (
        <Nothing title="No events yet">
          <p>
            Order events appear here as they happen. Create your first order with three commands that you can
            copy.
          </p>
          <Button component={Link} href={`${base}/developers/snippets`}>
            Open quickstart
          </Button>
        </Nothing>
      )}
    </section>
  )
}

'use client'

import { Button, NativeSelect } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTRPC } from '../../../_parts/calls'
import { Section } from '../../../_parts/detail'
import detail from '../../../_parts/detail.module.css'
import { useFilters } from '../../../_parts/filters'
import { Outcome } from '../../../_parts/form'
import { FilteredList } from '../../../_parts/list'
import { type Inputs, useMerchant } from '../../../_parts/merchant'
import { Message } from '../../../_parts/query-state'
import styles from '../../_parts/callbacks.module.css'
import { counted } from '../../_parts/counted'
import { DeliveryList } from '../../_parts/delivery-list'
import { EventsHead } from '../_parts/head'
import { Addresses } from './addresses'

const newsEvery = 5000

/** The callback settings, and the callbacks with their delivery status. */
export function Callbacks() {
  const trpc = useTRPC()
  const filters = useFilters<Inputs['callback']['list']>(['status', 'order'])
  const { given, field, input, after, clear } = filters
  const about = (
    <p>
      Callbacks notify your systems of order events. Kassa sends them to the addresses above and to the
      callback address of the order or subscription.
    </p>
  )
  const query = useQuery(
    trpc.callback.list.queryOptions(input, { refetchInterval: after ? false : newsEvery }),
  )
  return (
    <>
      <EventsHead />
      <Addresses />
      <Section title={given.order ? 'Callbacks for one order' : 'Callbacks'} className={detail.section}>
        <FilteredList
          inLine
          what="Callbacks"
          filters={filters}
          query={query}
          rows={({ rows }) => rows}
          more={<ReplayFailed />}
          form={
            <>
              <NativeSelect
                label="Show"
                {...field('status')}
                data={[
                  { value: '', label: 'All callbacks' },
                  { value: 'waiting', label: 'Waiting' },
                  { value: 'delivered', label: 'Delivered' },
                  { value: 'failed', label: 'Failed' },
                ]}
              />
              {given.order && <input type="hidden" name="order" value={given.order} />}
            </>
          }
          noMatch={
            <Message title="No matching callbacks" clear={clear}>
              {about}
            </Message>
          }
          none={<Message title="No callbacks yet">{about}</Message>}
          older="Older callbacks"
        >
          {({ rows }) => <DeliveryList deliveries={rows} />}
        </FilteredList>
      </Section>
    </>
  )
}

function ReplayFailed() {
  const trpc = useTRPC()
  const { may } = useMerchant()
  const { data } = useQuery(trpc.callback.list.queryOptions({ status: 'failed' }))
  const replay = useMutation(trpc.callback.replayFailed.mutationOptions())
  if (replay.data !== undefined) {
    return (
      <p role="status" className={styles.resending}>
        Resending {counted(replay.data, 'callback')}.
      </p>
    )
  }
  if (!may('support') || !data || data.rows.length === 0) return null
  return (
    <>
      <Button variant="default" loading={replay.isPending} onClick={() => replay.mutate()}>
        Resend all failed
      </Button>
      <Outcome error={replay.error} />
    </>
  )
}

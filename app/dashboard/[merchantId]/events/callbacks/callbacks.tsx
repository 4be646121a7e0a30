'use client'

import { Button, NativeSelect } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { inWords, useTRPC } from '../../../_parts/calls'
import { Answered, Nothing } from '../../../_parts/face'
import { FilterForm, useFilters } from '../../../_parts/filters'
import { Loading, Pages } from '../../../_parts/list'
import { useMerchant } from '../../../_parts/merchant'
import styles from '../../_parts/callbacks.module.css'
import { DeliveryList } from '../../_parts/delivery-list'
import { EventsHead } from '../_parts/head'
import { Addresses } from './addresses'

const names = ['status', 'order'] as const
const newsEvery = 5000

/** The callback settings, and the callbacks with their delivery status. */
export function Callbacks() {
  const trpc = useTRPC()
  const filters = useFilters(names)
  const { given, filtered, after, clear } = filters
  const input = { ...given, ...(after && { after }) } as Parameters<typeof trpc.callback.list.queryOptions>[0]
  const asked = useQuery(
    trpc.callback.list.queryOptions(input, { refetchInterval: after ? false : newsEvery }),
  )
  return (
    <>
      <EventsHead />
      <Addresses />
      <section aria-labelledby="deliveries" className={styles.section}>
        <h2 id="deliveries">{given.order ? 'Callbacks for one order' : 'Callbacks'}</h2>
        <FilterForm
          inLine
          filters={filters}
          isEmpty={asked.data ? asked.data.rows.length === 0 : asked.error !== null}
          more={<ReplayFailed />}
        >
          <NativeSelect
            label="Show"
            name="status"
            defaultValue={given.status ?? ''}
            data={[
              { value: '', label: 'All callbacks' },
              { value: 'waiting', label: 'Waiting' },
              { value: 'delivered', label: 'Delivered' },
              { value: 'failed', label: 'Failed' },
            ]}
          />
          {given.order && <input type="hidden" name="order" value={given.order} />}
        </FilterForm>
        <Answered
          what="Callbacks"
          query={asked}
          clear={filtered && clear}
          loading={<Loading what="callbacks" />}
        >
          {(data) => (
            <>
              {data.rows.length > 0 ? (
                <DeliveryList deliveries={data.rows} />
              ) : (
                <Nothing
                  title={filtered ? 'No matching callbacks' : 'No callbacks yet'}
                  {...(filtered && { clear })}
                >
                  <p>
                    Callbacks notify your systems of order events. Kassa sends them to the addresses above and
                    to the callback address of the order or subscription.
                  </p>
                </Nothing>
              )}
              <Pages filters={filters} next={data.next}>
                Older callbacks
              </Pages>
            </>
          )}
        </Answered>
      </section>
    </>
  )
}

function ReplayFailed() {
  const trpc = useTRPC()
  const { may } = useMerchant()
  const queries = useQueryClient()
  const { data } = useQuery(trpc.callback.list.queryOptions({ status: 'failed' }))
  const replay = useMutation(
    trpc.callback.replayFailed.mutationOptions({
      onSuccess: () => queries.invalidateQueries(trpc.callback.pathFilter()),
    }),
  )
  if (replay.data !== undefined) {
    return (
      <p role="status" className={styles.told}>
        Resending {replay.data === 1 ? '1 callback' : `${replay.data} callbacks`}.
      </p>
    )
  }
  if (!may('support') || !data || data.rows.length === 0) return null
  return (
    <>
      <Button variant="default" loading={replay.isPending} onClick={() => replay.mutate()}>
        Resend all failed
      </Button>
      {replay.error && <p role="alert">{inWords(replay.error)}</p>}
    </>
  )
}

'use client'

import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { eventTypes } from '@/server/model/callback-types'
import { counted } from '@/server/model/counted'
import { useTRPC } from '../../../_parts/calls'
import { EmptyList } from '../../../_parts/empty-list'
import { Outcome } from '../../../_parts/form'
import { Loading } from '../../../_parts/loading-rows'
import { type Inputs, useMerchant } from '../../../_parts/merchant'
import { QueryState } from '../../../_parts/query-state'
import { type Filter, namesOf } from '../../../_parts/table/filter'
import { List } from '../../../_parts/table/list'
import { type FilterName, useListAddress } from '../../../_parts/table/list-address'
import { useToast } from '../../../_parts/toast'
import { useResendCallback } from '../../_parts/use-resend-callback'
import { EventsTabs } from '../_parts/events-tabs'
import { AddressList, SigningSecret } from './address-list'
import styles from './address-list.module.css'
import { deliveryColumns } from './columns'

const refreshMs = 5000

/** The callback addresses, and the callbacks with their delivery status. */
export function Callbacks() {
  const trpc = useTRPC()
  const { base, may } = useMerchant()
  const address = useListAddress<Inputs['callback']['list']>(filtersFor([]).flatMap(namesOf))
  const query = useQuery(
    trpc.callback.list.queryOptions(address.input, { refetchInterval: address.after ? false : refreshMs }),
  )
  const settings = useQuery(trpc.callback.settings.queryOptions())
  const urls = settings.data
    ? [...settings.data.addresses.own, ...settings.data.addresses.others].map(({ url }) => url)
    : []
  return (
    <List
      list="callbacks"
      what="Callbacks"
      noun="callback"
      address={address}
      query={query}
      rowsOf={({ rows }) => rows}
      columns={deliveryColumns}
      filters={filtersFor(urls)}
      idOf={({ id }) => id}
      nameOf={({ type, id }) => `${type} ${id}`}
      hrefOf={({ id }) => `${base}/events/callbacks/${id}`}
      actions={may('support') ? ({ id }, name) => <Resend id={id} name={name} /> : undefined}
      selection={
        may('support')
          ? { actions: (rows, clear) => <ResendMany ids={rows.map(({ id }) => id)} clear={clear} /> }
          : undefined
      }
      none={
        <EmptyList icon="callback" title="No callbacks yet">
          <p>
            Callbacks notify your systems of what happens to orders. Kassa sends them to the addresses above,
            and to the callback address of the order or subscription.
          </p>
        </EmptyList>
      }
    >
      <EventsTabs />
      <QueryState
        what="Callback addresses"
        query={settings}
        loading={<Loading what="Callback addresses" rows={2} />}
      >
        {({ addresses, secrets }) => (
          <div className={styles.settings}>
            <div>
              <AddressList addresses={addresses} />
            </div>
            <SigningSecret secrets={secrets} />
          </div>
        )}
      </QueryState>
      <h2 className={styles.listTitle}>Sent callbacks</h2>
    </List>
  )
}

const filtersFor = (urls: readonly string[]): Filter<FilterName<Inputs['callback']['list']>>[] => [
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    options: [
      { value: 'failing', label: 'Failing, will be retried' },
      { value: 'failed', label: 'Failed permanently' },
      { value: 'waiting', label: 'Waiting for the first attempt' },
      { value: 'delivered', label: 'Delivered' },
    ],
  },
  {
    kind: 'choice',
    name: 'url',
    label: 'Address',
    options: urls.map((url) => ({ value: url, label: url })),
  },
  {
    kind: 'choice',
    name: 'type',
    label: 'Event',
    options: [...eventTypes, 'test'].map((type) => ({ value: type, label: type })),
  },
  { kind: 'period', from: 'start', to: 'end', label: 'Date' },
  { kind: 'text', name: 'order', label: 'Order', hint: 'The order’s complete number or ID.' },
]

function Resend({ id, name }: { id: string; name: string }) {
  const { resend, press } = useResendCallback(id)
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Resend ${name}`}
        loading={resend.isPending}
        onClick={press}
      >
        Resend
      </Button>
      <Outcome error={resend.error} />
    </>
  )
}

function ResendMany({ ids, clear }: { ids: string[]; clear: () => void }) {
  const toast = useToast()
  const resend = useMutation(
    useTRPC().callback.resendMany.mutationOptions({
      onSuccess: (count) => {
        toast({ text: `Resending ${counted(count, 'callback')} now` })
        clear()
      },
    }),
  )
  return (
    <>
      <Button size="xs" loading={resend.isPending} onClick={() => resend.mutate({ ids })}>
        Resend {counted(ids.length, 'callback')}
      </Button>
      <Outcome error={resend.error} />
    </>
  )
}

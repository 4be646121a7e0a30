'use client'

import { Button, Group } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '@/server/model/counted'
import { Amount } from '../../_parts/amount'
import { useTRPC } from '../../_parts/calls'
import detail from '../../_parts/detail.module.css'
import { FormDialog } from '../../_parts/form-dialog'
import { Loading } from '../../_parts/loading-rows'
import { type Outputs, useMerchant } from '../../_parts/merchant'
import { OfflineError } from '../../_parts/offline'
import parts from '../../_parts/parts.module.css'
import { sumInWords } from '../../_parts/sum-in-words'
import { useAttempt } from '../../_parts/use-attempt'
import { useToday } from '../../_parts/use-today'
import { shortOrderName } from '../_parts/order-name'
import styles from './_parts/orders.module.css'
import type { OrderListRow } from './columns'

type Previews = Outputs['order']['previewMany']

const words = {
  charge: { name: 'Charge', done: 'Charged', later: 'You can refund them later.', cancel: 'Cancel' },
  cancel: { name: 'Cancel', done: 'Cancelled', later: 'This cannot be undone.', cancel: 'Keep orders' },
} as const

/** The actions for the selected orders. */
export function ChangeOrders({ orders, clear }: { orders: OrderListRow[]; clear: () => void }) {
  const [type, setType] = useState<keyof typeof words>()
  return (
    <>
      <Button size="xs" onClick={() => setType('charge')}>
        Charge
      </Button>
      <Button size="xs" variant="outline" color="red" onClick={() => setType('cancel')}>
        Cancel orders
      </Button>
      {type && <Confirm type={type} orders={orders} close={() => setType(undefined)} done={clear} />}
    </>
  )
}

/** Shows the orders and their sum, runs the operation once and shows the outcome for each order. */
function Confirm({
  type,
  orders: now,
  close,
  done,
}: {
  type: keyof typeof words
  orders: OrderListRow[]
  close: () => void
  done: () => void
}) {
  const trpc = useTRPC()
  const { money } = useMerchant()
  // The selection when this opened. The list may change behind it, and repeated requests must be the same attempt.
  const [orders] = useState(now)
  const ids = orders.map(({ id }) => id)
  const { attempt } = useAttempt()
  const preview = useQuery(
    trpc.order.previewMany.queryOptions({ ids, type }, { staleTime: 'static', gcTime: 0 }),
  )
  const operate = useMutation(trpc.order.operateMany.mutationOptions())
  const unread = preview.isPaused && !preview.data ? new OfflineError() : preview.error
  const { name, done: past, later, cancel } = words[type]
  const ready = preview.data?.flatMap(({ amount, ...order }) =>
    amount === undefined ? [] : [{ ...order, amount }],
  )
  const sums = sumInWords(ready ?? [], money)
  const leave = () => {
    if (operate.data) done()
    close()
  }
  return (
    <FormDialog
      title={operate.data ? `${past}: results` : `${name} ${counted(ready?.length || ids.length, 'order')}`}
      close={leave}
      act={sums && ready ? `${name} ${counted(ready.length, 'order')}: ${sums}` : name}
      cancel={cancel}
      color={type === 'charge' ? undefined : 'red'}
      disabled={!sums}
      mutation={operate}
      error={unread ?? operate.error}
      submit={() =>
        operate.mutate({
          type,
          attempt: attempt(),
          orders: ready?.map(({ id, amount }) => ({ id, expected: amount })) ?? [],
        })
      }
      locked={false}
      result={
        operate.data && (
          <>
            <Outcomes outcomes={operate.data} previews={preview.data ?? []} past={past} />
            <Group justify="flex-end">
              <Button onClick={leave}>Back to orders</Button>
            </Group>
          </>
        )
      }
    >
      {preview.data && ready ? (
        <>
          <p>
            {sums
              ? type === 'charge'
                ? `${sums} will be charged to the customers’ cards now. ${later}`
                : `The reservation of ${sums} will be released. Nothing will be charged. ${later}`
              : `None of these orders can be ${past.toLowerCase()}.`}
          </p>
          <Ready previews={ready} orders={orders} />
          <Refused previews={preview.data} past={past} isAll={!sums} />
        </>
      ) : (
        !unread && <Loading what="Amounts" />
      )}
    </FormDialog>
  )
}

/** The orders that would change, in the order in which they are listed. */
function Ready({
  previews,
  orders,
}: {
  previews: (Omit<Previews[number], 'amount'> & { amount: bigint })[]
  orders: OrderListRow[]
}) {
  const today = useToday()
  const known = new Map(previews.map((preview) => [preview.id, preview]))
  if (known.size === 0) return null
  return (
    <ul className={styles.ready}>
      {orders.map(({ id, payerName, payerEmail }) => {
        const preview = known.get(id)
        if (!preview) return null
        return (
          <li key={id}>
            <strong>{shortOrderName(preview, today)}</strong>
            <bdi>{payerName ?? payerEmail ?? 'Guest'}</bdi>
            <Amount of={preview} />
          </li>
        )
      })}
    </ul>
  )
}

/** The orders that would stay unchanged, and why. Open if all of them would. */
function Refused({ previews, past, isAll }: { previews: Previews; past: string; isAll: boolean }) {
  const today = useToday()
  const refused = previews.filter(({ refusal }) => refusal)
  if (refused.length === 0) return null
  return (
    <details open={isAll} className={styles.refused}>
      <summary>
        {counted(refused.length, 'order')} will not be {past.toLowerCase()}
      </summary>
      <ul className={styles.outcomes}>
        {refused.map((order) => (
          <li key={order.id}>
            <strong>{shortOrderName(order, today)}</strong> <span>{order.refusal?.description}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Outcomes({
  outcomes,
  previews,
  past,
}: {
  outcomes: Outputs['order']['operateMany']
  previews: Previews
  past: string
}) {
  const { money } = useMerchant()
  const today = useToday()
  const known = new Map(previews.map((preview) => [preview.id, preview]))
  return (
    <ul className={styles.outcomes}>
      {outcomes.map(({ id, amount, isAccepted, refusal }) => {
        const order = known.get(id)
        return (
          <li key={id}>
            <strong>{order ? shortOrderName(order, today) : id}</strong>{' '}
            {refusal || amount === undefined || !order ? (
              // While the outcome is not known, it must not look as if nothing had been done: the money would be taken twice.
              <span className={refusal?.isOpen ? detail.warning : parts.problem}>
                {!refusal?.isOpen && 'Failed. '}
                {refusal?.description}
              </span>
            ) : (
              <span>
                {isAccepted ? 'Accepted, outcome pending:' : past}{' '}
                {money({ amount, currency: order.currency })}
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

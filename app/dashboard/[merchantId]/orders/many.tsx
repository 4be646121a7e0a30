'use client'

import { Button, Group } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { inWords, isUndecided, useTRPC } from '../../_parts/calls'
import { Dialog } from '../../_parts/dialog'
import { Loading } from '../../_parts/list'
import { type Outputs, useMerchant } from '../../_parts/merchant'
import { newAttempt } from '../../_parts/new-attempt'
import { OfflineError } from '../../_parts/offline'
import styles from './_parts/orders.module.css'

type Kind = 'charge' | 'cancel'
type Outcomes = Outputs['order']['operateMany']
type Prospects = Outputs['order']['previewMany']

const words = {
  charge: { name: 'Charge', done: 'Charged', later: 'You can refund it later.', keep: 'Cancel' },
  cancel: { name: 'Cancel', done: 'Cancelled', later: 'This cannot be undone.', keep: 'Keep orders' },
} as const

/** The actions for the selected orders. */
export function Many({ ids, clear }: { ids: string[]; clear: () => void }) {
  const [kind, setKind] = useState<Kind>()
  if (ids.length === 0 && kind === undefined) return null
  return (
    <section aria-label="Selected orders" className={styles.many}>
      <strong>{ids.length === 1 ? '1 order' : `${ids.length} orders`} selected</strong>
      <Button size="xs" onClick={() => setKind('charge')}>
        Charge
      </Button>
      <Button size="xs" variant="default" onClick={() => setKind('cancel')}>
        Cancel
      </Button>
      <Button size="xs" variant="subtle" onClick={clear}>
        Clear selection
      </Button>
      {kind && <Confirm kind={kind} ids={ids} close={() => setKind(undefined)} done={clear} />}
    </section>
  )
}

/** Shows the sum, runs the operation once and shows the outcome for each order. */
function Confirm({
  kind,
  ids: now,
  close,
  done,
}: {
  kind: Kind
  ids: string[]
  close: () => void
  done: () => void
}) {
  const trpc = useTRPC()
  const queries = useQueryClient()
  // The selection when this opened. The list may change behind it, and repeated requests must be the same attempt.
  const [ids] = useState(now)
  const [attempt] = useState(newAttempt)
  const preview = useQuery(
    trpc.order.previewMany.queryOptions(
      { ids, type: kind },
      { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
    ),
  )
  const operate = useMutation(
    trpc.order.operateMany.mutationOptions({
      onSuccess: () => queries.invalidateQueries(trpc.order.list.pathFilter()),
    }),
  )
  const unread = preview.isPaused && !preview.data ? new OfflineError() : preview.error
  const { name, done: past, later, keep } = words[kind]
  const ready = preview.data?.filter((prospect) => prospect.amount !== undefined) ?? []
  const sums = useSums(ready)
  const leave = () => {
    if (operate.data) done()
    close()
  }
  return (
    <Dialog close={leave} title={operate.data ? `${past}: results` : `${name} ${counted(ids.length)}`}>
      <div className={styles.confirm}>
        {operate.data && preview.data ? (
          <Became outcomes={operate.data} prospects={preview.data} past={past} />
        ) : preview.data ? (
          <>
            {ready.length > 0 ? (
              <p>
                {kind === 'charge'
                  ? `${sums} will be charged to the customers’ cards now.`
                  : `The reservation of ${sums} will be released. Nothing will be charged.`}{' '}
                {later}
              </p>
            ) : (
              <p>None of these orders can be {past.toLowerCase()}.</p>
            )}
            <Left prospects={preview.data} past={past} />
          </>
        ) : (
          !unread && <Loading what="amounts" />
        )}
        {(unread || operate.error) && (
          <p role="alert" className={styles.problem}>
            {inWords(unread ?? operate.error)}
          </p>
        )}
        <Group justify="flex-end" gap={8}>
          <Button variant={operate.data ? 'filled' : 'default'} onClick={leave}>
            {operate.data ? 'Back to orders' : isUndecided(operate) ? 'Close' : keep}
          </Button>
          {!operate.data && (
            <Button
              className={styles.sure}
              disabled={ready.length === 0}
              loading={operate.isPending}
              onClick={() =>
                operate.mutate({
                  type: kind,
                  attempt,
                  orders: ready.map(({ id, amount }) => ({ id, expected: amount ?? 0n })),
                })
              }
            >
              {ready.length > 0 ? `${name} ${counted(ready.length)}: ${sums}` : name}
            </Button>
          )}
        </Group>
      </div>
    </Dialog>
  )
}

/** The orders that would stay unchanged, and why. */
function Left({ prospects, past }: { prospects: Prospects; past: string }) {
  const left = prospects.filter(({ refusal }) => refusal)
  if (left.length === 0) return null
  return (
    <>
      <p>These orders will not be {past.toLowerCase()}:</p>
      <ul className={styles.outcomes}>
        {left.map(({ id, number, refusal }) => (
          <li key={id}>
            <strong>{number ?? id}</strong> <span>{refusal?.description}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function Became({ outcomes, prospects, past }: { outcomes: Outcomes; prospects: Prospects; past: string }) {
  const { money } = useMerchant()
  const known = new Map(prospects.map((prospect) => [prospect.id, prospect]))
  return (
    <ul className={styles.outcomes}>
      {outcomes.map(({ id, amount, refusal }) => {
        const order = known.get(id)
        return (
          <li key={id}>
            <strong>{order?.number ?? id}</strong>{' '}
            {refusal || amount === undefined || !order ? (
              <span className={styles.problem}>Failed. {refusal?.description}</span>
            ) : (
              <span>
                {past} {money(amount, order.currency)}
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** The sum of each currency: "1 200,00 kr and €30.00". */
function useSums(prospects: Prospects): string {
  const { money } = useMerchant()
  const sums = new Map<string, bigint>()
  for (const { currency, amount = 0n } of prospects) sums.set(currency, (sums.get(currency) ?? 0n) + amount)
  return new Intl.ListFormat('en-GB').format([...sums].map(([currency, sum]) => money(sum, currency)))
}

const counted = (count: number) => (count === 1 ? '1 order' : `${count} orders`)

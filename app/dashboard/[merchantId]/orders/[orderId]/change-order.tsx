'use client'

import { NumberInput, SegmentedControl, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { EventCreatable } from '@/server/model/order/schemas'
import { useAttempt } from '../../../_parts/attempt'
import { useTRPC } from '../../../_parts/calls'
import styles from '../../../_parts/detail.module.css'
import { FormDialog } from '../../../_parts/form-dialog'
import { useMerchant } from '../../../_parts/merchant'
import { OfflineError } from '../../../_parts/offline'
import { numberOf } from '../../_parts/draft'
import { lineName } from '../../_parts/order-lines'
import { nameOf, type OrderAction, type OrderDetail } from './order-action'

/** Asks for the amount, states the consequence and runs the operation once. */
export function ChangeOrder({
  order,
  action,
  close,
}: {
  order: OrderDetail
  action: OrderAction
  close: () => void
}) {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const { money } = useMerchant()
  const [part, setPart] = useState(false)
  const [amount, setAmount] = useState('')
  const [counts, setCounts] = useState<number[]>([])
  const event: EventCreatable = {
    type: action.type,
    ...(part && { items: itemsOf(order, amount, counts) }),
  }
  const isEmpty = part && event.items === undefined
  const {
    data: preview,
    error,
    isPaused,
  } = useQuery(
    trpc.order.preview.queryOptions({ id: order.id, event }, { enabled: !isEmpty, staleTime: 0, gcTime: 0 }),
  )
  const refusal = isPaused && preview === undefined ? new OfflineError() : error
  const { attempt, again } = useAttempt()
  const operate = useMutation(
    trpc.order.operate.mutationOptions({
      onError: (failure) => {
        again(failure)
        void queries.invalidateQueries(trpc.order.get.queryFilter({ id: order.id }))
      },
    }),
  )
  const { amount: expected, released = 0n } = (isEmpty || refusal ? undefined : preview) ?? {}
  function confirm() {
    if (expected === undefined) return
    // Sending the same confirmation twice runs it once.
    const id = attempt(JSON.stringify([event, String(expected)]))
    // Closes this dialog only, not one that was opened while this was running.
    operate.mutate({ id: order.id, event, attempt: id, expected }, { onSuccess: close })
  }
  const name = nameOf(action, order)
  const sum = expected === undefined ? undefined : money({ amount: expected, currency: order.currency })
  const problem = operate.error ?? (isEmpty ? undefined : refusal)
  return (
    <FormDialog
      title={`${name}: order ${order.number ?? order.id}`}
      close={close}
      act={sum ? `${name} ${sum}` : name}
      cancel={name === 'Cancel' ? 'Keep order' : 'Cancel'}
      disabled={sum === undefined}
      mutation={operate}
      error={problem}
      submit={confirm}
    >
      {(action.byAmount || action.units?.some((count) => count > 0)) && (
        <SegmentedControl
          aria-label="How much"
          fullWidth
          value={part ? 'part' : 'all'}
          onChange={(value) => setPart(value === 'part')}
          data={[
            { value: 'all', label: `All: ${money({ amount: action.amount, currency: order.currency })}` },
            { value: 'part', label: action.byAmount ? 'Part of the amount' : 'Selected items' },
          ]}
        />
      )}
      {part && action.byAmount && (
        <TextInput
          label={`Amount in ${order.currency}`}
          inputMode="decimal"
          value={amount}
          onChange={(changed) => setAmount(changed.currentTarget.value)}
          data-autofocus
        />
      )}
      {part &&
        order.lines?.map((line, place) => {
          const most = action.units?.[place] ?? 0
          return most > 0 ? (
            <NumberInput
              // biome-ignore lint/suspicious/noArrayIndexKey: lines are never moved
              key={place}
              label={lineName(line, place)}
              description={most === 1 ? '1 available' : `Up to ${most} available`}
              min={0}
              max={most}
              allowDecimal={false}
              allowNegative={false}
              clampBehavior="strict"
              value={counts[place] ?? 0}
              onChange={(value) =>
                setCounts(
                  order.lines?.map((_, at) => (at === place ? Number(value) || 0 : (counts[at] ?? 0))) ?? [],
                )
              }
            />
          ) : null
        })}
      {/* The space is kept, so that nothing moves when the sum arrives. */}
      {!isEmpty && !problem && (
        <p className={styles.consequence}>{sum && consequence(action.type, order, sum)}</p>
      )}
      {released > 0n && (
        <p className={styles.consequence}>
          The remaining {money({ amount: released, currency: order.currency })} will be released and cannot be
          charged later.
        </p>
      )}
      {inFullOnly(action, order) && (
        <p className={styles.consequence}>The card service cannot do this with a part of the amount.</p>
      )}
    </FormDialog>
  )
}

const inFullOnly = ({ type }: OrderAction, { limits }: OrderDetail) =>
  type !== 'refund' && limits?.[type] === 'in full'

/** Returns the chosen amount or items; undefined if nothing is chosen. */
function itemsOf(order: OrderDetail, amount: string, counts: readonly number[]): EventCreatable['items'] {
  if (!order.lines) return numberOf(amount) > 0 ? numberOf(amount) : undefined
  const items = order.lines.flatMap(({ name, price, vat = 0, unit }, place) => {
    const quantity = counts[place] ?? 0
    if (quantity === 0) return []
    return [
      { price, vat, quantity, ...(name !== undefined && { name }), ...(unit !== undefined && { unit }) },
    ]
  })
  return items.length > 0 ? items : undefined
}

function consequence(type: OrderAction['type'], { payerName, isPaid }: OrderDetail, sum: string): string {
  const payer = payerName ?? 'the customer'
  if (type === 'charge')
    return `${payerName ?? 'The customer'} will be charged ${sum} now${isPaid ? '' : ', on the default card'}. You can refund it later.`
  if (type === 'refund') return `${sum} will be refunded to ${payer}’s card. This cannot be undone.`
  return isPaid
    ? `The reservation of ${sum} will be released, and ${payer} will not be charged. This cannot be undone.`
    : `${sum} will be written off and not retried. This cannot be undone.`
}

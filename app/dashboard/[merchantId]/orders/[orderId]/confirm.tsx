'use client'

import { Button, Group, NumberInput, SegmentedControl, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { EventCreatable } from '@/server/model/order/schemas'
import { inWords, isFinal, isUndecided, toldOf, useTRPC } from '../../../_parts/calls'
import styles from '../../../_parts/detail.module.css'
import { Dialog } from '../../../_parts/dialog'
import { useMerchant } from '../../../_parts/merchant'
import { newAttempt } from '../../../_parts/new-attempt'
import { OfflineError } from '../../../_parts/offline'
import { lineName } from '../../_parts/order-lines'
import type { OrderShown } from './order-shown'
import { nameOf, type Possible } from './order-shown'

/** Asks for the amount, states the consequence and runs the operation once. */
export function Confirm({
  order,
  possible,
  close,
}: {
  order: OrderShown
  possible: Possible
  close: () => void
}) {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const { money } = useMerchant()
  const [part, setPart] = useState(false)
  const [amount, setAmount] = useState('')
  const [counts, setCounts] = useState<number[]>([])
  const event: EventCreatable = {
    type: possible.type,
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
  // A new attempt only when something else is confirmed. Sending the same confirmation twice runs it once.
  const [attempt, setAttempt] = useState({ of: '', id: '' })
  const operate = useMutation(
    trpc.order.operate.mutationOptions({
      // Not awaited: offline, a query waits for the network, but the outcome must be shown immediately.
      onSuccess: () => void queries.invalidateQueries(),
      onError: (error) => {
        if (isFinal(error)) setAttempt({ of: '', id: '' })
        void queries.invalidateQueries(trpc.order.get.queryFilter({ id: order.id }))
      },
    }),
  )
  const expected = isEmpty || refusal ? undefined : preview
  function confirm() {
    if (expected === undefined) return
    const of = JSON.stringify([event, String(expected)])
    const id = attempt.of === of ? attempt.id : newAttempt()
    setAttempt({ of, id })
    // Closes this dialog only, not one that was opened while this was running.
    operate.mutate({ id: order.id, event, attempt: id, expected }, { onSuccess: close })
  }
  const name = nameOf(possible, order)
  const sum = expected === undefined ? undefined : money(expected, order.currency)
  const problem = operate.error ?? (isEmpty ? undefined : refusal)
  return (
    <Dialog close={close} title={`${name}: order ${order.number ?? order.id}`}>
      <form
        className={styles.confirm}
        onSubmit={(submitted) => {
          submitted.preventDefault()
          confirm()
        }}
      >
        {(possible.byAmount || possible.units?.some((count) => count > 0)) && (
          <SegmentedControl
            aria-label="How much"
            fullWidth
            value={part ? 'part' : 'all'}
            onChange={(value) => setPart(value === 'part')}
            data={[
              { value: 'all', label: `All: ${money(possible.amount, order.currency)}` },
              { value: 'part', label: possible.byAmount ? 'Part of the amount' : 'Selected items' },
            ]}
          />
        )}
        {part && possible.byAmount && (
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
            const most = possible.units?.[place] ?? 0
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
                    order.lines?.map((_, at) => (at === place ? Number(value) || 0 : (counts[at] ?? 0))) ??
                      [],
                  )
                }
              />
            ) : null
          })}
        {/* The space is kept, so that nothing moves when the sum arrives. */}
        {!isEmpty && !problem && (
          <p className={styles.consequence}>{sum && consequence(possible.type, order, sum)}</p>
        )}
        {problem && (
          <p role="alert" className={styles.problem}>
            {inWords(problem)} {typeof codeOf(problem) === 'string' && <code>{codeOf(problem)}</code>}
          </p>
        )}
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={close}>
            {isUndecided(operate) ? 'Close' : name === 'Cancel' ? 'Keep order' : 'Cancel'}
          </Button>
          <Button type="submit" disabled={sum === undefined} loading={operate.isPending}>
            {sum ? `${name} ${sum}` : name}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}

/** Returns the chosen amount or items; undefined if nothing is chosen. */
function itemsOf(order: OrderShown, amount: string, counts: readonly number[]): EventCreatable['items'] {
  if (!order.lines) {
    const number = Number(amount.replace(/\s/g, '').replace(',', '.'))
    return Number.isFinite(number) && number > 0 ? number : undefined
  }
  const items = order.lines.flatMap(({ name, price, vat, unit }, place) => {
    const quantity = counts[place] ?? 0
    if (quantity === 0) return []
    return [
      {
        price,
        vat: vat ?? 0,
        quantity,
        ...(name !== undefined && { name }),
        ...(unit !== undefined && { unit }),
      },
    ]
  })
  return items.length > 0 ? items : undefined
}

function consequence(type: Possible['type'], order: OrderShown, sum: string): string {
  const payer = order.payerName ?? 'The customer'
  if (type === 'charge') {
    return order.isPaid
      ? `${payer} will be charged ${sum} now. You can refund it later.`
      : `${payer} will be charged ${sum} now, on the default card. You can refund it later.`
  }
  if (type === 'refund')
    return `${sum} will be refunded to ${payer === 'The customer' ? 'the customer' : payer}’s card. This cannot be undone.`
  return order.isPaid
    ? `The reservation of ${sum} will be released, and ${payer === 'The customer' ? 'the customer' : payer} will not be charged. This cannot be undone.`
    : `${sum} will be written off and not retried. This cannot be undone.`
}

const codeOf = (error: unknown) => toldOf(error)?.content.details?.code as string | undefined

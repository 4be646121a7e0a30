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

/** Asks how much, says exactly what will happen, and does it once. */
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
  // Another confirmation than the last only when something else is confirmed: sent twice, it is done once.
  const [attempt, setAttempt] = useState({ of: '', id: '' })
  const operate = useMutation(
    trpc.order.operate.mutationOptions({
      // Not awaited: offline, a query waits for the network, and the outcome has to be shown at once.
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
    // Closes this dialog, and not another one that was opened while the outcome was awaited.
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
              { value: 'part', label: possible.byAmount ? 'An amount' : 'Some lines' },
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
                description={most === 1 ? 'One can be chosen' : `Up to ${most} can be chosen`}
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
        {/* Its room is kept, so that nothing moves under the finger when the sum arrives. */}
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
            {isUndecided(operate) ? 'Close' : 'Keep as it is'}
          </Button>
          <Button type="submit" disabled={sum === undefined} loading={operate.isPending}>
            {sum ? `${name} ${sum}` : name}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}

/** The amount or the lines that are chosen; undefined while there is nothing. */
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
      ? `${payer} pays ${sum} now. It can be refunded afterwards.`
      : `${payer} is charged ${sum} now, on the default card. It can be refunded afterwards.`
  }
  if (type === 'refund') return `${payer} gets ${sum} back on the card. This cannot be undone.`
  return order.isPaid
    ? `${sum} is released, and ${payer === 'The customer' ? 'the customer' : payer} never pays it. This cannot be undone.`
    : `${sum} is written off, and is not tried again. This cannot be undone.`
}

const codeOf = (error: unknown) => toldOf(error)?.content.details?.code as string | undefined

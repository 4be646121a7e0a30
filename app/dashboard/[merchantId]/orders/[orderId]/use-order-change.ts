'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { GivenReason } from '@/server/model/order/reasons'
import type { EventCreatable } from '@/server/model/order/schemas'
import { isFinal, isUndecided, useTRPC } from '../../../_parts/calls'
import { type Outputs, useMerchant } from '../../../_parts/merchant'
import { numberProblem } from '../../../_parts/number-problem'
import { OfflineError } from '../../../_parts/offline'
import { useAttempt } from '../../../_parts/use-attempt'
import { itemsOf } from './chosen-items'
import type { OrderAction, OrderDetail } from './order-action'

/** How much of an order to change. */
export interface ChosenPart {
  isPart: boolean
  /** As typed. */
  amount: string
  /** How many units of each line, as typed. */
  counts: readonly string[]
}

/** Why an order is changed. */
export interface ChosenReason {
  reason: GivenReason | ''
  remark: string
}

/** What is missing before a change can be confirmed. */
export type Missing = 'reason' | 'remark' | undefined

/**
 * A change of an order in a dialog: what is possible and chosen, what it would move, and its confirmation, which runs it
 * once however often it is sent. `opened` is what was possible when the dialog was opened.
 */
export function useOrderChange(order: OrderDetail, opened: OrderAction) {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const [part, setPart] = useState<ChosenPart>({ isPart: opened.inParts ?? false, amount: '', counts: [] })
  const [why, setWhy] = useState<ChosenReason>({ reason: '', remark: '' })
  const [isAsked, setAsked] = useState(false)
  const { attempt, again } = useAttempt()
  const format = useMerchant()
  const event: EventCreatable = {
    type: opened.type,
    ...(part.isPart && { items: itemsOf(order, part.amount, part.counts, format.locale) }),
  }
  const operate = useMutation(
    trpc.order.operate.mutationOptions({
      onError: (failure) => {
        again(failure)
        void queries.invalidateQueries(trpc.order.get.queryFilter({ id: order.id }))
        // The next press confirms what would be moved now.
        if (isFinal(failure))
          void queries.prefetchQuery(
            trpc.order.preview.queryOptions({ id: order.id, event }, { staleTime: 0 }),
          )
      },
    }),
  )
  const [sent, setSent] = useState(opened)
  // The order may have changed since the dialog was opened. What was sent can be sent again to see its outcome.
  const possible = order.possible.find(({ type }) => type === opened.type)
  const action = isUndecided(operate) ? sent : (possible ?? sent)
  const isEmpty = part.isPart && (event.items === undefined || isWrong(part, order, action, format))
  const preview = useQuery(
    trpc.order.preview.queryOptions(
      { id: order.id, event },
      // A change refreshes every query, but this preview would fail once its change is done, and then the change could
      // not be sent again to see its outcome.
      { enabled: !isEmpty, staleTime: isUndecided(operate) ? 'static' : 0, gcTime: 0 },
    ),
  )
  const refusal = preview.isPaused && preview.data === undefined ? new OfflineError() : preview.error
  const { amount: expected, released = 0n } = (isEmpty || refusal ? undefined : preview.data) ?? {}
  const missing = action.type === 'charge' ? undefined : missingIn(action, why)

  function confirm(onDone: (done: Outputs['order']['operate']) => void): void {
    if (expected === undefined) return
    setAsked(true)
    if (missing) return
    setSent(action)
    // Sending the same confirmation twice runs it once.
    const given = { ...event, ...(why.reason && { reason: why.reason }) }
    const id = attempt(JSON.stringify([given, String(expected)]))
    const said = why.reason === 'other' && why.remark.trim() ? { remark: why.remark } : {}
    // Done for this dialog only, not for one that was opened while this was running.
    operate.mutate({ id: order.id, event: given, attempt: id, expected, ...said }, { onSuccess: onDone })
  }

  return {
    ...{ action, part, setPart, why, setWhy, operate, confirm },
    /** What it would move, in minor units; undefined until that is known. */
    expected,
    /** What the card service would release besides, in minor units. */
    released,
    problem: operate.error ?? (isEmpty ? undefined : refusal),
    /** Whether nothing is chosen yet, or something that cannot be. */
    isEmpty,
    /** What is missing, once the change was to be confirmed without it. */
    missing: isAsked ? missing : undefined,
  }
}

function isWrong(
  { amount, counts }: ChosenPart,
  { currency }: OrderDetail,
  action: OrderAction,
  format: ReturnType<typeof useMerchant>,
): boolean {
  if (action.byAmount)
    return numberProblem(amount, { kind: 'amount', currency, max: action.amount }, format) !== undefined
  return counts.some(
    (typed, place) =>
      numberProblem(typed, { kind: 'units', max: action.units?.[place] ?? 0 }, format) !== undefined,
  )
}

function missingIn({ type }: OrderAction, { reason, remark }: ChosenReason): Missing {
  if (type === 'refund' && reason === '') return 'reason'
  return reason === 'other' && remark.trim() === '' ? 'remark' : undefined
}

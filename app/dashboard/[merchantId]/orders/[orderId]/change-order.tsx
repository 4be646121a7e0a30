'use client'

import { NativeSelect, SegmentedControl, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Money } from '@/server/model/money/money'
import type { GivenReason } from '@/server/model/order/reasons'
import type { EventCreatable } from '@/server/model/order/schemas'
import { isUndecided, useTRPC } from '../../../_parts/calls'
import styles from '../../../_parts/detail.module.css'
import { FormDialog } from '../../../_parts/form-dialog'
import { type Outputs, useMerchant } from '../../../_parts/merchant'
import { NumberField } from '../../../_parts/number-field'
import { numberProblem } from '../../../_parts/number-problem'
import { OfflineError } from '../../../_parts/offline'
import { actionPath } from '../../../_parts/requested-action'
import { useToast } from '../../../_parts/toast'
import { useAttempt } from '../../../_parts/use-attempt'
import { useToday } from '../../../_parts/use-today'
import { lineName } from '../../_parts/order-lines'
import { orderNameInSentence, shortOrderName } from '../../_parts/order-name'
import { reasonChoices } from '../../_parts/reason-words'
import { isFraction, itemsOf } from './chosen-items'
import { nameOf, type OrderAction, type OrderDetail } from './order-action'
import { UnitsField } from './units-field'

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
  const format = useMerchant()
  const { money, locale, base } = format
  const [part, setPart] = useState(action.inParts ?? false)
  const [amount, setAmount] = useState('')
  const [counts, setCounts] = useState<string[]>([])
  const [reason, setReason] = useState<GivenReason | ''>('')
  const [remark, setRemark] = useState('')
  const [isAsked, setAsked] = useState(false)
  const event: EventCreatable = {
    type: action.type,
    ...(part && { items: itemsOf(order, amount, counts, locale) }),
  }
  const kind = { kind: 'amount', currency: order.currency, max: action.amount } as const
  const isWrong =
    part &&
    (action.byAmount
      ? numberProblem(amount, kind, format) !== undefined
      : counts.some(
          (typed, place) =>
            numberProblem(typed, { kind: 'units', max: action.units?.[place] ?? 0 }, format) !== undefined,
        ))
  const isEmpty = part && (event.items === undefined || isWrong)
  const takesBack = action.type !== 'charge'
  const missing = takesBack ? missingIn(action, reason, remark) : undefined
  const { attempt, again } = useAttempt()
  const toast = useToast()
  const today = useToday()
  const operate = useMutation(
    trpc.order.operate.mutationOptions({
      onError: (failure) => {
        again(failure)
        void queries.invalidateQueries(trpc.order.get.queryFilter({ id: order.id }))
      },
    }),
  )
  const {
    data: preview,
    error,
    isPaused,
  } = useQuery(
    trpc.order.preview.queryOptions(
      { id: order.id, event },
      // A change refreshes every query, but this preview would fail once its change is done, and then the change could
      // not be sent again to see its outcome.
      { enabled: !isEmpty, staleTime: isUndecided(operate) ? 'static' : 0, gcTime: 0 },
    ),
  )
  const refusal = isPaused && preview === undefined ? new OfflineError() : error
  const { amount: expected, released = 0n } = (isEmpty || refusal ? undefined : preview) ?? {}
  function confirm() {
    if (expected === undefined) return
    setAsked(true)
    if (missing) return
    // Sending the same confirmation twice runs it once.
    const given = { ...event, ...(reason && { reason }) }
    const id = attempt(JSON.stringify([given, String(expected)]))
    const said = reason === 'other' && remark.trim() ? { remark } : {}
    // Closes this dialog only, not one that was opened while this was running.
    operate.mutate(
      { id: order.id, event: given, attempt: id, expected, ...said },
      {
        onSuccess: (done) => {
          close()
          // The rest may stay reserved to be charged later, so cancelling it is only offered.
          const leavesRest = done.type === 'charge' && expected < action.amount && released === 0n
          const cancelling = actionPath(`${base}/orders/${order.id}`, 'cancel')
          toast({
            text: doneInWords(done, order, shortOrderName(order, today), money),
            ...(leavesRest && { link: { to: cancelling, name: 'Cancel the rest' } }),
          })
        },
      },
    )
  }
  const name = nameOf(action, order)
  const sum = expected === undefined ? undefined : money({ amount: expected, currency: order.currency })
  const problem = operate.error ?? (isEmpty ? undefined : refusal)
  return (
    <FormDialog
      title={`${name}: ${orderNameInSentence(order, today)}`}
      close={close}
      act={sum ? actInWords(name, sum) : name}
      cancel={name === 'Cancel' ? 'Keep order' : 'Cancel'}
      color={takesBack ? 'red' : undefined}
      disabled={sum === undefined}
      mutation={operate}
      error={problem}
      submit={confirm}
    >
      {action.inParts && (
        <p className={styles.consequence}>
          The customer’s bank has taken back part of what was charged. At most{' '}
          {money({ amount: action.amount, currency: order.currency })} can be refunded.
        </p>
      )}
      {!action.inParts && (action.byAmount || action.units?.some((count) => count > 0)) && (
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
        <NumberField
          label={`Amount in ${order.currency}`}
          of={kind}
          value={amount}
          change={setAmount}
          description={`Up to ${money({ amount: action.amount, currency: order.currency })}`}
          data-autofocus
        />
      )}
      {part &&
        order.lines?.map((line, place) => {
          const max = action.units?.[place] ?? 0
          return max > 0 ? (
            <UnitsField
              // biome-ignore lint/suspicious/noArrayIndexKey: lines are never moved
              key={place}
              label={lineName(line, place)}
              whole={isFraction(line.quantity) ? wholeLine(line, order.currency, format) : undefined}
              max={max}
              value={counts[place] ?? ''}
              change={(typed) =>
                setCounts(order.lines?.map((_, at) => (at === place ? typed : (counts[at] ?? ''))) ?? [])
              }
            />
          ) : null
        })}
      {takesBack && (
        <NativeSelect
          label="Reason"
          description={
            reason === 'fraud' && order.blocksFraud
              ? `${order.serviceTitle} also blocks the card and the e-mail address.`
              : undefined
          }
          required={action.type === 'refund'}
          error={isAsked && missing === 'reason' && 'Choose a reason for the refund.'}
          value={reason}
          onChange={(changed) =>
            setReason(reasonChoices.find(({ value }) => value === changed.currentTarget.value)?.value ?? '')
          }
          data={[
            { value: '', label: action.type === 'refund' ? 'Choose a reason' : 'No reason' },
            ...reasonChoices,
          ]}
        />
      )}
      {takesBack && reason === 'other' && (
        <Textarea
          label="Note for your team"
          required
          error={isAsked && missing === 'remark' && 'Enter the reason.'}
          autosize
          minRows={2}
          maxLength={5000}
          value={remark}
          onChange={(changed) => setRemark(changed.currentTarget.value)}
        />
      )}
      {/* Its space is reserved, so that nothing moves when the sum arrives. */}
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
        <p className={styles.consequence}>The card service allows this only for the full amount.</p>
      )}
    </FormDialog>
  )
}

/** What is missing before it can be confirmed. */
function missingIn(
  { type }: OrderAction,
  reason: GivenReason | '',
  remark: string,
): 'reason' | 'remark' | undefined {
  if (type === 'refund' && reason === '') return 'reason'
  return reason === 'other' && remark.trim() === '' ? 'remark' : undefined
}

const done = { charge: 'Charged', refund: 'Refunded', cancel: 'Cancelled' } as const

/** "Refund 30,00 kr", but "Charge 30,00 kr now". */
const actInWords = (name: string, sum: string) =>
  name === 'Charge now' ? `Charge ${sum} now` : `${name} ${sum}`

/** "Refunded 102.00 kr of T-2". */
function doneInWords(
  { type, amount }: Outputs['order']['operate'],
  { currency }: OrderDetail,
  name: string,
  money: (of: Money) => string,
): string {
  if (amount === null || (type !== 'charge' && type !== 'refund' && type !== 'cancel'))
    return `The card service has accepted it: ${name}`
  return `${done[type]} ${money({ amount, currency })} of ${name}`
}

const inFullOnly = ({ type }: OrderAction, { limits }: OrderDetail) =>
  type !== 'refund' && limits?.[type] === 'in full'

/** "0.8 kg, 89.60 kr". */
const wholeLine = (
  { quantity = 1, unit, total }: NonNullable<OrderDetail['lines']>[number],
  currency: string,
  format: ReturnType<typeof useMerchant>,
) =>
  `${[format.quantity(quantity), unit].filter(Boolean).join(' ')}, ${format.money({ amount: BigInt(total), currency })}`

function consequence(type: OrderAction['type'], { payerName, isPaid }: OrderDetail, sum: string): string {
  const payer = payerName ?? 'the customer'
  if (type === 'charge')
    return `${payerName ?? 'The customer'} will be charged ${sum} now${isPaid ? '' : ', on the default card'}. You can refund it later.`
  if (type === 'refund') return `${sum} will be refunded to ${payer}’s card. This cannot be undone.`
  return isPaid
    ? `The reservation of ${sum} will be released, and ${payer} will not be charged. This cannot be undone.`
    : `${sum} will be written off and not retried. This cannot be undone.`
}

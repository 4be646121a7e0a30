'use client'

import { NativeSelect, Textarea } from '@mantine/core'
import { reasonChoices } from '../../_parts/reason-words'
import type { OrderAction, OrderDetail } from './order-action'
import type { ChosenReason, Missing } from './use-order-change'

/** Asks why an order is cancelled or refunded. */
export function ReasonFields({
  order,
  action: { type },
  why,
  change,
  missing,
}: {
  order: OrderDetail
  action: OrderAction
  why: ChosenReason
  change: (why: ChosenReason) => void
  missing: Missing
}) {
  const { reason, remark } = why
  return (
    <>
      <NativeSelect
        label="Reason"
        description={
          reason === 'fraud' && order.blocksFraud
            ? `${order.serviceTitle} also blocks the card and the e-mail address.`
            : undefined
        }
        required={type === 'refund'}
        error={missing === 'reason' && 'Choose a reason for the refund.'}
        value={reason}
        onChange={(changed) => {
          const chosen = reasonChoices.find(({ value }) => value === changed.currentTarget.value)
          change({ ...why, reason: chosen?.value ?? '' })
        }}
        data={[{ value: '', label: type === 'refund' ? 'Choose a reason' : 'No reason' }, ...reasonChoices]}
      />
      {reason === 'other' && (
        <Textarea
          label="Note for your team"
          required
          error={missing === 'remark' && 'Enter the reason.'}
          autosize
          minRows={2}
          maxLength={5000}
          value={remark}
          onChange={(changed) => change({ ...why, remark: changed.currentTarget.value })}
        />
      )}
    </>
  )
}

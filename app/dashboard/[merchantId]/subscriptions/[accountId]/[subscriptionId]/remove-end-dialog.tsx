'use client'

import { useMutation } from '@tanstack/react-query'
import { plannedDates } from '@/server/model/subscription/preview'
import { useTRPC } from '../../../../_parts/calls'
import { FormDialog } from '../../../../_parts/form-dialog'
import { useMerchant } from '../../../../_parts/merchant'
import { useToday } from '../../../_parts/day'
import { onDay } from '../../../_parts/words'
import type { ShownSubscription } from './_parts/loaded-subscription'

/** Removes a future end date. */
export function RemoveEndDialog({
  subscription,
  end,
  close,
}: {
  subscription: ShownSubscription
  end: string
  close: () => void
}) {
  const { money } = useMerchant()
  const today = useToday()
  const { account, id, amount, currency, what } = subscription
  const change = useMutation(useTRPC().subscription.change.mutationOptions({ onSuccess: close }))
  const after = plannedDates({ ...subscription, end: null }, today, 5000).find((day) => day > end)
  return (
    <FormDialog
      title={`Continue ${what}`}
      close={close}
      act="Continue subscription"
      mutation={change}
      submit={() => change.mutate({ account: account.id, id, change: { end: null } })}
    >
      <p>
        The subscription will no longer end {onDay(end, today)}.{' '}
        {after &&
          `${account.name ?? 'The customer'} will also be charged ${money({ amount, currency })} ${onDay(after, today)} and on later dates. `}
        You can end it at any time.
      </p>
    </FormDialog>
  )
}

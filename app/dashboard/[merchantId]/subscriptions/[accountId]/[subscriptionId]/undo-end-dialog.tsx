'use client'

import { useMutation } from '@tanstack/react-query'
import { endOnceUndone, hasCustomerLeft } from '@/server/model/subscription/terms'
import { useTRPC } from '../../../../_parts/calls'
import { FormDialog } from '../../../../_parts/form-dialog'
import { useMerchant } from '../../../../_parts/merchant'
import { useToast } from '../../../../_parts/toast'
import { useToday } from '../../../../_parts/use-today'
import { onDay, subscriptionInSentence } from '../../../_parts/words'
import type { ShownSubscription } from './_parts/loaded-subscription'
import { datesUntil } from './end-words'

/** Undoes an end that has not come. */
export function UndoEndDialog({
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
  const toast = useToast()
  const { account, id, amount, currency, what, due, ending, planned, terms } = subscription
  const undo = useMutation(
    useTRPC().subscription.undoEnd.mutationOptions({
      onSuccess: () => {
        close()
        toast({ text: `${what} continues` })
      },
    }),
  )
  const agreed = endOnceUndone(ending, today)
  const after = datesUntil(subscription, agreed, today).find((day) => due === null || day > end)
  const price = after && planned && after >= planned.from ? planned : { amount, currency }
  const isMailed = hasCustomerLeft(subscription) && after !== undefined && account.email !== null
  return (
    <FormDialog
      title={`Continue ${subscriptionInSentence(what)}`}
      close={close}
      act="Continue subscription"
      mutation={undo}
      submit={() => undo.mutate({ account: account.id, id, expected: terms, agreed })}
    >
      <p>
        The subscription will no longer end {onDay(end, today)}
        {agreed ? `, but ${onDay(agreed, today)} as before` : ''}.{' '}
        {after &&
          `${account.name ?? 'The customer'} will also be charged ${money(price)} ${onDay(after, today)} and on later dates. `}
        {isMailed && `We will e-mail a confirmation to ${account.email}. `}
        You can end it at any time.
      </p>
    </FormDialog>
  )
}

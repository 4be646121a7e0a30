'use client'

import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../../../../../_parts/form-dialog'
import { useMerchant } from '../../../../../_parts/merchant'
import { useToday } from '../../../../../_parts/use-today'
import type { Plan } from '../../../../_parts/preview'
import { onDay, subscriptionInSentence } from '../../../../_parts/words'
import type { ShownSubscription } from '../_parts/loaded-subscription'

/** Confirms a new price, with the old and the new amount, and offers to notify the customer. */
export function PriceDialog({
  subscription: { account, what, amount, currency },
  plan,
  mutation,
  close,
  save,
}: {
  subscription: ShownSubscription
  plan: Plan
  mutation: { isPending: boolean; error: unknown }
  close: () => void
  save: (notify: boolean) => void
}) {
  const { money } = useMerchant()
  const today = useToday()
  const [notify, setNotify] = useState(true)
  const before = money({ amount, currency })
  const after = money({ amount: plan.amount ?? 0n, currency: plan.currency })
  const isRaised = plan.currency === currency && (plan.amount ?? 0n) > amount
  const isLowered = plan.currency === currency && !isRaised
  const verb = isRaised ? 'Raise' : isLowered ? 'Lower' : 'Change'
  const first = plan.firstNew
  return (
    <FormDialog
      title={`${verb} the price of ${subscriptionInSentence(what)}`}
      close={close}
      act={`${verb} price to ${after}`}
      mutation={mutation}
      submit={() => save(notify && account.email !== undefined)}
    >
      <p>
        {account.name ?? 'The customer'} pays {before} now.{' '}
        {first === undefined
          ? `The price will be ${after}. No more payments are due.`
          : first <= today
            ? `${after} will be charged immediately, and on every later date.`
            : `The first payment of ${after} is ${onDay(first, today)}.`}
      </p>
      {account.email ? (
        <Checkbox
          label={`Notify ${account.email} by e-mail`}
          description="The e-mail states both amounts, the day, and how to end the subscription."
          checked={notify}
          onChange={(event) => setNotify(event.currentTarget.checked)}
        />
      ) : (
        <p>The customer has no e-mail address and cannot be notified.</p>
      )}
    </FormDialog>
  )
}

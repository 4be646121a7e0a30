'use client'

import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '../../../../../_parts/form-dialog'
import { useMerchant } from '../../../../../_parts/merchant'
import { useToday } from '../../../../../_parts/use-today'
import { isWorthMail, type Plan } from '../../../../_parts/plan'
import { onDay, plannedPriceInWords, subscriptionInSentence } from '../../../../_parts/words'
import type { ShownSubscription } from '../_parts/loaded-subscription'

/** Confirms a new price, with the old and the new amount, and offers to notify the customer. */
export function PriceDialog({
  subscription,
  plan,
  isReplacing,
  mutation,
  close,
  save,
}: {
  subscription: ShownSubscription
  plan: Plan
  /** Whether the change replaces one that was planned before. */
  isReplacing: boolean
  mutation: { isPending: boolean; error: unknown }
  close: () => void
  save: (notify: boolean) => void
}) {
  const { money } = useMerchant()
  const today = useToday()
  const [notify, setNotify] = useState(true)
  const { account, what, amount, currency, planned } = subscription
  const before = money({ amount, currency })
  const after = money({ amount: plan.amount ?? 0n, currency: plan.currency })
  const isRaised = plan.currency === currency && (plan.amount ?? 0n) > amount
  const isLowered = plan.currency === currency && !isRaised
  const verb = isRaised ? 'Raise' : isLowered ? 'Lower' : 'Change'
  const { firstNew: first, laterPrice } = plan
  const isMailed = isWorthMail({ ...subscription, planned: isReplacing ? null : planned }, plan)
  return (
    <FormDialog
      title={`${verb} the price of ${subscriptionInSentence(what)}`}
      close={close}
      act={`${verb} price to ${after}`}
      mutation={mutation}
      submit={() => save(notify && isMailed && account.email !== undefined)}
    >
      <p>
        {account.name ?? 'The customer'} pays {before} now.{' '}
        {first !== undefined &&
          (first <= today
            ? `${after} will be charged immediately, and on every later date${laterPrice ? ' until the planned change' : ''}.`
            : `The first payment of ${after} is ${onDay(first, today)}.`)}{' '}
        {laterPrice && plannedPriceInWords(money(laterPrice), laterPrice.from, today)}{' '}
        {first === undefined &&
          (laterPrice
            ? `No payment of ${after} is due before that.`
            : `The price will be ${after}. No more payments are due.`)}
      </p>
      {!isMailed ? (
        first === undefined && !laterPrice ? null : (
          <p>No e-mail is sent, because the next payment stays the same.</p>
        )
      ) : account.email ? (
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

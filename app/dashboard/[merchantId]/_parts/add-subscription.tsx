'use client'

import { Checkbox } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { schemeName } from '@/server/model/card/scheme-name'
import { useTRPC } from '../../_parts/calls'
import { DetailHead } from '../../_parts/detail'
import styles from '../../_parts/detail.module.css'
import { type Outputs, useMerchant } from '../../_parts/merchant'
import { useAttempt } from '../../_parts/use-attempt'
import { useToday } from '../../_parts/use-today'
import { creatableOf, draftLike, newDraft } from './draft'
import { SubscriptionForm } from './subscription-form'

/** Adds a subscription to an account. `like`: fills the form with the terms of another one. */
export function AddSubscription({
  account,
  like,
}: {
  account: Outputs['account']['get']
  like?: Outputs['subscription']['get']
}) {
  const trpc = useTRPC()
  const router = useRouter()
  const today = useToday()
  const merchant = useMerchant()
  const { base, money, locale } = merchant
  const [draft] = useState(() => (like ? draftLike(like, merchant, today) : newDraft(merchant, today)))
  const [notify, setNotify] = useState(true)
  const { attempt, again } = useAttempt()
  const add = useMutation(
    trpc.subscription.add.mutationOptions({
      onSuccess: ({ id }) => router.push(`${base}/subscriptions/${account.id}/${id}`),
      onError: again,
    }),
  )
  const { id, customer, status } = account
  const [card] = account.cards
  return (
    <>
      <DetailHead up={{ path: `/accounts/${id}`, name: account.name }} title="Add subscription" />
      <SubscriptionForm
        from={draft}
        {...(status === 'suspended' && { kept: { billing: 'paused' as const } })}
        prefix="subscription."
        error={add.error}
        pending={add.isPending || add.isSuccess}
        save={(filled) =>
          add.mutate({
            account: id,
            attempt: attempt(),
            subscription: { ...creatableOf(filled, locale), notify },
          })
        }
        act={({ atOnce, currency: code, passed }) =>
          atOnce === undefined || passed === 0
            ? 'Add subscription'
            : `Add and charge ${money({ amount: atOnce, currency: code })} now`
        }
        back={`${base}/accounts/${id}`}
      >
        <p className={styles.soft}>
          {card
            ? `Payments are charged to the account’s default card, ${schemeName(card.scheme)} ending in ${card.last4}.`
            : 'The account has no card yet. Payments will fail and be retried until a card is added.'}
          {status === 'suspended' &&
            ' The account is suspended: nothing will be charged until its unpaid payments are paid or written off.'}
        </p>
        {customer?.email && (
          <Checkbox
            label={`Confirm it by e-mail to ${customer.email}`}
            description="Not needed for a subscription that another system began."
            checked={notify}
            onChange={(event) => setNotify(event.currentTarget.checked)}
          />
        )}
      </SubscriptionForm>
    </>
  )
}

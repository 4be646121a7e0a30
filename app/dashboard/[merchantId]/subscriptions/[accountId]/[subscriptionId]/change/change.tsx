'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTRPC } from '../../../../../_parts/calls'
import { DetailHead } from '../../../../../_parts/detail'
import styles from '../../../../../_parts/detail.module.css'
import { useMerchant } from '../../../../../_parts/merchant'
import { changeOf, draftOf } from '../../../../_parts/draft'
import { SubscriptionForm } from '../../../../_parts/subscription-form'
import { LoadedSubscription, type ShownSubscription } from '../_parts/loaded-subscription'

/** Changes a subscription. */
export const Change = () => (
  <LoadedSubscription>{(subscription) => <Content subscription={subscription} />}</LoadedSubscription>
)

function Content({ subscription }: { subscription: ShownSubscription }) {
  const router = useRouter()
  const { base, money } = useMerchant()
  const { account, id, what, due, billed, ended } = subscription
  const billing = ended !== null ? 'over' : account.status === 'suspended' ? 'paused' : undefined
  const page = `/subscriptions/${account.id}/${id}`
  // Kept from when the form opened, however often the subscription is refetched.
  const [before] = useState(() => draftOf(subscription))
  const change = useMutation(
    useTRPC().subscription.change.mutationOptions({ onSuccess: () => router.push(base + page) }),
  )
  return (
    <>
      <DetailHead up={{ path: page, name: what }} title={`Change ${what}`} />
      {ended !== null && (
        <p className={styles.next} data-wrong>
          This subscription has ended. Changes will not lead to new charges. To continue, add a new
          subscription.
        </p>
      )}
      <SubscriptionForm
        from={before}
        kept={{ due, billed, ...(billing && { billing }) }}
        prefix="change."
        error={change.error}
        pending={change.isPending}
        save={(draft) => change.mutate({ account: account.id, id, change: changeOf(before, draft) })}
        act={({ atOnce, currency }) =>
          atOnce === undefined ? 'Save changes' : `Save and charge ${money({ amount: atOnce, currency })} now`
        }
        back={base + page}
      />
    </>
  )
}

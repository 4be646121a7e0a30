'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTRPC } from '../../../../../_parts/calls'
import styles from '../../../../../_parts/detail.module.css'
import { useMerchant } from '../../../../../_parts/merchant'
import { changeOf, draftOf } from '../../../../_parts/draft'
import { SubscriptionForm } from '../../../../_parts/form'
import { Loaded, type SubscriptionShown } from '../_parts/loaded'

/** Changes a subscription. */
export const Change = ({ account, id }: { account: string; id: string }) => (
  <Loaded account={account} id={id}>
    {(subscription) => <Form subscription={subscription} />}
  </Loaded>
)

function Form({ subscription }: { subscription: SubscriptionShown }) {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const router = useRouter()
  const { base, money } = useMerchant()
  const { account, id, what, due, billed, ended } = subscription
  const billing = ended !== null ? 'over' : account.status === 'suspended' ? 'paused' : undefined
  const page = `${base}/subscriptions/${account.id}/${id}`
  // Kept from when the form opened, however often the subscription is refetched.
  const [before] = useState(() => draftOf(subscription))
  const change = useMutation(
    trpc.subscription.change.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries()
        router.push(page)
      },
    }),
  )
  return (
    <>
      <p className={styles.up}>
        <Link href={page}>{what}</Link>
      </p>
      <h1>Change {what}</h1>
      {ended !== null && (
        <p className={styles.running}>
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
          atOnce === undefined ? 'Save changes' : `Save and charge ${money(atOnce, currency)} now`
        }
        back={page}
      />
    </>
  )
}

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
  // What it was when the form was opened, however often it is read anew meanwhile.
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
          It has ended, and charges nothing more whatever is changed. To go on, add a new subscription.
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
          atOnce === undefined ? 'Save the change' : `Save, and charge ${money(atOnce, currency)} at once`
        }
        back={page}
      />
    </>
  )
}

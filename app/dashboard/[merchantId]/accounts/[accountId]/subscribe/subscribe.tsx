'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { schemeName } from '@/server/model/card/scheme-name'
import { useAttempt } from '../../../../_parts/attempt'
import { useTRPC } from '../../../../_parts/calls'
import styles from '../../../../_parts/detail.module.css'
import { useMerchant } from '../../../../_parts/merchant'
import { useToday } from '../../../_parts/day'
import { creatableOf, newDraft } from '../../../_parts/draft'
import { SubscriptionForm } from '../../../_parts/form'
import type { AccountShown } from '../_parts/loaded'
import { LoadedAccount } from '../_parts/loaded'

/** Adds a subscription to an account. */
export const Subscribe = ({ id }: { id: string }) => (
  <LoadedAccount id={id}>{(account) => <Form account={account} />}</LoadedAccount>
)

function Form({ account }: { account: AccountShown }) {
  const trpc = useTRPC()
  const queries = useQueryClient()
  const router = useRouter()
  const today = useToday()
  const { base, currency, money } = useMerchant()
  const [draft] = useState(() => newDraft(currency, today))
  const { attempt, again } = useAttempt()
  const add = useMutation(
    trpc.subscription.add.mutationOptions({
      onSuccess: async ({ id }) => {
        await queries.invalidateQueries()
        router.push(`${base}/subscriptions/${account.id}/${id}`)
      },
      onError: again,
    }),
  )
  const name = account.customer?.name ?? account.customer?.email ?? 'the account'
  const [card] = account.cards
  return (
    <>
      <p className={styles.up}>
        <Link href={`${base}/accounts/${account.id}`}>{name}</Link>
      </p>
      <h1>Add subscription</h1>
      <SubscriptionForm
        from={draft}
        {...(account.status === 'suspended' && { kept: { billing: 'paused' as const } })}
        prefix="subscription."
        error={add.error}
        pending={add.isPending || add.isSuccess}
        save={(filled) => add.mutate({ account: account.id, attempt, subscription: creatableOf(filled) })}
        act={({ atOnce, currency: code, passed }) =>
          atOnce === undefined || passed === 0
            ? 'Add subscription'
            : `Add and charge ${money(atOnce, code)} now`
        }
        keep="Cancel"
        back={`${base}/accounts/${account.id}`}
      >
        <p className={styles.soft}>
          {card
            ? `Payments are charged to the account’s default card, ${schemeName(card.scheme)} ending in ${card.last4}.`
            : 'The account has no card yet. Payments will fail and be retried until a card is added.'}
          {account.customer?.email && ` We will e-mail a confirmation to ${account.customer.email}.`}
          {account.status === 'suspended' &&
            ' The account is suspended: nothing will be charged until its debt is paid.'}
        </p>
      </SubscriptionForm>
    </>
  )
}

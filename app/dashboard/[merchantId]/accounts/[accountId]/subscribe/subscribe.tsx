'use client'

import { useParams } from 'next/navigation'
import { OnlyFor } from '../../../../_parts/only-for'
import { AddSubscription } from '../../../_parts/add-subscription'
import { ForAccount } from '../../../_parts/for-account'

/** Adds a subscription to the account in the URL. */
export function Subscribe() {
  const { accountId } = useParams<{ accountId: string }>()
  return (
    <OnlyFor needs="support" to="add subscriptions">
      <ForAccount id={accountId}>{(account) => <AddSubscription account={account} />}</ForAccount>
    </OnlyFor>
  )
}

'use client'

import { OnlyFor } from '../../../../_parts/only-for'
import { AddSubscription } from '../../../_parts/add-subscription'
import { ForAccount } from '../../../_parts/for-account'

/** Adds a subscription to the account in the URL. */
export const Subscribe = () => (
  <OnlyFor needs="support" to="add subscriptions">
    <ForAccount>{(account) => <AddSubscription account={account} />}</ForAccount>
  </OnlyFor>
)

'use client'

import { OnlyFor } from '../../../../_parts/only-for'
import { AddSubscription } from '../../../_parts/add-subscription'
import { LoadedAccount } from '../_parts/loaded-account'

/** Adds a subscription to the account in the URL. */
export const Subscribe = () => (
  <OnlyFor needs="support" to="add subscriptions">
    <LoadedAccount>{(account) => <AddSubscription account={account} />}</LoadedAccount>
  </OnlyFor>
)

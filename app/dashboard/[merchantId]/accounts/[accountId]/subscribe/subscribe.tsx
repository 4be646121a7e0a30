'use client'

import { AddSubscription } from '../../../_parts/add-subscription'
import { LoadedAccount } from '../_parts/loaded-account'

/** Adds a subscription to the account in the URL. */
export const Subscribe = () => (
  <LoadedAccount>{(account) => <AddSubscription account={account} />}</LoadedAccount>
)

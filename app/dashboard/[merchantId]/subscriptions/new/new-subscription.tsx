'use client'

import { AddSubscription } from '../../_parts/add-subscription'
import { ForCustomer } from '../../_parts/for-customer'

/** Creates a subscription: first the customer, then the items and the schedule. */
export const NewSubscription = () => (
  <ForCustomer title="Create subscription" up={{ path: '/subscriptions', name: 'Subscriptions' }}>
    {(account) => <AddSubscription account={account} />}
  </ForCustomer>
)

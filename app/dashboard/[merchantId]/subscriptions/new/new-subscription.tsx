'use client'

import { OnlyFor } from '../../../_parts/only-for'
import { AddSubscription } from '../../_parts/add-subscription'
import { ForCustomer } from '../../_parts/for-customer'

/** Creates a subscription: first the customer, then the items and the schedule. */
export const NewSubscription = () => (
  <OnlyFor needs="support" to="create subscriptions">
    <ForCustomer title="Create subscription" up={{ path: '/subscriptions', name: 'Subscriptions' }}>
      {(account) => <AddSubscription account={account} />}
    </ForCustomer>
  </OnlyFor>
)

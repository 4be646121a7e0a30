'use client'

import { OnlyFor } from '../../../_parts/only-for'
import { ForCustomer } from '../../_parts/for-customer'
import { OrderForm } from '../../_parts/order-form'

/** Creates an order: first the customer, then the items. */
export const NewOrder = () => (
  <OnlyFor needs="support" to="create orders">
    <ForCustomer title="Create order" up={{ path: '/orders', name: 'Orders' }}>
      {(account) => <OrderForm account={account} />}
    </ForCustomer>
  </OnlyFor>
)

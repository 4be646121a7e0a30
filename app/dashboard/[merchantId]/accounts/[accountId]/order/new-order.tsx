'use client'

import { OnlyFor } from '../../../../_parts/only-for'
import { ForAccount } from '../../../_parts/for-account'
import { OrderForm } from '../../../_parts/order-form'

/** Creates an order on the card of the account in the URL. */
export const NewOrder = () => (
  <OnlyFor needs="support" to="create orders">
    <ForAccount>{(account) => <OrderForm account={account} />}</ForAccount>
  </OnlyFor>
)

'use client'

import { OnlyFor } from '../../../../_parts/only-for'
import { OrderForm } from '../../../_parts/order-form'
import { LoadedAccount } from '../_parts/loaded-account'

/** Creates an order on the card of the account in the URL. */
export const NewOrder = () => (
  <OnlyFor needs="support" to="create orders">
    <LoadedAccount>{(account) => <OrderForm account={account} />}</LoadedAccount>
  </OnlyFor>
)

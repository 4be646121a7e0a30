'use client'

import { useParams } from 'next/navigation'
import { OnlyFor } from '../../../../_parts/only-for'
import { ForAccount } from '../../../_parts/for-account'
import { OrderForm } from '../../../_parts/order-form'

/** Creates an order on the card of the account in the URL. */
export function NewOrder() {
  const { accountId } = useParams<{ accountId: string }>()
  return (
    <OnlyFor needs="support" to="create orders">
      <ForAccount id={accountId}>{(account) => <OrderForm account={account} />}</ForAccount>
    </OnlyFor>
  )
}

import type { Metadata } from 'next'
import { AddressForm } from '../../login/forms'
import { type MerchantQuery, merchantOf } from '../../login/merchant'
import { Frame } from '../_parts/frame'
import { Message } from '../_parts/message'

export const dynamic = 'force-dynamic'
export const metadata: Metadata = { title: { absolute: 'Signed out' } }

export default async function SignedOutPage({ searchParams }: { searchParams: MerchantQuery }) {
  const merchant = await merchantOf(searchParams)
  return (
    <Frame merchant={merchant} narrow>
      <Message title="You are signed out">
        <p>To come back, have a new link sent.</p>
        <AddressForm merchant={merchant} />
      </Message>
    </Frame>
  )
}

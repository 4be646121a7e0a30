import type { Metadata } from 'next'
import { Frame, merchantName } from '../account/_parts/frame'
import { Message } from '../account/_parts/message'
import { AddressForm } from './forms'
import { type MerchantQuery, merchantOf } from './merchant'

export const dynamic = 'force-dynamic'
export const metadata: Metadata = { title: { absolute: 'Your account' } }

/** For customers who have no link at hand. */
export default async function LoginPage({ searchParams }: { searchParams: MerchantQuery }) {
  const merchant = await merchantOf(searchParams)
  return (
    <Frame merchant={merchant} narrow>
      <Message title={merchant ? `Your account at ${merchantName(merchant)}` : 'Your account'}>
        <p>
          Give the e-mail address that {merchant ? merchantName(merchant) : 'the shop'} knows you by. You get
          a link that opens your account, without a password.
        </p>
        <AddressForm merchant={merchant} action="Send me a link" />
      </Message>
    </Frame>
  )
}

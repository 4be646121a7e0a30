import type { Metadata } from 'next'
import { Frame, merchantName } from '../../account/_parts/frame'
import { Message } from '../../account/_parts/message'
import { type MerchantQuery, merchantOf } from '../merchant'

export const dynamic = 'force-dynamic'
export const metadata: Metadata = { title: { absolute: 'Look in your inbox' } }

/** The same for everybody who asked for a link, whether or not one was sent. */
export default async function SentPage({ searchParams }: { searchParams: MerchantQuery }) {
  const merchant = await merchantOf(searchParams)
  return (
    <Frame merchant={merchant} narrow>
      <Message title="Look in your inbox">
        <p>
          If your e-mail address is known {merchant ? `at ${merchantName(merchant)}` : 'here'}, a link is on
          its way. It works once, for 3 days.
        </p>
        <p>
          Nothing there after a few minutes? Look among the spam, or{' '}
          <a href={merchant ? `/login?merchant=${merchant.id}` : '/login'}>try another address</a>.
        </p>
      </Message>
    </Frame>
  )
}

import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { readAccount } from '@/server/account/change'
import { findSession, type Session } from '@/server/account/session'
import { dayOf } from '@/server/clock/calendar'
import type { Merchant } from '@/server/merchant/merchant'
import { runtime } from '@/server/runtime'
import { AddressForm } from '../login/forms'
import { Cards } from './_parts/cards'
import { accountKeyIn } from './_parts/cookie'
import { Frame, merchantName } from './_parts/frame'
import { Message } from './_parts/message'
import styles from './_parts/page.module.css'
import { Subscriptions } from './_parts/subscriptions'

export const dynamic = 'force-dynamic'
export const metadata: Metadata = { title: { absolute: 'Your account' } }

/** What a merchant has on its customer. */
export default async function AccountPage() {
  const session = await findSession(runtime(), accountKeyIn(await headers()))
  if (session?.state !== 'open') return <SignedOut merchant={session?.merchant} />
  return <Account session={session} />
}

async function Account({
  session: { context, accountId },
}: {
  session: Extract<Session, { state: 'open' }>
}) {
  const { merchant, clock } = context
  const { customer, methods, subscriptions } = await readAccount(context, accountId)
  const shown = { today: dayOf(clock.now(), merchant.timeZone), locale: merchant.locale }
  return (
    <Frame merchant={merchant} aside={<SignOut />}>
      <div className={styles.head}>
        <h1>{customer?.name ? `Hello, ${customer.name}` : 'Hello'}</h1>
        <p>This is your account at {merchantName(merchant)}.</p>
      </div>
      <Subscriptions subscriptions={subscriptions} {...shown} />
      <Cards methods={methods} {...shown} />
    </Frame>
  )
}

function SignedOut({ merchant }: { merchant: Merchant | undefined }) {
  return (
    <Frame merchant={merchant} narrow>
      <Message title="You are not signed in">
        <p>
          For your safety a visit ends after 12 hours. Open the newest link in your e-mail, or have a new one
          sent.
        </p>
        <AddressForm merchant={merchant} />
      </Message>
    </Frame>
  )
}

const SignOut = () => (
  <form method="post" action="/account/sign-out">
    <button type="submit" className={styles.quiet}>
      Sign out
    </button>
  </form>
)

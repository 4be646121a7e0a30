import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { findSession } from '@/server/account/session'
import { type FoundLink, findLink } from '@/server/link/find'
import { runtime } from '@/server/runtime'
import { accountKeyIn } from '../../account/_parts/cookie'
import { Frame, merchantName } from '../../account/_parts/frame'
import { Message } from '../../account/_parts/message'
import styles from '../../account/_parts/message.module.css'
import { AddressForm, ContinueForm, RenewForm } from '../forms'

export const dynamic = 'force-dynamic'
export const metadata: Metadata = { title: { absolute: 'Your account' } }

/** Where a link leads. Looking at it changes nothing: mail programs look at links before people do. */
export default async function LinkPage({ params }: { params: Promise<{ key: string }> }) {
  const { key } = await params
  const found = await findLink(runtime(), key)
  if (found.state === 'used' && (await isSignedIn(found.account.id))) redirect('/account')
  return (
    <Frame merchant={found.merchant} narrow>
      {found.state === 'fresh' && <Fresh found={found} linkKey={key} />}
      {found.state === 'used' && (
        <Message title="This link was used before">
          <p>
            Each link works once. If you did not use it yourself, get a new one all the same, and tell{' '}
            {merchantName(found.merchant)}.
          </p>
          <Renew found={found} linkKey={key} />
        </Message>
      )}
      {found.state === 'expired' && (
        <Message title="This link has expired">
          <p>A link works for 3 days, and this one is older.</p>
          <Renew found={found} linkKey={key} />
        </Message>
      )}
      {found.state === 'unknown' && (
        <Message title="This link does not work">
          <p>
            Part of its address may have been lost on the way. Open it from the e-mail once more, or have a
            new one sent to the address that {found.merchant ? merchantName(found.merchant) : 'the shop'}{' '}
            knows you by.
          </p>
          <AddressForm merchant={found.merchant} />
        </Message>
      )}
    </Frame>
  )
}

type Known = Exclude<FoundLink, { state: 'unknown' }>

function Fresh({ found, linkKey }: { found: Known; linkKey: string }) {
  const { merchant, account, link } = found
  return (
    <Message title={`Your account at ${merchantName(merchant)}`}>
      <p>Continue if this is you. The link works once.</p>
      <dl className={styles.facts}>
        {account.customer?.name && (
          <div>
            <dt>Name</dt>
            <dd>{account.customer.name}</dd>
          </div>
        )}
        <div>
          <dt>E-mail</dt>
          <dd>{link.contact}</dd>
        </div>
      </dl>
      <ContinueForm linkKey={linkKey} />
    </Message>
  )
}

function Renew({ found, linkKey }: { found: Known; linkKey: string }) {
  return (
    <>
      <p>A new link goes to the e-mail address of the account.</p>
      <RenewForm merchant={found.merchant} linkKey={linkKey} />
    </>
  )
}

/** Who opens the mail's link once more soon after is let through. */
async function isSignedIn(accountId: string): Promise<boolean> {
  const session = await findSession(runtime(), accountKeyIn(await headers()))
  return session?.state === 'open' && session.accountId === accountId
}

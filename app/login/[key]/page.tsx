import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { findSession } from '@/server/customer/session'
import { readLinkKey } from '@/server/link/link-key'
import { runtime } from '@/server/runtime'
import { accountKeyIn } from '../../_parts/customer/cookie'
import { merchantName } from '../../_parts/customer/frame'
import { AddressForm, KeyForm } from '../../_parts/customer/login-forms'
import { currentLink, wordsForLink } from '../../_parts/customer/login-page'
import { MessagePage } from '../../_parts/customer/message-page'
import { metadataWith } from '../../_parts/customer/page-metadata'
import { ownPage } from '../../_parts/customer/return-path'
import { FactList } from '../../_parts/fact-list'

interface Given {
  params: Promise<{ key: string }>
}

export const generateMetadata = async ({ params }: Given) =>
  metadataWith((await wordsForLink((await params).key)).say('login.title'))

/** A login link leads here. Opening it changes nothing: mail programs open links too. */
export default async function LinkPage({ params }: Given) {
  const { key } = await params
  const found = await currentLink(key)
  if (found.state === 'used' && (await isSignedIn(found.account.id)))
    redirect(ownPage((await readLinkKey(key))?.returnPath) ?? '/account')
  const words = await wordsForLink(key)
  const { say } = words
  const shop = found.merchant ? merchantName(found.merchant) : say('frame.theShop')
  const page = { merchant: found.merchant, words, path: `/login/${key}` }
  if (found.state === 'unknown') {
    return (
      <MessagePage {...page} title={say('login.cutTitle')}>
        <p>{say('login.cut', { shop })}</p>
        <AddressForm {...page} />
      </MessagePage>
    )
  }
  if (found.state !== 'fresh') {
    return (
      <MessagePage {...page} title={say(`login.${found.state}Title`)}>
        <p>{found.state === 'used' ? say('login.used', { shop }) : say('login.expired')}</p>
        <p>{say('login.renew')}</p>
        {/* The key identifies the account. */}
        <KeyForm action="/login/again" merchant={found.merchant} linkKey={key} text={say('login.again')} />
      </MessagePage>
    )
  }
  const { customer } = found.account
  return (
    <MessagePage {...page} title={say('login.titleAt', { shop })}>
      <p>{say('login.fresh')}</p>
      <FactList
        facts={[
          customer?.name !== undefined && [say('login.name'), customer.name],
          [say('login.mail'), found.link.contact],
        ]}
      />
      <KeyForm action="/login/continue" linkKey={key} text={say('login.go')} />
    </MessagePage>
  )
}

/** Lets in a customer who opens a link again shortly after using it. */
async function isSignedIn(accountId: string): Promise<boolean> {
  const session = await findSession(runtime(), { key: accountKeyIn(await headers()) })
  return session?.state === 'open' && session.accountId === accountId
}

import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { findSession } from '@/server/customer/session'
import { type FoundLink, findLink } from '@/server/link/find-link'
import { readLinkKey } from '@/server/link/token'
import { runtime } from '@/server/runtime'
import { accountKeyIn } from '../../_parts/customer/cookie'
import { Frame, merchantName } from '../../_parts/customer/frame'
import { AddressForm, ContinueForm, RenewForm } from '../../_parts/customer/login-forms'
import { presentWords } from '../../_parts/customer/login-words'
import { Message } from '../../_parts/customer/message'
import { plainlyTitled } from '../../_parts/customer/titled'
import { ownPage } from '../../_parts/customer/way'
import type { Words } from '../../_parts/customer/words'
import forms from '../../_parts/forms.module.css'

export const generateMetadata = (): Promise<Metadata> => plainlyTitled('login.title')

/** A login link leads here. Opening it changes nothing: mail programs open links too. */
export default async function LinkPage({ params }: { params: Promise<{ key: string }> }) {
  const { key } = await params
  const found = await findLink(runtime(), key)
  if (found.state === 'used' && (await isSignedIn(found.account.id)))
    redirect(ownPage((await readLinkKey(key))?.way) ?? '/account')
  const words = await presentWords(found.merchant)
  const { say } = words
  const shop = found.merchant ? merchantName(found.merchant) : say('frame.theShop')
  return (
    <Frame merchant={found.merchant} words={words} path={`/login/${key}`} narrow>
      {found.state === 'fresh' && <Fresh found={found} words={words} linkKey={key} />}
      {found.state === 'used' && (
        <Message title={say('login.usedTitle')}>
          <p>{say('login.used', { shop })}</p>
          <Renew found={found} words={words} linkKey={key} />
        </Message>
      )}
      {found.state === 'expired' && (
        <Message title={say('login.expiredTitle')}>
          <p>{say('login.expired')}</p>
          <Renew found={found} words={words} linkKey={key} />
        </Message>
      )}
      {found.state === 'unknown' && (
        <Message title={say('login.cutTitle')}>
          <p>{say('login.cut', { shop })}</p>
          <AddressForm merchant={found.merchant} words={words} />
        </Message>
      )}
    </Frame>
  )
}

interface Shown {
  found: Exclude<FoundLink, { state: 'unknown' }>
  words: Words
  linkKey: string
}

function Fresh({ found, words, linkKey }: Shown) {
  const { merchant, account, link } = found
  const { say } = words
  return (
    <Message title={say('login.titleAt', { shop: merchantName(merchant) })}>
      <p>{say('login.fresh')}</p>
      <dl className={forms.facts}>
        {account.customer?.name && (
          <div>
            <dt>{say('login.name')}</dt>
            <dd>{account.customer.name}</dd>
          </div>
        )}
        <div>
          <dt>{say('login.mail')}</dt>
          <dd>{link.contact}</dd>
        </div>
      </dl>
      <ContinueForm words={words} linkKey={linkKey} />
    </Message>
  )
}

function Renew({ found, words, linkKey }: Shown) {
  return (
    <>
      <p>{words.say('login.renew')}</p>
      <RenewForm merchant={found.merchant} words={words} linkKey={linkKey} />
    </>
  )
}

/** Lets in a customer who opens a link again shortly after using it. */
async function isSignedIn(accountId: string): Promise<boolean> {
  const session = await findSession(runtime(), { key: accountKeyIn(await headers()) })
  return session?.state === 'open' && session.accountId === accountId
}

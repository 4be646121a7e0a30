import type { Merchant } from '@/db/schema'
import { merchantName } from './frame'
import { AddressForm } from './login-forms'
import { MessagePage } from './message-page'
import type { Words } from './words'

/** A page that needs a session with the merchant. `path`: the requested page, to which a new link leads. */
interface NoSession {
  merchant: Merchant | undefined
  words: Words
  path: string
  /** The merchant that the visitor has a session with instead. */
  elsewhere?: Merchant
}

/** Shown to visitors without a session. */
export function SignedOut({ elsewhere, ...page }: NoSession) {
  const { merchant, path } = page
  const { say } = page.words
  if (merchant && elsewhere) {
    const shop = merchantName(merchant)
    return (
      <MessagePage {...page} title={say('login.titleAt', { shop })}>
        <p>{say('out.elsewhere', { other: merchantName(elsewhere), shop })}</p>
        <AddressForm {...page} returnPath={path} action={say('login.send')} />
      </MessagePage>
    )
  }
  return (
    <MessagePage {...page} title={say('out.endedTitle')}>
      <p>{say('out.ended')}</p>
      <AddressForm {...page} returnPath={path} />
    </MessagePage>
  )
}

import type { Merchant } from '@/db/schema'
import { AddressForm } from './login-forms'
import { MessagePage } from './message-page'
import type { Words } from './words'

/** Shown to visitors without a session. A new link leads to the requested page. */
export const SignedOut = (page: { merchant: Merchant | undefined; words: Words; path: string }) => (
  <MessagePage {...page} title={page.words.say('out.endedTitle')}>
    <p>{page.words.say('out.ended')}</p>
    <AddressForm {...page} returnPath={page.path} />
  </MessagePage>
)

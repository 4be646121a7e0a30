import type { Metadata } from 'next'
import type { TextKey } from '@/app/_texts/catalogue'
import { currentVisit, visitAt } from './visit'

/** Texts without placeholders, for titles. */
type Title = Extract<
  TextKey,
  | 'frame.account'
  | 'login.title'
  | 'login.sentTitle'
  | 'out.loggedOutTitle'
  | `${'cards' | 'new' | 'verify' | 'orders' | 'receipt' | 'info' | 'subscriptions'}.title`
  | 'subscription.plain'
  | 'subscription.end'
>

/**
 * Returns the title of an account page in the visitor's language. Visitors without a session see another page.
 * `merchantId`: the merchant in the page's address.
 */
export async function accountMetadata(key: Title, merchantId?: string): Promise<Metadata> {
  const { visit, words, elsewhere } = await visitAt(merchantId)
  return metadataWith(words.say(visit ? key : elsewhere ? 'login.title' : 'out.endedTitle'))
}

/** Returns the title of a page that needs no session. */
export async function publicMetadata(key: Title): Promise<Metadata> {
  const { words } = await currentVisit()
  return metadataWith(words.say(key))
}

/** Customers' pages are not for search engines. */
export const metadataWith = (title: string): Metadata => ({
  title: { absolute: title },
  robots: { index: false, follow: false },
})

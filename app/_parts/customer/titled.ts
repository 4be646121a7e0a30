import type { Metadata } from 'next'
import type { TextKey } from '@/app/_texts/catalogue'
import { presentVisit } from './visit'

/** Texts that titles are made of, which leave nothing open. */
type Title = Extract<
  TextKey,
  | 'frame.account'
  | 'login.title'
  | 'login.sentTitle'
  | 'out.signedOutTitle'
  | `${'cards' | 'new' | 'verify' | 'orders' | 'receipt' | 'info'}.title`
  | 'subscription.plain'
  | 'subscription.end'
>

/** The title of a page of the account, in the visitor's language; who is not let in sees another page. */
export async function titled(key: Title): Promise<Metadata> {
  const { visit, words } = await presentVisit()
  return { title: { absolute: words.say(visit ? key : 'out.endedTitle') } }
}

/** The title of a page that needs no session. */
export async function plainlyTitled(key: Title): Promise<Metadata> {
  const { words } = await presentVisit()
  return { title: { absolute: words.say(key) } }
}

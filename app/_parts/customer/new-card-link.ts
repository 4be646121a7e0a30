import { ownPage } from './return-path'
import type { Words } from './words'

/** Returns the URL of the form for a new card, with the page to return to. */
export const newCardLink = (page: string): string =>
  `/account/cards/new?${new URLSearchParams({ from: page })}`

/** Returns the link back from the form: to that page, otherwise to the cards. */
export function backLink({ say }: Words, from: string | undefined): { to: string; text: string } {
  const page = ownPage(from)
  if (page === '/account') return { to: page, text: say('frame.account') }
  if (page?.startsWith('/account/orders/')) return { to: page, text: say('order.plain') }
  return { to: '/account/cards', text: say('cards.title') }
}

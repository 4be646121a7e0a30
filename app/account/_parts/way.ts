import { cookieIn, forget, type Kept, keep } from './cookie'

/** Plain words between slashes, and a plain query: nothing that a browser could read as another site or a way up. */
const plain = /^(?:\/[\w-]+(?:\.[\w-]+)*)+(?:\?[\w=&%.-]*)?$/

const isUnder = (path: string, area: string) =>
  path === area || path.startsWith(`${area}/`) || path.startsWith(`${area}?`)

/** A page of the account, if that is what a text names: where to go on after signing in, and never anywhere else. */
export function ownPage(text: string | undefined): string | undefined {
  return text !== undefined && plain.test(text) && isUnder(text, '/account') ? text : undefined
}

/** The same, or a page on the way in. */
export const ownWay = (text: string | undefined): string | undefined =>
  ownPage(text) ?? (text !== undefined && plain.test(text) && isUnder(text, '/login') ? text : undefined)

/** The page that was asked for before there was a session. The link in the mail opens it within the hour. */
const wanted: Kept = { name: 'kassa_way', path: '/login', seconds: 3600 }

export const keepingWay = (page: string): string => keep(wanted, encodeURIComponent(page))
export const forgettingWay = (): string => forget(wanted)

export function wayIn(headers: Headers): string | undefined {
  const kept = cookieIn(headers, wanted)
  try {
    return kept === undefined ? undefined : ownPage(decodeURIComponent(kept))
  } catch {
    // Broken by whoever sent it.
    return undefined
  }
}

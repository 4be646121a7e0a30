import { config } from '@/server/core/config/config'
import { isMerchantId } from '@/server/core/id'
import { sessionLife } from '@/server/key/customer-sessions'

const isSecure = () => config().baseUrl.startsWith('https:')

/** A cookie's name, path and lifetime. */
export interface CookieSettings {
  name: string
  path: string
  seconds: number
}

/** The merchant whose shop the browser last visited. It is not secret: a returning visitor sees the shop's name. */
const shop: CookieSettings = { name: 'kassa_shop', path: '/', seconds: 400 * 86_400 }

/** The account key of a session. */
const session: CookieSettings = { name: 'kassa_account', path: '/', seconds: sessionLife / 1000 }

/** With HTTPS the `__Host-` prefix makes browsers reject cookies from other hosts and from plain HTTP. */
function nameOf({ name, path }: CookieSettings): string {
  if (!isSecure()) return name
  return path === '/' ? `__Host-${name}` : `__Secure-${name}`
}

/** Returns the value that a browser sends. */
export function cookieIn(headers: Headers, kept: CookieSettings): string | undefined {
  const name = nameOf(kept)
  const pairs = (headers.get('cookie') ?? '').split(/; */).map((pair) => pair.split('='))
  return pairs.find(([each]) => each === name)?.[1]
}

/** Returns a `Set-Cookie` that stores the value, which must only contain characters that cookies allow. */
export const cookieWith = (kept: CookieSettings, value: string): string =>
  `${nameOf(kept)}=${value}; Path=${kept.path}; HttpOnly; SameSite=Lax${isSecure() ? '; Secure' : ''}; Max-Age=${kept.seconds}`

/** Returns a `Set-Cookie` that deletes it. */
export const clearedCookie = (kept: CookieSettings): string => cookieWith({ ...kept, seconds: 0 }, '')

/** Returns the account key that a browser sends. */
export const accountKeyIn = (headers: Headers): string | undefined => cookieIn(headers, session)

/** Returns a `Set-Cookie` that stores an account key until it expires. */
export const accountKeyCookie = (key: string): string => cookieWith(session, key)

/** Returns a `Set-Cookie` that deletes the account key. */
export const clearedAccountKeyCookie = (): string => clearedCookie(session)

export const shopCookie = (merchantId: string): string => cookieWith(shop, merchantId)
export const clearedShopCookie = (): string => clearedCookie(shop)

/** Returns the id of the merchant that this browser last visited, if it sends one. */
export function shopIn(headers: Headers): string | undefined {
  const id = cookieIn(headers, shop)
  return id !== undefined && isMerchantId(id) ? id : undefined
}

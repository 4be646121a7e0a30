import { config } from '@/server/core/config/config'
import { isMerchantId } from '@/server/core/id'
import { sessionLife } from '@/server/link/use'

const isSecure = () => config().baseUrl.startsWith('https:')

/** Something that a browser keeps for us. */
export interface Kept {
  name: string
  path: string
  seconds: number
}

/** Whose customer a browser's owner is, which no secret is: so that who comes back after their visit sees the shop's name. */
const shop: Kept = { name: 'kassa_shop', path: '/', seconds: 400 * 86_400 }

/** The account key of a session. */
const session: Kept = { name: 'kassa_account', path: '/', seconds: sessionLife / 1000 }

/** Where it can, the browser itself sees to it that no other host, and nothing without TLS, sets the cookie. */
function nameOf({ name, path }: Kept): string {
  if (!isSecure()) return name
  return path === '/' ? `__Host-${name}` : `__Secure-${name}`
}

/** What a browser sends along of it. */
export function cookieIn(headers: Headers, kept: Kept): string | undefined {
  const name = nameOf(kept)
  const pairs = (headers.get('cookie') ?? '').split(/; */).map((pair) => pair.split('='))
  return pairs.find(([each]) => each === name)?.[1]
}

/** `Set-Cookie` that keeps it. `value` has no character that a cookie cannot have. */
export const keep = (kept: Kept, value: string): string =>
  `${nameOf(kept)}=${value}; Path=${kept.path}; HttpOnly; SameSite=Lax${isSecure() ? '; Secure' : ''}; Max-Age=${kept.seconds}`

/** `Set-Cookie` that forgets it. */
export const forget = (kept: Kept): string => keep({ ...kept, seconds: 0 }, '')

/** The account key that a browser sends along. */
export const accountKeyIn = (headers: Headers): string | undefined => cookieIn(headers, session)

/** `Set-Cookie` that keeps an account key as long as it is in force. */
export const keeping = (key: string): string => keep(session, key)

/** `Set-Cookie` that forgets it. */
export const forgetting = (): string => forget(session)

export const keepingShop = (merchantId: string): string => keep(shop, merchantId)
export const forgettingShop = (): string => forget(shop)

/** The id of the merchant whose customer a browser's owner was last, if it says so. */
export function shopIn(headers: Headers): string | undefined {
  const id = cookieIn(headers, shop)
  return id !== undefined && isMerchantId(id) ? id : undefined
}

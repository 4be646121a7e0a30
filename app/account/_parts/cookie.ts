import { config } from '@/server/config/config'
import { sessionLife } from '@/server/link/use'

const isSecure = () => config().baseUrl.startsWith('https:')

/** Where it can, the browser itself sees to it that no other host, and nothing without TLS, sets the cookie. */
const name = () => (isSecure() ? '__Host-kassa_account' : 'kassa_account')

const attributes = () => `Path=/; HttpOnly; SameSite=Lax${isSecure() ? '; Secure' : ''}`

/** The account key that a browser sends along. */
export function accountKeyIn(headers: Headers): string | undefined {
  const pairs = (headers.get('cookie') ?? '').split(/; */).map((pair) => pair.split('='))
  return pairs.find(([each]) => each === name())?.[1]
}

/** `Set-Cookie` that keeps an account key as long as it is in force. */
export const keeping = (key: string): string =>
  `${name()}=${key}; ${attributes()}; Max-Age=${sessionLife / 1000}`

/** `Set-Cookie` that forgets it. */
export const forgetting = (): string => `${name()}=; ${attributes()}; Max-Age=0`

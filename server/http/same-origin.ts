import { config } from '../core/config/config'

/**
 * Whether a posted form comes from one of our pages, as far as the browser says. Not every browser sends
 * `Sec-Fetch-Site`, and none does over plain http to another machine; then the origin decides. A client that sends
 * neither is not a browser, so nobody can be tricked into using it.
 */
export function isSameOrigin({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin' || site === 'none'
  const origin = headers.get('origin')
  return origin === null || origin === config().baseUrl
}

export const refused = (): Response =>
  new Response(
    'This form was sent by another site, so nothing was done. Open the link in your e-mail again.\n',
    {
      status: 403,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
    },
  )

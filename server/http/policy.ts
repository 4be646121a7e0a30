import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { transportSecurity } from './transport-security'

/** The header that tells a page which nonce its own scripts and styles carry. */
export const nonceHeader = 'x-nonce'

/** The header that tells what surrounds all pages which one it surrounds. */
export const pathHeader = 'x-path'

/** Where a page may be shown and where its forms may lead, by the beginning of its path. The rest is closed. */
const exceptions: readonly [RegExp, Record<string, string>][] = [
  // Shops show the bank inside their own page, and it sends the shopper back to the shop.
  [/^\/bank(?=\/|$)/, { 'frame-ancestors': '*', 'form-action': 'http: https:' }],
  // Shops have the card form in their own page. It is sent by its script alone.
  [/^\/embed(?=\/|$)/, { 'frame-ancestors': '*', 'form-action': "'none'" }],
  // Mail is shown in a frame without scripts, which goes by this page's policy; mail has its styles in it.
  [/^\/outbox(?=\/|$)/, { 'style-src': "'self' 'unsafe-inline'" }],
]

/**
 * Which scripts, styles and frames a page may have: scripts and styles of ours by their nonce, none that somebody wrote
 * into a page, and nothing from elsewhere but a merchant's logo.
 */
export function policyFor(path: string, nonce: string, { development = false } = {}): string {
  const directives: Record<string, string> = {
    'default-src': "'self'",
    // What a script of ours loads is trusted as it is: Next loads its parts so.
    'script-src': `'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    'style-src': `'self' 'nonce-${nonce}'`,
    // Attributes cannot load or run anything; the heights of charts and drawers are set by them.
    'style-src-attr': "'unsafe-inline'",
    'img-src': "'self' data: https:",
    'connect-src': development ? "'self' ws:" : "'self'",
    'frame-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    ...exceptions.find(([pattern]) => pattern.test(path))?.[1],
  }
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}

/** Gives a page its policy: Next reads the nonce from the request, the browser from the answer. */
export function protectPage(
  request: IncomingMessage,
  response: ServerResponse,
  settings: { development: boolean; baseUrl: string },
): void {
  const path = request.url?.split('?')[0] ?? '/'
  const nonce = randomBytes(16).toString('base64')
  const policy = policyFor(path, nonce, settings)
  // Whatever the caller sent by these names is not believed.
  request.headers['content-security-policy'] = policy
  delete request.headers['content-security-policy-report-only']
  request.headers[nonceHeader] = nonce
  request.headers[pathHeader] = path
  response.setHeader('Content-Security-Policy', policy)
  response.setHeader('X-Content-Type-Options', 'nosniff')
  for (const [name, value] of Object.entries(transportSecurity(settings))) response.setHeader(name, value)
}

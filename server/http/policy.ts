import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { transportSecurity } from './transport-security'

/** The header that passes a page the nonce of its own scripts and styles. */
export const nonceHeader = 'x-nonce'

/** The header that passes the path of the page to the root layout. */
export const pathHeader = 'x-path'

/**
 * Where a page may be embedded and where its forms may lead, by the beginning of its path. Everything else is closed.
 */
const exceptions: readonly [RegExp, Record<string, string>][] = [
  // Shops embed the bank in their own page, and it sends the shopper back to the shop.
  [/^\/(?:bank|verify)(?=\/|$)/, { 'frame-ancestors': '*', 'form-action': 'http: https:' }],
  // Shops embed the card form in their own page. Only its script sends it.
  [/^\/embed(?=\/|$)/, { 'frame-ancestors': '*', 'form-action': "'none'" }],
  // The browser is sent on to the bank from a form of ours, in a frame or in the page itself. The bank may be anywhere.
  [
    /^\/(?:account\/cards\/verify|pay\/[\w-]+\/verify|demo\/checkout)$/,
    { 'form-action': "'self' http: https:", 'frame-src': "'self' http: https:" },
  ],
  // Mail is shown in a frame without scripts, which inherits this page's policy, and mail contains its own styles.
  [/^\/outbox(?=\/|$)/, { 'style-src': "'self' 'unsafe-inline'" }],
]

/** Pages with the fields of a card service, whose name ends their path. */
const withFields = /^\/(?:embed\/card|account\/cards\/new|pay\/[\w-]+\/card)\/([\w-]+)$/

/** The sources that the fields of a card service need, by directive. */
export type FieldSources = (service: string) => Readonly<Record<string, string>> | undefined

/**
 * Returns which scripts, styles and frames a page may have: our own, identified by their nonce, nothing injected, and
 * nothing from elsewhere except a merchant's logo.
 */
export function policyFor(
  path: string,
  nonce: string,
  { development = false, fieldSources }: { development?: boolean; fieldSources?: FieldSources } = {},
): string {
  const directives: Record<string, string> = {
    'default-src': "'self'",
    // Scripts that our scripts load are trusted too: this is how Next loads its parts.
    'script-src': `'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    'style-src': `'self' 'nonce-${nonce}'`,
    // Attributes cannot load or run anything. They set the heights of charts and drawers.
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
  const service = withFields.exec(path)?.[1]
  const sources = service === undefined ? undefined : fieldSources?.(service)
  for (const [name, more] of Object.entries(sources ?? {})) directives[name] += ` ${more}`
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}

/** Gives a page its policy: Next reads the nonce from the request, the browser from the response. */
export function protectPage(
  request: IncomingMessage,
  response: ServerResponse,
  settings: { development: boolean; baseUrl: string; fieldSources: FieldSources },
): void {
  const path = request.url?.split('?')[0] ?? '/'
  const nonce = randomBytes(16).toString('base64')
  const policy = policyFor(path, nonce, settings)
  // Overwrites headers of these names that the caller sent.
  request.headers['content-security-policy'] = policy
  delete request.headers['content-security-policy-report-only']
  request.headers[nonceHeader] = nonce
  request.headers[pathHeader] = path
  response.setHeader('Content-Security-Policy', policy)
  response.setHeader('X-Content-Type-Options', 'nosniff')
  for (const [name, value] of Object.entries(transportSecurity(settings))) response.setHeader(name, value)
}

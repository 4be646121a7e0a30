/**
 * Returns the header that makes browsers use only https for a year (HSTS). Subdomains are left out: they may belong to
 * others. Not sent over http, where browsers ignore it.
 */
export const transportSecurity = ({ baseUrl }: { baseUrl: string }): Record<string, string> =>
  baseUrl.startsWith('https://') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}

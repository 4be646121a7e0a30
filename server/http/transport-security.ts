/**
 * The header by which browsers reach an installation only by https for a year (HSTS). Without subdomains: those may be
 * others' business. Not for http, where browsers ignore it.
 */
export const transportSecurity = ({ baseUrl }: { baseUrl: string }): Record<string, string> =>
  baseUrl.startsWith('https://') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}

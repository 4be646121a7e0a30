import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Whether a host, with or without a port, is a loopback name or address. */
export function isLoopback(host: string): boolean {
  // The colons of a bare IPv6 address do not separate a port.
  const name = isIP(host) === 6 ? host : withoutPort(host)
  if (isIP(name) !== 0) return ipaddr.process(name).range() === 'loopback'
  return name === 'localhost' || name.endsWith('.localhost')
}

const withoutPort = (host: string) =>
  host
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '')
    .toLowerCase()

/**
 * Whether an installation shows its mail at `/outbox`: only with the embedded database, and only if its address is a
 * loopback address. Anyone who can read the mail can log in to every account.
 */
export const hasOutbox = ({ embedded, baseUrl }: { embedded: boolean; baseUrl: string }): boolean =>
  embedded && isLoopback(new URL(baseUrl).host)

import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Whether a host, with or without a port, is this machine by a name or address that no other machine has. */
export function isLoopback(host: string): boolean {
  // The colons of a bare IPv6 address are not that of a port.
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
 * Whether an installation shows its mail at `/outbox`: the embedded default does, as long as it is known to its own
 * machine alone. Whoever reads the mail can log in to every account.
 */
export const hasOutbox = ({ embedded, baseUrl }: { embedded: boolean; baseUrl: string }): boolean =>
  embedded && isLoopback(new URL(baseUrl).host)

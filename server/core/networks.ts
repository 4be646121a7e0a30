import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type Ip = ReturnType<typeof ipaddr.process>

/**
 * Whether callbacks can go to an IP address: to public addresses, and to the ranges (CIDR) that the configuration
 * allows. An IPv4 address in IPv6 notation is treated as IPv4.
 */
export function mayReach(address: string, allowed: readonly string[]): boolean {
  if (isIP(address) === 0) return false
  const ip = ipaddr.process(address)
  return isPublic(ip) || allowed.some((range) => isWithin(ip, range))
}

/**
 * Whether a callback address can be saved, as far as this is known without resolving its name. It refuses private IP
 * addresses in any notation, and names that exist only within networks. The IP address is checked again at each
 * delivery.
 */
export function maySave(address: string, allowed: readonly string[]): boolean {
  if (!URL.canParse(address)) return false
  // `URL` has converted every notation of an IP address to the standard one.
  const host = new URL(address).hostname.replace(/^\[|\]$|\.+$/g, '')
  if (isIP(host) !== 0) return mayReach(host, allowed)
  if (/(^|\.)localhost(\.localdomain)?$/.test(host)) return allowed.some(isLoopbackRange)
  return !isInternalName(host) || allowed.some((range) => !isLoopbackRange(range))
}

/** Names without a dot, and names under top-level domains that are only used within networks. */
const isInternalName = (host: string) =>
  !host.includes('.') ||
  /\.(local|internal|intranet|lan|home|corp|private|localdomain|svc|home\.arpa)$/.test(host)

const isLoopbackRange = (range: string) => ipaddr.parseCIDR(range)[0].range() === 'loopback'

/**
 * The range of all IPv6 addresses assigned so far (RFC 4291, IANA). ipaddr.js gives the tunnels in it a kind of their
 * own.
 */
const globalUnicast = ipaddr.parseCIDR('2000::/3')

// Without the range, `::127.0.0.1` would count as public: ipaddr.js calls it unicast.
const isPublic = (ip: Ip): boolean =>
  ip.range() === 'unicast' && (ip.kind() === 'ipv4' || ip.match(globalUnicast))

/** Whether an address is in a range (CIDR) of the same kind. */
export function isWithin(ip: Ip, range: string): boolean {
  const [network, bits] = ipaddr.parseCIDR(range)
  return network.kind() === ip.kind() && ip.match(network, bits)
}

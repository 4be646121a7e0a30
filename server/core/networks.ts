import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type Ip = ReturnType<typeof ipaddr.process>

/**
 * Whether callbacks may go to an IP address: the public internet's all may, and those in the ranges (CIDR) that the
 * configuration allows. An IPv4 address written as IPv6 counts as what it is.
 */
export function mayReach(address: string, allowed: readonly string[]): boolean {
  if (isIP(address) === 0) return false
  const ip = ipaddr.process(address)
  return isPublic(ip) || allowed.some((range) => isWithin(ip, range))
}

/**
 * Whether an address of a callback may be saved, as far as can be told without looking up its name: a literal IP address
 * in any notation, and names that only exist inside a network. Where the name leads is checked again at each delivery.
 */
export function maySave(address: string, allowed: readonly string[]): boolean {
  if (!URL.canParse(address)) return false
  // `URL` has turned every notation of an IP address into the usual one.
  const host = new URL(address).hostname.replace(/^\[|\]$|\.$/g, '')
  if (isIP(host) !== 0) return mayReach(host, allowed)
  if (/(^|\.)localhost(\.localdomain)?$/.test(host)) return allowed.some(isLoopbackRange)
  return !isInternalName(host) || allowed.some((range) => !isLoopbackRange(range))
}

/** Names without a dot, and under top-level domains that are only used inside networks. */
const isInternalName = (host: string) =>
  !host.includes('.') ||
  /\.(local|internal|intranet|lan|home|corp|private|localdomain|home\.arpa)$/.test(host)

const isLoopbackRange = (range: string) => ipaddr.parseCIDR(range)[0].range() === 'loopback'

/** What may be reached of an IPv6 that is no tunnel's: all that is given out of it so far (RFC 4291, IANA). */
const globalUnicast = ipaddr.parseCIDR('2000::/3')

// By its kind alone `::127.0.0.1`, in a range that nobody uses any more, would be as public as any.
const isPublic = (ip: Ip): boolean =>
  ip.range() === 'unicast' && (ip.kind() === 'ipv4' || ip.match(globalUnicast))

/** Whether an address lies in a range (CIDR) of its own kind. */
export function isWithin(ip: Ip, range: string): boolean {
  const [network, bits] = ipaddr.parseCIDR(range)
  return network.kind() === ip.kind() && ip.match(network, bits)
}

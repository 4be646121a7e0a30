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

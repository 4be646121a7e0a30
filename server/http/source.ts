import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import { isWithin } from '../core/networks'

/** The header in which the server hands the source address to route handlers. Whatever a client sends in it is dropped. */
const sourceHeader = 'x-kassa-source'

/** The source address of a request that came through the server; `unknown` when it did not, as in tests. */
export const sourceOf = (headers: Pick<Headers, 'get'>): string => headers.get(sourceHeader) ?? 'unknown'

/** Writes the source address into the request's own headers, over anything that the client claims. */
export function stampSource(request: IncomingMessage, trustedProxies: readonly string[]): void {
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',')
  request.headers[sourceHeader] = sourceAddress(request.socket.remoteAddress ?? '', forwarded, trustedProxies)
}

/**
 * The address a request came from: the socket's, or, behind trusted proxies (CIDR ranges), the last entry of
 * X-Forwarded-For that is not a trusted proxy itself. Entries further left are only the client's claim.
 */
export function sourceAddress(socket: string, forwarded: string, trustedProxies: readonly string[]): string {
  const isTrusted = (address: string) =>
    ipaddr.isValid(address) && trustedProxies.some((range) => isWithin(ipaddr.process(address), range))
  const hops = forwarded.split(',').flatMap((hop) => hop.trim() || [])
  let source = socket
  while (isTrusted(source)) {
    const hop = hops.pop()
    if (hop === undefined || !ipaddr.isValid(hop)) break
    source = hop
  }
  return ipaddr.isValid(source) ? networkOf(source) : 'unknown'
}

/** An IPv4 address as it is; of an IPv6 address its /64, which one customer of a provider has to themselves. */
function networkOf(source: string): string {
  const address = ipaddr.process(source)
  if (address.kind() === 'ipv4') return address.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString()}/64`).toString()}/64`
}

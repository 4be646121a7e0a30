import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isWithin } from '../core/networks'

/** The header that passes the source address to route handlers. A value sent by the client is dropped. */
const sourceHeader = 'x-kassa-source'

/** Returns the source address of a request that came through the server; `unknown` otherwise, as in tests. */
export const sourceOf = (headers: Pick<Headers, 'get'>): string => headers.get(sourceHeader) ?? 'unknown'

/** The source addresses of connections, for requests that no proxy has forwarded. */
const direct = new WeakMap<Socket, string>()

/** Writes the source address into the request's own headers, replacing anything that the client claims. */
export function stampSource(request: IncomingMessage, trustedProxies: readonly string[]): void {
  const { headers, socket } = request
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',')
  const known = forwarded === '' ? direct.get(socket) : undefined
  const source = known ?? sourceAddress(socket.remoteAddress ?? '', forwarded, trustedProxies)
  if (forwarded === '') direct.set(socket, source)
  headers[sourceHeader] = source
}

/**
 * Returns the address that a request came from: the socket's, or, behind trusted proxies (CIDR ranges), the last entry
 * of X-Forwarded-For that is not a trusted proxy itself. Entries further left are unverified claims of the client.
 */
export function sourceAddress(socket: string, forwarded: string, trustedProxies: readonly string[]): string {
  const isTrusted = (address: string) =>
    ipaddr.isValid(address) && trustedProxies.some((range) => isWithin(ipaddr.process(address), range))
  const hops = forwarded.split(',').flatMap((hop) => withoutPort(hop.trim()) || [])
  let source = socket
  while (isTrusted(source)) {
    const hop = hops.pop()
    if (hop === undefined || !ipaddr.isValid(hop)) break
    source = hop
  }
  return ipaddr.isValid(source) ? networkOf(source) : 'unknown'
}

/** Some proxies add the port of the client, and put an IPv6 address in brackets. */
const withoutPort = (hop: string): string =>
  hop.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1')

/**
 * Returns an IPv4 address unchanged, and the /64 of an IPv6 address, which a provider assigns to a single customer.
 */
function networkOf(source: string): string {
  const address = ipaddr.process(source)
  if (address.kind() === 'ipv4') return address.toString()
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toNormalizedString()}/64`).toString()}/64`
}

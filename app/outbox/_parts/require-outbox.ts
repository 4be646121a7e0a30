import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { config } from '@/server/core/config/config'
import { hasOutbox, isLoopback } from '@/server/core/has-outbox'
import { sourceOf } from '@/server/http/source'

/** Responds with "not found" unless the outbox may be shown for this request. */
export async function requireOutbox(): Promise<void> {
  if (!mayBeShown(config(), await headers())) notFound()
}

/**
 * Reports whether the outbox may be shown. The connection must come from this machine and must not be forwarded from
 * another one. The host name must also be this machine's: otherwise a web page could point its own name here and read
 * the mail (DNS rebinding). The host name alone proves nothing.
 */
export function mayBeShown(
  settings: { embedded: boolean; baseUrl: string },
  request: Pick<Headers, 'get'>,
): boolean {
  const hosts = ['host', 'x-forwarded-host'].flatMap((name) => listIn(request, name))
  const forwardedFor = ['x-forwarded-for', 'x-real-ip'].flatMap((name) => listIn(request, name))
  return (
    hasOutbox(settings) &&
    isLoopbackSource(sourceOf(request)) &&
    forwardedFor.every(isLoopback) &&
    request.get('forwarded') === null &&
    request.get('via') === null &&
    hosts.length > 0 &&
    hosts.every(isLoopback)
  )
}

/** If no proxy has set X-Forwarded-For and X-Forwarded-Host, Next sets them to the connection's own address and host. */
const listIn = (request: Pick<Headers, 'get'>, name: string) =>
  (request.get(name) ?? '').split(',').flatMap((entry) => entry.trim() || [])

/** IPv6 sources are /64 networks. The one of `::1` contains no other machine. */
const isLoopbackSource = (source: string) => source === '::/64' || isLoopback(source)

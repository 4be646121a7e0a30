import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { config } from '@/server/core/config/config'
import { hasOutbox, isLoopback } from '@/server/core/has-outbox'
import { sourceOf } from '@/server/http/source'

/** Ends in "not found" unless the outbox may be shown to the sender of this request. */
export async function requireOutbox(): Promise<void> {
  if (!mayBeShown(config(), await headers())) notFound()
}

/**
 * Whether the outbox may be shown. Only the connection itself counts: it must come from this machine, and must not have
 * been forwarded for anybody else. The name in the address has to be this machine's as well, or any web page could make
 * a name of its own lead here and read the mail (DNS rebinding); by itself it proves nothing.
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

/** Next sets X-Forwarded-For and X-Forwarded-Host itself when no proxy has: to the connection's own address and name. */
const listIn = (request: Pick<Headers, 'get'>, name: string) =>
  (request.get(name) ?? '').split(',').flatMap((entry) => entry.trim() || [])

/** Sources of IPv6 are networks of 64 bits; that of `::1` holds no other machine. */
const isLoopbackSource = (source: string) => source === '::/64' || isLoopback(source)

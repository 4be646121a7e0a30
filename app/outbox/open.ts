import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { config } from '@/server/config/config'
import { hasOutbox, isLoopback } from '@/server/mail/has-outbox'

/**
 * Ends in "not found" unless the outbox may be shown. The name by which the page was asked for counts as well, or any
 * web page could make a name of its own lead to this machine, and read the mail (DNS rebinding).
 */
export async function requireOutbox(): Promise<void> {
  const asked = await headers()
  if (!hasOutbox(config()) || !isLoopback(asked.get('host') ?? '')) notFound()
}

import { type LookupAddress, promises } from 'node:dns'

/** Returns the IP addresses of a host name. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

/**
 * Queries name servers directly. The system's look-up blocks one of the process's four threads for as long as a name
 * server is silent, so a few such receivers would stop all look-ups. The system resolves names without a dot
 * (`localhost`, a container's name) and names that the name servers do not know.
 */
export const resolveHost: Resolve = (hostname) =>
  resolveBy(new promises.Resolver({ timeout: 2000, tries: 2 }), hostname)

export async function resolveBy(servers: promises.Resolver, hostname: string): Promise<LookupAddress[]> {
  if (!hostname.includes('.')) return promises.lookup(hostname, { all: true })
  const [four, six] = await Promise.allSettled([servers.resolve4(hostname), servers.resolve6(hostname)])
  const found = [...addressesOf(four, 4), ...addressesOf(six, 6)]
  if (found.length > 0) return found
  if (four.status === 'rejected' && isSilence(four.reason)) throw four.reason
  return promises.lookup(hostname, { all: true })
}

const addressesOf = (result: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] =>
  result.status === 'fulfilled' ? result.value.map((address) => ({ address, family })) : []

const isSilence = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ETIMEOUT'

import { type LookupAddress, promises } from 'node:dns'

/** The IP addresses of a host's name. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

/**
 * Asks name servers ourselves: the system's look-up blocks one of the process's four threads for as long as a
 * name server is silent, and with a few such receivers nobody's name would be found any more. The system knows of
 * names without a dot (`localhost`, a container's), and is asked for what name servers do not know.
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

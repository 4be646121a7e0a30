import { existsSync, readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'

/** How the connection is encrypted: false for not at all, undefined if the address does not say. */
type Encryption = ConnectionOptions | false | undefined

/**
 * Parameters about encryption that only PostgreSQL's own library understands, or that the drivers understand
 * differently.
 */
const encryptionParameters = [
  ...['sslmode', 'ssl', 'sslrootcert', 'sslcert', 'sslkey'],
  ...['uselibpqcompat', 'channel_binding', 'gssencmode'],
]

/**
 * Splits a URL into one without parameters about encryption and what they mean to PostgreSQL's own library: `require`
 * encrypts without verifying the server, unless `sslrootcert` names a certificate. The two drivers would each understand
 * them differently. Throws if a file cannot be read, or `sslmode` is unknown.
 */
export function withoutEncryption(url: string): { url: string; ssl?: Exclude<Encryption, undefined> } {
  const parsed = new URL(url)
  const { searchParams, hostname } = parsed
  const ssl = encryptionOf(searchParams, hostname)
  const given = encryptionParameters.filter((name) => searchParams.has(name))
  if (given.length === 0) return { url }
  for (const name of given) searchParams.delete(name)
  return { url: parsed.href, ...(ssl !== undefined && { ssl }) }
}

/** The certificates of public authorities. */
const system = 'system'

function modeOf(given: URLSearchParams): string | undefined {
  const mode = given.get('sslmode') ?? given.get('ssl')
  if (mode !== null) return mode
  if (given.has('sslrootcert')) return 'verify-full'
  return given.has('sslcert') || given.has('sslkey') ? 'require' : undefined
}

function encryptionOf(given: URLSearchParams, hostname: string): Encryption {
  const root = given.get('sslrootcert')
  const mode = modeOf(given)
  const read = (name: string) => {
    const file = given.get(name)
    if (file === null || file === system) return undefined
    try {
      return readFileSync(file, 'utf8')
    } catch (cause) {
      throw new Error(`The file ${file} of ${name} cannot be read.`, { cause })
    }
  }
  const [ca, cert, key] = ['sslrootcert', 'sslcert', 'sslkey'].map(read)
  const files = { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) }
  switch (mode) {
    case undefined:
      return undefined
    case 'disable':
    case 'allow':
    case 'false':
    case '0':
      return false
    case 'prefer':
    case 'require':
    case 'no-verify':
      if (mode !== 'require' || root === null) return { ...files, rejectUnauthorized: false }
      return { ...files, checkServerIdentity: () => undefined }
    case 'verify-ca':
      return { ...files, checkServerIdentity: () => undefined }
    case 'verify-full':
    case 'true':
    case '1':
      // Without the host, postgres.js would verify the certificate of an IP address against `localhost`.
      return { ...files, host: hostname.replace(/^\[(.*)\]$/, '$1') }
    default:
      throw new Error(
        `${given.has('sslmode') ? 'sslmode' : 'ssl'}=${mode} is unknown. Use require, verify-ca, verify-full or disable.`,
      )
  }
}

/**
 * Splits a URL into one that the driver understands and what it has to be told separately: encryption, and the path of
 * a Unix socket. As for PostgreSQL's own programs, `?host=/folder` names the folder of the socket; the driver would
 * send it to the server.
 */
export function addressOf(url: string): ReturnType<typeof withoutEncryption> & { path?: string } {
  const { url: plain, ...encryption } = withoutEncryption(url)
  const parsed = new URL(plain)
  const folder = parsed.searchParams.get('host')
  if (!folder?.startsWith('/')) return { url: plain, ...encryption }
  parsed.searchParams.delete('host')
  return { url: parsed.href, path: socketIn(folder, parsed.port || '5432') }
}
/** A socket's path can have this many bytes on every system. */
const maxPathBytes = 103

/**
 * Adds the folder of a running server's Unix socket to its URL, if there is one. Messages through it cost both sides less
 * time than through loopback.
 */
export function overSocket(url: string, folder: string): string {
  const parsed = new URL(url)
  const path = socketIn(folder, parsed.port)
  if (!existsSync(path) || Buffer.byteLength(path) > maxPathBytes) return url
  parsed.searchParams.set('host', folder)
  return parsed.href
}

const socketIn = (folder: string, port: string) => `${folder}/.s.PGSQL.${port}`

import type { Queryable } from '@/db/client'
import { causes, isMissingSocket, isUnreachable } from '@/db/errors'
import { migrationState } from '@/db/migration-state'
import { config } from '../core/config/config'

/** Why Kassa cannot work with the database of DATABASE_URL, and what to do about it. */
export class DatabaseProblem extends Error {
  override readonly name = 'DatabaseProblem'
}

export const migratedByNewer =
  'A newer version of Kassa has changed the database. Start that version, or restore a backup from before the update.'

/** Why this version of Kassa cannot use the tables of a database; undefined if it can. */
export async function schemaProblem(db: Queryable): Promise<string | undefined> {
  const problems = {
    behind: 'The database is not up to date. Run: npm run migrate.',
    ahead: migratedByNewer,
    current: undefined,
  }
  return problems[await migrationState(db)]
}

/**
 * Runs work on the database. Throws a DatabaseProblem if it cannot be reached or refuses the role; nobody chose the
 * address of the embedded database, so its errors are thrown as they are.
 */
export async function explained<T>(work: (databaseUrl: string) => Promise<T>): Promise<T> {
  const { databaseUrl, embedded } = config()
  try {
    return await work(databaseUrl)
  } catch (error) {
    throw (embedded ? undefined : databaseProblem(error, databaseUrl)) ?? error
  }
}

/** Explains an error of a database at an address, without the password in it. Undefined for errors of the work itself. */
export function databaseProblem(error: unknown, url: string): DatabaseProblem | undefined {
  const address = addressIn(url)
  for (const cause of causes(error)) {
    const message = explanations[codeOf(cause)]?.(address)
    if (message) return new DatabaseProblem(message, { cause })
  }
  if (!isUnreachable(error)) return undefined
  const message = `PostgreSQL at ${address.at} cannot be reached, or is not ready. Check DATABASE_URL.`
  return new DatabaseProblem(message, { cause: causes(error).at(-1) })
}

/** What the drivers say of a server that does not offer TLS. */
const noTls = /before secure TLS connection|does not support SSL/

function codeOf(error: NodeJS.ErrnoException): string {
  if (noTls.test(error.message)) return 'no TLS'
  return isMissingSocket(error) ? 'ECONNREFUSED' : (error.code ?? '')
}

interface Address {
  /** The host and the port, or the folder of the Unix socket. */
  at: string
  host: string
  role: string
  database: string
}

const unverified = ({ at }: Address) =>
  `The certificate of PostgreSQL at ${at} cannot be verified. Add sslrootcert=/path/to/ca.pem to DATABASE_URL to trust the authority that issued it, or set sslmode=require to encrypt without verifying the server.`

const explanations: Record<string, (address: Address) => string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: unverified,
  SELF_SIGNED_CERT_IN_CHAIN: unverified,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unverified,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unverified,
  'no TLS': ({ at }) =>
    `PostgreSQL at ${at} does not offer TLS. Turn on \`ssl\` in its postgresql.conf, or set sslmode=disable in DATABASE_URL.`,
  CERT_HAS_EXPIRED: ({ at }) => `The certificate of PostgreSQL at ${at} has expired. Renew it.`,
  ERR_TLS_CERT_ALTNAME_INVALID: ({ at, host }) =>
    `The certificate of PostgreSQL at ${at} is not for the host "${host}". Use the name in the certificate, or set sslmode=verify-ca in DATABASE_URL.`,
  '28P01': ({ at, role }) => `PostgreSQL at ${at} refused the password of "${role}". Check DATABASE_URL.`,
  '28000': ({ at, role }) =>
    `PostgreSQL at ${at} does not let "${role}" in. Check DATABASE_URL and the server's pg_hba.conf.`,
  '3D000': ({ at, database }) =>
    `PostgreSQL at ${at} has no database "${database}". Create it, or check DATABASE_URL.`,
  '25006': ({ at }) =>
    `PostgreSQL at ${at} is read-only, as a standby is. Let DATABASE_URL lead to the primary.`,
  '42501': ({ role, database }) =>
    `Role "${role}" lacks rights in the database "${database}". Make it the owner of the database and of its tables.`,
  '08P01': ({ at }) =>
    `The server at ${at} refused the settings of the connection. If it is PgBouncer, set its ignore_startup_parameters as in docs/scale.md.`,
  ECONNREFUSED: ({ at }) => `Nothing listens at ${at}. Start PostgreSQL there, or check DATABASE_URL.`,
  ENOTFOUND: ({ host }) => `The host "${host}" cannot be found. Check DATABASE_URL.`,
}

function addressIn(url: string): Address {
  const { hostname, port, username, pathname, searchParams } = new URL(url)
  const role = decodeURIComponent(username)
  return {
    at: searchParams.get('host') ?? `${hostname || 'localhost'}:${port || 5432}`,
    host: hostname,
    role,
    // PostgreSQL's default.
    database: decodeURIComponent(pathname.slice(1)) || role,
  }
}

import { type ApiError, invalid } from './errors'
import type { SeededRandom } from './random'
import type { Permission, Route, StripeCaller } from './route'

interface ApiKey {
  kind: 'secret' | 'restricted' | 'publishable'
  /** Null for all. */
  permissions: readonly string[] | null
}

const prefixes = { secret: 'sk', restricted: 'rk', publishable: 'pk' }

/** The keys of the account. */
export class ApiKeys {
  #keys = new Map<string, ApiKey>()

  constructor(
    private readonly random: SeededRandom,
    private readonly livemode: boolean,
  ) {}

  create(kind: ApiKey['kind'], permissions: ApiKey['permissions'] = null): string {
    const key = `${prefixes[kind]}_${this.livemode ? 'live' : 'test'}_${this.random.text(24)}`
    this.#keys.set(key, { kind, permissions })
    return key
  }

  revoke(key: string): void {
    this.#keys.delete(key)
  }

  /** Who sent a request, by its Authorization header. */
  identify(authorization: string | undefined): { caller: StripeCaller; key: ApiKey } {
    const sent = tokenOf(authorization)
    if (sent === undefined) throw unauthorised('Send an API key in the Authorization header.')
    const key = this.#keys.get(sent)
    if (!key) throw unauthorised(`Invalid API key: ${sent.slice(0, 8)}****.`)
    return { caller: { publishable: key.kind === 'publishable' }, key }
  }
}

/** Refuses a key that has no permission for a route. */
export function checkPermission({ kind, permissions }: ApiKey, { permission, publishable }: Route): void {
  if (kind === 'publishable' && !publishable)
    throw invalid('This request needs a secret key.', { code: 'secret_key_required' }, 403)
  if (permissions && !allowed(permissions, permission))
    throw invalid(`The key lacks the permission ${permission}.`, {}, 403)
}

/** Who may write may also read. */
const allowed = (permissions: readonly string[], permission: Permission) =>
  permissions.includes(permission) ||
  (permission.endsWith(':read') && permissions.includes(permission.replace(/read$/, 'write')))

function tokenOf(authorization = ''): string | undefined {
  const [scheme, credentials = ''] = authorization.split(' ')
  if (scheme === 'Bearer') return credentials || undefined
  if (scheme !== 'Basic') return undefined
  return Buffer.from(credentials, 'base64').toString().split(':')[0] || undefined
}

const unauthorised = (message: string): ApiError => invalid(message, {}, 401)

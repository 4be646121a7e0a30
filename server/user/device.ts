import { timingSafeEqual } from 'node:crypto'
import { config } from '../core/config/config'
import { keyedHash, sha256 } from '../core/crypto'
import { newId } from '../core/id'

/** How long a browser is remembered after its user last signed in, in seconds: as long as browsers keep cookies. */
const remembered = 400 * 86_400

/**
 * The cookie that proves that a person has signed in on this browser before. It does not sign anyone in. It gives the
 * browser its own count of failed attempts, so that others cannot lock its user out. A browser may have one for each of
 * its users.
 */
function cookieName(email: string): string {
  const name = `kassa_device_${sha256(email).slice(0, 16)}`
  return isSecure() ? `__Host-${name}` : name
}

/** Returns the id of the device if this person has signed in on it before. */
export function knownDevice(headers: Pick<Headers, 'get'>, email: string): string | undefined {
  const name = cookieName(email)
  for (const pair of (headers.get('cookie') ?? '').split(/; */)) {
    if (!pair.startsWith(`${name}=`)) continue
    const [id = '', signature = ''] = pair.slice(name.length + 1).split('.')
    if (isSignature(email, id, signature)) return id
  }
  return undefined
}

/** Returns a `Set-Cookie` header that makes the browser remember that this person has signed in on it. */
export function rememberDevice(email: string, known: string | undefined): string {
  const id = known ?? newId()
  return `${cookieName(email)}=${id}.${signatureOf(email, id)}; Path=/; HttpOnly; SameSite=Lax${isSecure() ? '; Secure' : ''}; Max-Age=${remembered}`
}

const signatureOf = (email: string, id: string) => keyedHash('device', `${email}:${id}`)

function isSignature(email: string, id: string, given: string): boolean {
  const [right, claimed] = [Buffer.from(signatureOf(email, id)), Buffer.from(given)]
  return id !== '' && right.length === claimed.length && timingSafeEqual(right, claimed)
}

const isSecure = () => config().baseUrl.startsWith('https:')

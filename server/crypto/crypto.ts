import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { config } from '../config/config'

/** What a derived key is for; each purpose has its own, so that none can stand in for another. */
type Purpose =
  | 'card token'
  | 'card try'
  | 'device'
  | 'email change'
  | 'fingerprint'
  | 'issued key'
  | 'login link'
  | 'recovery code'
  | 'request'
  | 'session'
  | 'sign-in'

const derived = new Map<Purpose, Uint8Array>()

/** A 32-byte key for one purpose, derived from AUTH_SECRET. */
export function keyFor(purpose: Purpose): Uint8Array {
  const known = derived.get(purpose)
  if (known) return known
  const key = new Uint8Array(hkdfSync('sha256', config().authSecret, 'kassa', purpose, 32))
  derived.set(purpose, key)
  return key
}

export const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex')

/** A keyed hash: the same for the same content, and useless for finding the content without the key. */
export const keyedHash = (purpose: Purpose, content: string | Uint8Array): string =>
  createHmac('sha256', keyFor(purpose)).update(content).digest('base64url')

/** Encrypts with ENCRYPTION_KEY (AES-256-GCM): `v1.<nonce>.<tag>.<text>`, base64url. */
export function seal(plain: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', encryptionKey(), nonce)
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return ['v1', ...[nonce, cipher.getAuthTag(), text].map((part) => part.toString('base64url'))].join('.')
}

/** Decrypts what `seal` made. Throws when it was made with another key or changed since. */
export function open(sealed: string): string {
  const [version, nonce, tag, text] = sealed.split('.')
  if (version !== 'v1' || !nonce || !tag || text === undefined) throw new Error('Not a sealed text')
  const decipher = createDecipheriv('aes-256-gcm', encryptionKey(), Buffer.from(nonce, 'base64url'))
  decipher.setAuthTag(Buffer.from(tag, 'base64url'))
  return decipher.update(text, 'base64url', 'utf8') + decipher.final('utf8')
}

const encryptionKey = () => Buffer.from(config().encryptionKey, 'base64')

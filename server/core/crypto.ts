import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes } from 'node:crypto'
import { config } from './config/config'

/** The purpose of a derived key. Each purpose has its own key, so none can replace another. */
type KeyPurpose =
  | 'account'
  | 'attempt'
  | 'card token'
  | 'device'
  | 'email change'
  | 'fingerprint'
  | 'issued key'
  | 'login link'
  | 'payment'
  | 'recovery code'
  | 'request'
  | 'session'

const derived = new Map<string, Uint8Array>()

/** A 32-byte key for one purpose, derived from AUTH_SECRET. */
export function keyFor(purpose: KeyPurpose): Uint8Array {
  return derivedKey(purpose, config().authSecret)
}

function derivedKey(purpose: KeyPurpose, secret: string): Uint8Array {
  const name = `${purpose} ${secret}`
  const known = derived.get(name)
  if (known) return known
  const key = new Uint8Array(hkdfSync('sha256', secret, 'kassa', purpose, 32))
  derived.set(name, key)
  return key
}

export const sha256 = (text: string | Uint8Array): string => hash('sha256', text)

/** A keyed hash: the same for the same content, and useless for finding the content without the key. */
export const keyedHash = (purpose: KeyPurpose, content: string | Uint8Array): string =>
  createHmac('sha256', keyFor(purpose)).update(content).digest('base64url')

/** A hash with a key derived from ENCRYPTION_KEY, for values that must still match after AUTH_SECRET has changed. */
export const lastingHash = (purpose: KeyPurpose, content: string | Uint8Array): string =>
  createHmac('sha256', derivedKey(purpose, config().encryptionKey)).update(content).digest('base64url')

/**
 * Encrypts with ENCRYPTION_KEY (AES-256-GCM): `v2.<key id>.<nonce>.<tag>.<text>`, base64url. `use` names the purpose of
 * the text, such as its table and row. It can be decrypted only for that use, so copying it elsewhere gains nothing.
 */
export function seal(plain: string, use: string): string {
  const keyId = encryptionKeyId()
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', encryptionKey(), nonce).setAAD(boundTo(keyId, use))
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return ['v2', keyId, ...[nonce, cipher.getAuthTag(), text].map((part) => part.toString('base64url'))].join(
    '.',
  )
}

/**
 * Decrypts the result of `seal` for the same use. Throws if it was encrypted with another key or for another use, or
 * was changed. Also reads the older form without use and key id (`v1.<nonce>.<tag>.<text>`).
 */
export function open(sealed: string, use: string): string {
  const [version, ...parts] = sealed.split('.')
  const keyId = version === 'v2' ? parts.shift() : undefined
  const [nonce, tag, text] = parts
  const isKnown = version === 'v1' || version === 'v2'
  if (!isKnown || !nonce || !tag || text === undefined) throw new Error('Not a sealed text')
  if (keyId !== undefined && keyId !== encryptionKeyId())
    throw new Error('Sealed with another encryption key')
  const decipher = createDecipheriv('aes-256-gcm', encryptionKey(), Buffer.from(nonce, 'base64url'), {
    authTagLength: 16,
  })
  if (keyId !== undefined) decipher.setAAD(boundTo(keyId, use))
  decipher.setAuthTag(Buffer.from(tag, 'base64url'))
  return decipher.update(text, 'base64url', 'utf8') + decipher.final('utf8')
}

/** Whether a text was encrypted by `seal`. */
export const isSealed = (text: string): boolean => /^v[12]\./.test(text)

const boundTo = (keyId: string, use: string) => Buffer.from(`v2 ${keyId} ${use}`)

const encryptionKey = () => Buffer.from(config().encryptionKey, 'base64')

/** Identifies a key without revealing anything about it. */
const encryptionKeyId = () =>
  createHmac('sha256', encryptionKey()).update('kassa key id').digest('base64url').slice(0, 8)

import { randomBytes } from 'node:crypto'
import { sha256 } from '../core/crypto'

/** The key of a link that is mailed to somebody: it is in the mail alone, and only its hash is kept. */
export function newSecretKey(): { key: string; keyHash: string } {
  const key = randomBytes(32).toString('base64url')
  return { key, keyHash: hashSecretKey(key) }
}

/** 256 random bits cannot be guessed back from a plain hash. */
export const hashSecretKey = (key: string): string => sha256(key)

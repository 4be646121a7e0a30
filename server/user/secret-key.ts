import { randomBytes } from 'node:crypto'
import { sha256 } from '../core/crypto'

/** Creates the key of a link that is mailed to someone. Only the mail has it; only its hash is stored. */
export function newSecretKey(): { key: string; keyHash: string } {
  const key = randomBytes(32).toString('base64url')
  return { key, keyHash: hashSecretKey(key) }
}

/** A plain hash is enough: nobody can guess 256 random bits. */
export const hashSecretKey = (key: string): string => sha256(key)

import { randomBytes } from 'node:crypto'
import { sha256 } from '../core/crypto'

/**
 * Creates the key of a link that is mailed to someone. Only the mail contains it. The database has only its hash, from
 * which the 256 random bits cannot be guessed.
 */
export function newSecretKey(): { key: string; keyHash: string } {
  const key = randomBytes(32).toString('base64url')
  return { key, keyHash: sha256(key) }
}

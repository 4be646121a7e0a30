import { hash } from '@node-rs/argon2'

/** The password of every user that tests create. */
export const password = 'correct horse battery'

let hashed: Promise<string> | undefined

/** Hashed once, because hashing takes time by design, and tests create a thousand users. */
export function passwordHash(): Promise<string> {
  hashed ??= hash(password)
  return hashed
}

import { randomBytes } from 'node:crypto'
import type { Queryable } from '@/db/client'
import { apiKey } from '@/db/schema'
import { sha256 } from '../crypto/crypto'
import { newId } from '../id/id'

export type KeyKind = 'public' | 'private' | 'account'

const prefixes: Record<KeyKind, string> = { public: 'pk', private: 'sk', account: 'ak' }

/**
 * Makes a key and stores its hash; the key itself is in the answer alone.
 * `expires` of undefined is a key without an end.
 */
export async function issueKey(
  db: Queryable,
  input: {
    merchantId: string
    merchantType: 'test' | 'live'
    kind: KeyKind
    name: string
    accountId?: string
    expires?: Date
    now: Date
  },
): Promise<{ id: string; key: string }> {
  const key = `${prefixes[input.kind]}_${input.merchantType}_${base62(randomBytes(32))}`
  const id = newId()
  await db.insert(apiKey).values({
    hash: hashKey(key),
    id,
    merchantId: input.merchantId,
    kind: input.kind,
    name: input.name,
    accountId: input.accountId ?? null,
    clear: input.kind === 'public' ? key : null,
    created: input.now,
    expires: input.expires ?? null,
  })
  return { id, key }
}

/** How a key is stored and looked up. A key has 256 random bits: a plain hash cannot be guessed back. */
export const hashKey = (key: string): string => sha256(key)

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function base62(bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  while (rest > 0n) {
    text = digits[Number(rest % 62n)] + text
    rest /= 62n
  }
  return text.padStart(43, '0')
}

import { randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { apiKey, type Merchant } from '@/db/schema'
import type { Clock } from '../core/clock'
import type { Scope } from '../core/context'
import { keyedHash, sha256 } from '../core/crypto'
import { newId } from '../core/id'

export type KeyKind = 'public' | 'private' | 'account'

const prefixes: Record<KeyKind, string> = { public: 'pk', private: 'sk', account: 'ak' }

/**
 * Creates a key and stores only its hash and its end; the key itself is only in the result. Without `expires`, the key does not
 * expire. The same `origin`, a secret of the requester, always results in the same key. So a caller that lost the first
 * response can get the key again, although it is stored nowhere.
 */
export async function issueKey(
  scope: Scope & { merchant: Pick<Merchant, 'type'>; clock: Clock },
  input: { kind: KeyKind; name: string; accountId?: string; expires?: Date; origin?: string | undefined },
): Promise<{ id: string; key: string; isNew: boolean }> {
  const { db, merchant, clock } = scope
  const secret =
    input.origin === undefined
      ? randomBytes(32)
      : Buffer.from(keyedHash('issued key', `${merchant.id}:${input.kind}:${input.origin}`), 'base64url')
  const key = `${prefixes[input.kind]}_${merchant.type}_${base62(secret)}`
  // A key has 256 random bits, which cannot be guessed from a plain hash.
  const hash = sha256(key)
  const id = newId()
  const [created] = await db
    .insert(apiKey)
    .values({
      hash,
      id,
      merchantId: merchant.id,
      kind: input.kind,
      name: input.name,
      accountId: input.accountId ?? null,
      clear: input.kind === 'public' ? key : null,
      ending: key.slice(-4),
      created: clock.now(),
      expires: input.expires ?? null,
    })
    .onConflictDoNothing()
    .returning({ id: apiKey.id })
  return { id: created?.id ?? (await idOf(scope, hash)), key, isNew: created !== undefined }
}

async function idOf({ db, merchant }: Scope, hash: string): Promise<string> {
  const [known] = await db
    .select({ id: apiKey.id })
    .from(apiKey)
    .where(and(eq(apiKey.merchantId, merchant.id), eq(apiKey.hash, hash)))
  if (!known) throw new Error('A key was neither inserted nor found')
  return known.id
}

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

import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { coalesced } from '@/db/coalesce'
import { list, prepared } from '@/db/prepared'
import type { Merchant } from '@/db/schema'
import { apiKey, merchant } from '@/db/schema'
import { type Clock, later, merchantClock, minutes } from '../core/clock'
import type { KeyActor } from '../core/context'
import { sha256 } from '../core/crypto'
import type { Installation } from '../core/runtime'
import { fail } from '../model/errors'
import { isSessionKey } from './customer-sessions'

/** The owner of a key, and whether the key is valid: neither expired nor revoked. */
export interface KeyOwner {
  merchant: Merchant
  actor: KeyActor
  isValid: boolean
}

/**
 * Returns the owner of a bearer key. Looked up at every request, so that a revoked key stops working everywhere
 * immediately. Throws `key.missing`, or `key.not-in-force` for a key that is unknown, expired or revoked.
 */
export async function authenticate(
  installation: Installation,
  authorization: string | null,
  find?: FindKey,
): Promise<{ merchant: Merchant; actor: KeyActor }> {
  const key = authorization?.match(/^Bearer +(\S+) *$/i)?.[1]
  if (!key) throw fail('key.missing')
  const owner = await findKeyOwner(installation, key, find)
  if (!owner?.isValid) {
    throw fail('key.not-in-force')
  }
  return { merchant: owner.merchant, actor: owner.actor }
}

/**
 * Returns the owner of a key even if it is no longer valid, so that the caller can choose the message; undefined for
 * an unknown one.
 */
export async function findKeyOwner(
  { db, clock }: Installation,
  key: string,
  find: FindKey = findKey,
): Promise<KeyOwner | undefined> {
  const found = await find(db, sha256(key))
  if (!found) return undefined
  const isValid = !found.key.revoked && !hasExpired(found, clock)
  if (isValid) await noteUse(db, found.key, clock.now())
  return { merchant: found.merchant, actor: actorOf(found.key), isValid }
}

const hasExpired = ({ key, merchant }: FoundKey, clock: Clock) =>
  key.expires !== null && key.expires <= merchantClock(clock, merchant).now()

/** A key as it is stored, and its merchant. */
export interface FoundKey {
  key: typeof apiKey.$inferSelect
  merchant: Merchant
}

/** Finds the key with a hash. A caller can give its own, which looks up more in the same statement. */
export type FindKey = (db: Database, hash: string) => Promise<FoundKey | undefined>

/** Finds the key with a hash. Every request needs it, so requests share the look-up. */
const findKey = coalesced<string, FoundKey | undefined>(async (db, hashes) => {
  const found = new Map((await findKeys(db, { hashes })).map((row) => [row.key.hash, row]))
  return hashes.map((hash) => found.get(hash))
})

const findKeys = prepared<{ hashes: readonly string[] }>()('find_keys', (db) =>
  db
    .select({ key: apiKey, merchant })
    .from(apiKey)
    .innerJoin(merchant, eq(merchant.id, apiKey.merchantId))
    .where(sql`${apiKey.hash} = any(${list('hashes')}::text[])`),
)

function actorOf({ id, kind, accountId, name }: FoundKey['key']): KeyActor {
  if (kind !== 'account') return { kind, keyId: id }
  if (!accountId) throw new Error(`Account key ${id} is bound to no account`)
  return { kind, keyId: id, accountId, isSession: isSessionKey({ name }) }
}

/** Records when a key was last used, at most once a minute. */
async function noteUse(db: Database, key: typeof apiKey.$inferSelect, now: Date): Promise<void> {
  const aMinuteAgo = later(now, -minutes(1))
  if (key.lastUsed && key.lastUsed > aMinuteAgo) return
  await db
    .update(apiKey)
    .set({ lastUsed: now })
    .where(and(eq(apiKey.hash, key.hash), or(isNull(apiKey.lastUsed), lt(apiKey.lastUsed, aMinuteAgo))))
}

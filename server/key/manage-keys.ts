import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import * as z from 'zod'
import { apiKey } from '@/db/schema'
import { hours, later } from '../core/clock'
import { type Context, inTransaction } from '../core/context'
import { fail } from '../model/errors'
import { text } from '../model/fields'
import { issueKey, type KeyKind } from './issue-key'
import { revokeKey } from './revoke-key'

/** The keys that a merchant's own systems use. Account keys come from login links and expire on their own. */
const kinds = ['public', 'private'] as const

/** How many active keys a merchant may have. */
const maxKeys = 50

const keyName = () => text().max(60)

export const NewKey = z.strictObject({ kind: z.enum(kinds), name: keyName() })
export const KeyNamed = z.strictObject({ id: z.string().max(500) })
export const KeyName = KeyNamed.extend({ name: keyName() })
/** For how many more hours the current key works; with 0 it ends immediately. */
export const KeyHours = KeyNamed.extend({
  hours: z
    .number()
    .min(0)
    .max(30 * 24),
})

export interface KeyShown {
  id: string
  kind: (typeof kinds)[number]
  name: string
  /** The key itself, for public keys only. */
  clear: string | null
  /** The key's last four characters. */
  ending: string | null
  created: Date
  lastUsed: Date | null
  expires: Date | null
}

/** Returns the merchant's active keys, newest first. */
export async function listKeys({ db, merchant, clock }: Context): Promise<KeyShown[]> {
  const { id, kind, name, clear, ending, created, lastUsed, expires } = apiKey
  const rows = await db
    .select({ id, kind, name, clear, ending, created, lastUsed, expires })
    .from(apiKey)
    .where(and(eq(apiKey.merchantId, merchant.id), inArray(kind, [...kinds]), isNull(apiKey.revoked)))
    .orderBy(desc(created), desc(id))
  const now = clock.now()
  return rows.flatMap((row) =>
    row.kind === 'account' || (row.expires && row.expires <= now) ? [] : [{ ...row, kind: row.kind }],
  )
}

interface NewlyCreated {
  id: string
  key: string
}

/**
 * Creates a key, which is only returned here. `context.origin` identifies the press of the button: if it is sent twice,
 * one key is created and returned both times. Throws `key.too-many`.
 */
export function createKey(context: Context, wanted: z.output<typeof NewKey>): Promise<NewlyCreated> {
  return inTransaction(context, async (inside) => {
    const { isNew, ...created } = await issueOnce(inside, wanted, 'made')
    if (isNew && (await listKeys(inside)).length > maxKeys) {
      throw fail('key.too-many', { max: maxKeys })
    }
    return created
  })
}

/** Renames a key and returns it as it was before. Throws `not-found`. */
export async function renameKey(context: Context, { id, name }: z.output<typeof KeyName>): Promise<KeyShown> {
  const before = await requireKey(context, id)
  await context.db.update(apiKey).set({ name }).where(isKey(context, id))
  return before
}

/** Ends a key after some hours. A key that ends sooner keeps its expiry. Throws `not-found`. */
export function expireKey(context: Context, { id, hours: more }: z.output<typeof KeyHours>): Promise<Date> {
  return inTransaction(context, async (inside) => {
    await holdKey(inside, id)
    return endWithin(inside, await requireKey(inside, id), more)
  })
}

/**
 * Creates a key that replaces another one, which works for some hours more, so that nothing stops in between. If the
 * same press is sent twice, returns the same key, even after the old one has ended. Throws `not-found`.
 */
export function rollKey(
  context: Context,
  requested: z.output<typeof KeyHours>,
): Promise<NewlyCreated & { oldUntil: Date }> {
  return inTransaction(context, async (inside) => {
    const old = await holdKey(inside, requested.id)
    const { isNew, ...created } = await issueOnce(inside, old, `in place of ${old.id}`)
    if (isNew) await requireKey(inside, old.id)
    return { ...created, oldUntil: await endWithin(inside, old, requested.hours) }
  })
}

/** Ends a key everywhere immediately, and returns it as it was before. Throws `not-found`. */
export async function endKey(context: Context, id: string): Promise<KeyShown> {
  const before = await requireKey(context, id)
  await revokeKey(context, id)
  return before
}

async function requireKey(context: Context, id: string): Promise<KeyShown> {
  const key = (await listKeys(context)).find((each) => each.id === id)
  if (!key) throw fail('not-found', { what: 'key' })
  return key
}

/** Returns a key, valid or not, and locks it, so that the second of two simultaneous changes sees the first. */
async function holdKey({ db, merchant }: Context, id: string) {
  const [row] = await db
    .select()
    .from(apiKey)
    .where(and(eq(apiKey.merchantId, merchant.id), eq(apiKey.id, id), inArray(apiKey.kind, [...kinds])))
    .for('update')
  if (!row) throw fail('not-found', { what: 'key' })
  return row
}

async function endWithin(
  context: Context,
  { id, expires: known }: Pick<KeyShown, 'id' | 'expires'>,
  more: number,
): Promise<Date> {
  const requested = later(context.clock.now(), hours(more))
  const expires = known && known < requested ? known : requested
  await context.db.update(apiKey).set({ expires }).where(isKey(context, id))
  return expires
}

async function issueOnce(context: Context, { kind, name }: { kind: KeyKind; name: string }, what: string) {
  const origin = context.origin && `${context.origin}:${what}`
  const created = await issueKey(context, { kind, name, origin })
  if (!created.isNew && !(await listKeys(context)).some(({ id }) => id === created.id))
    throw fail('key.ended')
  return created
}

const isKey = ({ merchant }: Context, id: string) =>
  and(eq(apiKey.merchantId, merchant.id), eq(apiKey.id, id))

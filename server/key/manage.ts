import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import { z } from 'zod'
import { apiKey } from '@/db/schema'
import { hours, later } from '../clock/clock'
import type { Context } from '../context'
import { invalidContent, notFound } from '../error/error'
import { text } from '../schema/fields'
import { issueKey } from './issue'
import { revokeKey } from './revoke'

/** The keys that a merchant's own systems use. Account keys come from login links, and go by themselves. */
const kinds = ['public', 'private'] as const

/** How many keys a merchant may have in force at once. */
const mostKeys = 50

const keyName = () => text().max(60)

export const NewKey = z.strictObject({ kind: z.enum(kinds), name: keyName() })
export const KeyNamed = z.strictObject({ id: z.string().max(500) })
export const KeyName = KeyNamed.extend({ name: keyName() })
/** For how many hours more the present key is taken; of 0 it ends at once. */
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
  /** The key itself: public keys only. */
  clear: string | null
  created: Date
  lastUsed: Date | null
  expires: Date | null
}

/** The merchant's keys that are in force, the newest first. */
export async function listKeys({ db, merchant, clock }: Context): Promise<KeyShown[]> {
  const { id, kind, name, clear, created, lastUsed, expires } = apiKey
  const rows = await db
    .select({ id, kind, name, clear, created, lastUsed, expires })
    .from(apiKey)
    .where(and(eq(apiKey.merchantId, merchant.id), inArray(kind, [...kinds]), isNull(apiKey.revoked)))
    .orderBy(desc(created), desc(id))
  const now = clock.now()
  return rows.flatMap((row) =>
    row.kind === 'account' || (row.expires && row.expires <= now) ? [] : [{ ...row, kind: row.kind }],
  )
}

/** Makes a key, which is answered this once. Throws `invalid content` when there are too many. */
export async function makeKey(
  context: Context,
  { kind, name }: z.output<typeof NewKey>,
): Promise<{ id: string; key: string }> {
  if ((await listKeys(context)).length >= mostKeys) {
    throw invalidContent('Key', `There are ${mostKeys} keys in force. Revoke one first.`)
  }
  return issueKey(context.db, { ...ownedBy(context), kind, name })
}

export async function renameKey(context: Context, { id, name }: z.output<typeof KeyName>): Promise<void> {
  await requireKey(context, id)
  await context.db.update(apiKey).set({ name }).where(named(context, id))
}

/** Ends a key after some hours. One that ends sooner still does. Throws `not found`. */
export async function expireKey(
  context: Context,
  { id, hours: more }: z.output<typeof KeyHours>,
): Promise<Date> {
  const key = await requireKey(context, id)
  const asked = later(context.clock.now(), hours(more))
  const expires = key.expires && key.expires < asked ? key.expires : asked
  await context.db.update(apiKey).set({ expires }).where(named(context, id))
  return expires
}

/** Makes a key in the place of another, which is taken for some hours more, so that nothing stops in between. */
export async function rollKey(
  context: Context,
  asked: z.output<typeof KeyHours>,
): Promise<{ id: string; key: string; oldUntil: Date }> {
  return context.db.transaction(async (tx) => {
    const inside = { ...context, db: tx as unknown as Context['db'] }
    const { kind, name } = await requireKey(inside, asked.id)
    const oldUntil = await expireKey(inside, asked)
    return { ...(await issueKey(tx, { ...ownedBy(context), kind, name })), oldUntil }
  })
}

/** Ends a key at once, everywhere. Throws `not found`. */
export async function endKey(context: Context, id: string): Promise<void> {
  await requireKey(context, id)
  await revokeKey(context.db, { merchantId: context.merchant.id, id, now: context.clock.now() })
}

async function requireKey(context: Context, id: string): Promise<KeyShown> {
  const key = (await listKeys(context)).find((each) => each.id === id)
  if (!key) throw notFound('Key')
  return key
}

const named = ({ merchant }: Context, id: string) =>
  and(eq(apiKey.merchantId, merchant.id), eq(apiKey.id, id))

const ownedBy = ({ merchant, clock }: Context) => ({
  merchantId: merchant.id,
  merchantType: merchant.type,
  now: clock.now(),
})

import { isDeepStrictEqual } from 'node:util'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { difference } from '@/db/schema'
import { realClock } from '../../core/clock'
import type { Context, Scope } from '../../core/context'
import { type FoundDifference, keyOf } from './compare-books'

export type DifferenceRow = typeof difference.$inferSelect

/**
 * Stores a difference. One that a person has noted stays noted while it is the same; any other is open again.
 */
export async function storeDifference(context: Context, found: FoundDifference): Promise<DifferenceRow> {
  const { db, merchant } = context
  const now = realClock(context).now()
  const { service, kind, details, adoptable, orderId, reference } = found
  const key = keyOf(found)
  const [known] = await db.select().from(difference).where(isNamed(merchant.id, { service, key }))
  const isSame = known?.kind === kind && isDeepStrictEqual(known.details, details)
  const isKnown = isSame && (known.state === 'open' || known.state === 'noted')
  const state = isKnown ? known.state : 'open'
  const current = { kind, details, adoptable, orderId, reference, state, changed: now }
  const [row] = await db
    .insert(difference)
    .values({ merchantId: merchant.id, service, key, ...current, found: now })
    .onConflictDoUpdate({
      target: [difference.merchantId, difference.service, difference.key],
      // Someone may have noted or adopted it since it was read.
      set: {
        ...current,
        ...(isKnown ? { state: sql`${difference.state}` } : { found: now, reported: false }),
      },
    })
    .returning()
  if (!row) throw new Error(`The difference ${key} was not stored`)
  return row
}

export const isNamed = (merchantId: string, { service, key }: { service: string; key: string }) =>
  and(eq(difference.merchantId, merchantId), eq(difference.service, service), eq(difference.key, key))

/** Selects differences that a person has to check, or has noted. */
export const isUnresolved = inArray(difference.state, ['open', 'noted'])

/** Returns the unresolved differences of a merchant, the oldest first. */
export const unresolvedDifferences = ({ db, merchant }: Scope): Promise<DifferenceRow[]> =>
  db
    .select()
    .from(difference)
    .where(and(eq(difference.merchantId, merchant.id), isUnresolved))
    .orderBy(difference.found, difference.key)

/** Marks the open differences that the team has not been mailed about, and returns how many there are. */
export async function takeUnreported({ db, merchant }: Scope): Promise<number> {
  const taken = await db
    .update(difference)
    .set({ reported: true })
    .where(
      and(
        eq(difference.merchantId, merchant.id),
        eq(difference.state, 'open'),
        eq(difference.reported, false),
      ),
    )
    .returning({ key: difference.key })
  return taken.length
}

/** Sets the state of a difference, unless it has changed since. */
export async function changeState(
  context: Context,
  row: DifferenceRow,
  state: DifferenceRow['state'],
): Promise<void> {
  await context.db
    .update(difference)
    .set({ state, changed: realClock(context).now() })
    .where(and(isNamed(row.merchantId, row), isUnresolved))
}

import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import { deleteInBatches } from '@/db/delete-in-batches'
import { signInTry } from '@/db/schema'
import { hours, later } from '../clock/clock'
import { keyedHash } from '../crypto/crypto'
import { newId } from '../id/id'
import type { Runtime } from '../runtime'

type World = Pick<Runtime, 'db' | 'clock'>

/** Who tries what, and how often it may go wrong within `window` (ms). */
export interface Allowance {
  purpose: 'sign-in' | 'card try'
  /** Kept as a keyed hash alone. */
  who: string
  most: number
  window: number
}

/** The longest window that there is. */
export const longestWindow = hours(1)

/** A try that was taken note of, or when the next may be. */
export type Claim = { id: string } | { again: Date }

/**
 * Takes note of a try before it is made, so that of any number of tries at once, in any number of processes, no more
 * are made than of as many in turn.
 */
export function claimTry({ db, clock }: World, { most, window, ...of }: Allowance): Promise<Claim> {
  const place = placeOf(of)
  return db.transaction(async (tx) => {
    // Held until the end: of tries at once each sees those before it, whether or not there are any rows to lock.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${place}, 0))`)
    const now = clock.now()
    const failures = await tx
      .select({ date: signInTry.date })
      .from(signInTry)
      .where(and(eq(signInTry.email, place), gt(signInTry.date, later(now, -window))))
      .orderBy(asc(signInTry.date))
      .limit(most)
    const [oldest] = failures
    if (oldest && failures.length >= most) return { again: later(oldest.date, window) }
    const id = newId()
    await tx.insert(signInTry).values({ id, email: place, date: now })
    return { id }
  })
}

/** A try that did not go wrong does not count. */
export const takeBackTry = async ({ db }: Pick<World, 'db'>, id: string): Promise<void> => {
  await db.delete(signInTry).where(eq(signInTry.id, id))
}

/** None of the tries counts any more. */
export const forgiveTries = async (
  { db }: Pick<World, 'db'>,
  of: Pick<Allowance, 'purpose' | 'who'>,
): Promise<void> => {
  await db.delete(signInTry).where(eq(signInTry.email, placeOf(of)))
}

/** Forgets what no longer counts for anybody. */
export const forgetTries = async ({ db, clock }: World): Promise<void> => {
  await deleteInBatches(db, signInTry, lte(signInTry.date, later(clock.now(), -longestWindow)))
}

const placeOf = ({ purpose, who }: Pick<Allowance, 'purpose' | 'who'>) => keyedHash(purpose, who)

import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import { signInTry } from '@/db/schema'
import { later, minutes } from '../clock/clock'
import { keyedHash } from '../crypto/crypto'
import { KassaError } from '../error/error'
import { newId } from '../id/id'
import type { Runtime } from '../runtime'

type World = Pick<Runtime, 'db' | 'clock'>

/** How often an e-mail address may fail to sign in within `window`. */
export const mostFailures = 10
const window = minutes(15)

/**
 * Takes note of a try before its password is looked at, so that of any number of tries at once no more are looked at
 * than of as many in turn. Throws `too many requests` when the address has had its share; `details.again` is when it
 * may try again.
 */
export function claimTry({ db, clock }: World, email: string): Promise<void> {
  const place = placeOf(email)
  return db.transaction(async (tx) => {
    // Held until the end: of tries at once each sees those before it, whether or not there are any rows to lock.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${place}, 0))`)
    const now = clock.now()
    const failures = await tx
      .select({ date: signInTry.date })
      .from(signInTry)
      .where(and(eq(signInTry.email, place), gt(signInTry.date, later(now, -window))))
      .orderBy(asc(signInTry.date))
      .limit(mostFailures)
    const [oldest] = failures
    if (oldest && failures.length >= mostFailures) throw tooMany(later(oldest.date, window), now)
    await tx.insert(signInTry).values({ id: newId(), email: place, date: now })
  })
}

/** A right password wipes the slate. */
export const forgiveTries = async ({ db }: Pick<World, 'db'>, email: string): Promise<void> => {
  await db.delete(signInTry).where(eq(signInTry.email, placeOf(email)))
}

/** Forgets what no longer counts for anybody. */
export const forgetTries = async ({ db, clock }: World): Promise<void> => {
  await db.delete(signInTry).where(lte(signInTry.date, later(clock.now(), -window)))
}

const placeOf = (email: string) => keyedHash('sign-in', email)

function tooMany(again: Date, now: Date): KassaError {
  const seconds = Math.max(1, Math.ceil((again.getTime() - now.getTime()) / 1000))
  const wait = Math.ceil(seconds / 60)
  return new KassaError(
    'too many requests',
    {
      type: 'User',
      description: `Too many failed tries for this e-mail address. Try again in ${wait} ${wait === 1 ? 'minute' : 'minutes'}.`,
      details: { again: again.toISOString() },
    },
    { headers: { 'Retry-After': String(seconds) } },
  )
}

import { hash, verify } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { user } from '@/db/schema'
import { invalidContent } from '../error/error'
import type { Runtime } from '../runtime'
import type { User } from './session'
import { claimTry, forgiveTries } from './throttle'

/** Ends every session of a user, on every browser. */
export async function signOutEverywhere(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  { id }: User,
): Promise<void> {
  await db.update(user).set({ sessionsFrom: clock.now() }).where(eq(user.id, id))
}

/**
 * Gives a user another password, which ends every session. Throws `invalid content` when the present one is wrong,
 * and `too many requests` as signing in does: a browser left open is no place to guess it either.
 */
export async function changePassword(
  world: Pick<Runtime, 'db' | 'clock'>,
  known: User,
  { present, password }: { present: string; password: string },
): Promise<void> {
  await claimTry(world, known.email)
  if (!(await verify(known.passwordHash, present))) {
    throw invalidContent('Password', 'This is not your present password. Type it again.', {
      property: 'present',
    })
  }
  await forgiveTries(world, known.email)
  await world.db
    .update(user)
    .set({ passwordHash: await hash(password), sessionsFrom: world.clock.now() })
    .where(eq(user.id, known.id))
}

import { hash, verify } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { user } from '@/db/schema'
import type { Runtime } from '../core/runtime'
import { invalidContent } from '../model/errors'
import { tellChange } from './notify'
import { voidResets } from './reset'
import type { User } from './session'
import { claimProof, forgiveProof } from './throttle'

type World = Pick<Runtime, 'db' | 'clock'>

/** Ends every session of a user, on every browser. */
export async function signOutEverywhere({ db, clock }: World, { id }: User): Promise<void> {
  await db.update(user).set({ sessionsFrom: clock.now() }).where(eq(user.id, id))
}

/**
 * Changes a user's password, which ends every session. Throws `invalid content` when the current one is wrong, and
 * `too many requests` like signing in, so that nobody can guess it in a browser left open.
 */
export async function changePassword(
  world: World,
  known: User,
  { present, password }: { present: string; password: string },
): Promise<void> {
  await claimProof(world, known.email, 'password')
  await requirePassword(known, present, 'present')
  await forgiveProof(world, known.email, 'password')
  const passwordHash = await hash(password)
  await world.db.transaction(async (tx) => {
    const now = world.clock.now()
    await tx.update(user).set({ passwordHash, sessionsFrom: now }).where(eq(user.id, known.id))
    await voidResets(tx, known.id, now)
    await tellChange(tx, world.clock, known, 'password')
  })
}

/** Throws `invalid content` unless it is the user's password. The caller has already claimed an attempt. */
export async function requirePassword(known: User, given: string, property: string): Promise<void> {
  if (await verify(known.passwordHash, given)) return
  throw invalidContent('Password', 'This is not your present password. Type it again.', { property })
}

import { hash, verify } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { user } from '@/db/schema'
import type { Installation } from '../core/runtime'
import { fail } from '../model/errors'
import { tellChange } from './notify'
import { voidResets } from './reset'
import type { User } from './session'
import { claimProof, forgiveProof } from './throttle'

/** Ends every session of a user, on every browser. */
export async function signOutEverywhere({ db, clock }: Installation, { id }: User): Promise<void> {
  await db.update(user).set({ sessionsFrom: clock.now() }).where(eq(user.id, id))
}

/**
 * Changes a user's password, which ends every session. Throws `password.wrong` when the present one is wrong, and
 * `too many requests` as signing in does: a browser left open is no place to guess it either.
 */
export async function changePassword(
  installation: Installation,
  known: User,
  { present, password }: { present: string; password: string },
): Promise<void> {
  await claimProof(installation, known.email, 'password')
  await requirePassword(known, present, 'present')
  await forgiveProof(installation, known.email, 'password')
  const passwordHash = await hash(password)
  await installation.db.transaction(async (tx) => {
    const now = installation.clock.now()
    await tx.update(user).set({ passwordHash, sessionsFrom: now }).where(eq(user.id, known.id))
    await voidResets(tx, known.id, now)
    await tellChange(tx, installation.clock, known, 'password')
  })
}

/** Throws `password.wrong` unless it is the user's password. Whoever calls this has claimed a try. */
export async function requirePassword(known: User, given: string, field: string): Promise<void> {
  if (await verify(known.passwordHash, given)) return
  throw fail('password.wrong', { field })
}

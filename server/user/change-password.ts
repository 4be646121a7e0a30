import { hash, verify } from '@node-rs/argon2'
import { and, eq } from 'drizzle-orm'
import { user } from '@/db/schema'
import type { Installation } from '../core/runtime'
import { fail } from '../model/errors'
import { notifyChange } from './mail-person'
import { voidResets } from './reset-password'
import type { User } from './session'
import { claimProof, forgiveProof } from './sign-in-limits'

/** Ends every session of a user, on every browser. */
export async function signOutEverywhere({ db, clock }: Installation, { id }: User): Promise<void> {
  await db.update(user).set({ sessionsFrom: clock.now() }).where(eq(user.id, id))
}

/**
 * Changes a user's password, which ends every session. Throws `password.wrong` when the current one is wrong, and
 * `sign-in.too-many` after too many attempts, so that nobody can guess it in a browser left open.
 */
export async function changePassword(
  installation: Installation,
  { known, current, password }: { known: User; current: string; password: string },
): Promise<void> {
  await claimProof(installation, { email: known.email, proof: 'password' })
  await requirePassword(known, current, 'current')
  await forgiveProof(installation, { email: known.email, proof: 'password' })
  const passwordHash = await hash(password)
  const { db, clock } = installation
  await db.transaction(async (tx) => {
    // The password may have been reset during the check. The old one must not be enough then.
    const changed = await tx
      .update(user)
      .set({ passwordHash, sessionsFrom: clock.now() })
      .where(and(eq(user.id, known.id), eq(user.passwordHash, known.passwordHash)))
      .returning({ id: user.id })
    if (changed.length === 0) throw fail('password.wrong', { field: 'current' })
    await voidResets({ db: tx, clock }, known.id)
    await notifyChange({ db: tx, clock }, { person: known, what: 'password' })
  })
}

/** Throws `password.wrong` unless it is the user's password. The caller has counted the attempt. */
export async function requirePassword(known: User, given: string, field: string): Promise<void> {
  if (await verify(known.passwordHash, given)) return
  throw fail('password.wrong', { field })
}

import { eq } from 'drizzle-orm'
import { user } from '@/db/schema'
import type { Installation } from '../core/runtime'
import { notifyChange } from './mail-person'
import { voidResets } from './reset-password'
import { findByEmail, type User } from './session'

/**
 * Gives a user another e-mail address, for someone who has lost their mailbox, and notifies both addresses. Every
 * session ends, and links mailed to the old address stop working. The password and the second factor stay. Returns
 * false, and does nothing, if somebody already has the address.
 */
export async function moveUser({ db, clock }: Installation, known: User, email: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (await findByEmail({ db: tx }, email)) return false
    await tx.update(user).set({ email, sessionsFrom: clock.now() }).where(eq(user.id, known.id))
    await voidResets({ db: tx, clock }, known.id)
    for (const address of [known.email, email])
      await notifyChange({ db: tx, clock }, { person: { id: known.id, email: address }, what: 'address' })
    return true
  })
}

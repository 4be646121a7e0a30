import { and, eq } from 'drizzle-orm'
import { invitation, mail, passwordReset, recoveryCode, savedView, user } from '@/db/schema'
import type { Installation } from '../core/runtime'
import { noAccount } from '../model/mail'
import { membershipsOf, noFactor, type User } from './session'

/**
 * Erases what Kassa knows about a user who no longer works for any merchant. The row stays, because entries refer to its id:
 * without address, password and second factor, so nobody can sign in as it. Returns the merchants that the user is still
 * a member of; if there are any, nothing is erased.
 */
export async function eraseUser({ db, clock }: Installation, { id, email }: User): Promise<string[]> {
  return db.transaction(async (tx) => {
    // Keeps the user from becoming a member meanwhile.
    await tx.select().from(user).where(eq(user.id, id)).for('update')
    const memberships = await membershipsOf(tx, id)
    if (memberships.length > 0) return memberships.map(({ merchant }) => `${merchant.name} (${merchant.id})`)
    // Not an address, so no user is found by it.
    const nobody = { email: `erased ${id}`, passwordHash: '', ...noFactor }
    await tx
      .update(user)
      .set({ ...nobody, sessionsFrom: clock.now() })
      .where(eq(user.id, id))
    await tx.delete(recoveryCode).where(eq(recoveryCode.userId, id))
    await tx.delete(passwordReset).where(eq(passwordReset.userId, id))
    await tx.delete(savedView).where(eq(savedView.userId, id))
    await tx.delete(invitation).where(eq(invitation.email, email))
    await tx.delete(mail).where(and(eq(mail.accountId, noAccount), eq(mail.to, email)))
    return []
  })
}

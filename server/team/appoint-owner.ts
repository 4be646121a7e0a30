import { and, eq } from 'drizzle-orm'
import { membership } from '@/db/schema'
import { exclusiveTransaction } from '@/db/turns'
import type { Context } from '../core/context'
import type { User } from '../user/session'
import { findMember } from './changing-team'
import { notifyTeam } from './notify-team'

/**
 * Makes a member an owner on behalf of the operator, when no owner can. Notifies the team. Returns false if the user is
 * not a member.
 */
export function appointOwner(context: Context, { id, email }: Pick<User, 'id' | 'email'>): Promise<boolean> {
  const { db, merchant } = context
  return exclusiveTransaction(db, `team:${merchant.id}`, async (tx) => {
    const inside = { ...context, db: tx }
    const member = await findMember(inside, id)
    if (!member) return false
    const { role: before } = member
    if (before === 'owner') return true
    await tx
      .update(membership)
      .set({ role: 'owner' })
      .where(and(eq(membership.merchantId, merchant.id), eq(membership.userId, id)))
    const notice = {
      what: 'role changed',
      email,
      role: 'owner',
      before,
      by: 'The operator of Kassa',
    } as const
    await notifyTeam(inside, { kind: 'team', notice, path: '/settings/team' })
    return true
  })
}

import { and, eq } from 'drizzle-orm'
import { membership } from '@/db/schema'
import { recordOperatorAction } from '../audit/record-action'
import type { Context } from '../core/context'
import type { Role } from '../model/roles'
import type { User } from '../user/session'
import { findMember, teamTransaction } from './changing-team'
import { notifyTeam } from './notify-team'

/**
 * Makes a member an owner on behalf of the operator, when no owner can. Notifies the team. Returns the role that the user
 * had; undefined, and does nothing, if the user is not a member.
 */
export function appointOwner(
  context: Context,
  { id, email }: Pick<User, 'id' | 'email'>,
): Promise<Role | undefined> {
  return teamTransaction(context, async (inside) => {
    const { db, merchant } = inside
    const member = await findMember(inside, id)
    if (!member || member.role === 'owner') return member?.role
    const { role: before } = member
    const role = 'owner'
    await db
      .update(membership)
      .set({ role })
      .where(and(eq(membership.merchantId, merchant.id), eq(membership.userId, id)))
    await recordOperatorAction(inside, {
      ...{ action: 'team.changeRole', subject: 'team', subjectId: id },
      before: { email, role: before },
      after: { email, role },
    })
    const notice = { what: 'role changed', email, role, before, by: 'The operator of Kassa' } as const
    await notifyTeam(inside, { kind: 'team', notice, path: '/settings/team' })
    return before
  })
}

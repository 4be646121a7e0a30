import { and, asc, desc, eq } from 'drizzle-orm'
import type { Transaction } from '@/db/client'
import { invitation, membership, notification, user } from '@/db/schema'
import { realClock } from '../core/clock'
import type { Context } from '../core/context'
import { endSessionsFrom } from '../key/customer-sessions'
import { fail } from '../model/errors'
import type { Notice } from '../model/notice'
import { mayActAs, type Role, roles } from '../model/roles'
import { isOpenInvitation } from '../user/open-invitation'
import {
  changingTeam,
  findMember,
  type MemberContext,
  type MemberInTransaction,
  requireManages,
  requireOtherOwner,
} from './changing-team'
import { mayManage } from './may-manage'
import { notifyTeam } from './notify-team'

/** Returns all members of the merchant, in the order in which they joined. */
export const listMembers = ({ db, merchant }: Context) =>
  db
    .select({
      userId: membership.userId,
      email: user.email,
      role: membership.role,
      joined: membership.created,
      secondFactorSince: user.totpSince,
    })
    .from(membership)
    .innerJoin(user, eq(user.id, membership.userId))
    .where(eq(membership.merchantId, merchant.id))
    .orderBy(asc(membership.created), asc(membership.userId))

/** Returns invitations that are neither accepted nor withdrawn, newest first. Some may have expired. */
export async function listInvitations(context: Context) {
  const { db, merchant } = context
  const now = realClock(context).now()
  const rows = await db
    .select({
      id: invitation.id,
      email: invitation.email,
      role: invitation.role,
      created: invitation.created,
      expires: invitation.expires,
    })
    .from(invitation)
    .where(and(eq(invitation.merchantId, merchant.id), isOpenInvitation))
    .orderBy(desc(invitation.created), desc(invitation.id))
  return rows.map((row) => ({ ...row, expired: row.expires <= now }))
}

/** The member that a change was about, with the role before and after. */
export interface MemberChange {
  userId: string
  email: string
  before: Role
  after: Role | undefined
}

/**
 * Gives a member another role. `expected`: the role that the page showed. Throws `not-found`, `member.only-by-owner` where
 * owners are concerned and the actor is not one, `member.last-owner`, and `member.changed` if the member has a role other
 * than the expected one.
 */
export function changeRole(
  context: MemberContext,
  { userId, role: after, expected }: { userId: string; role: Role; expected?: Role | undefined },
): Promise<MemberChange> {
  return changeMember(context, { userId, after, expected }, async (tx) => {
    await tx
      .update(membership)
      .set({ role: after })
      .where(and(eq(membership.merchantId, context.merchant.id), eq(membership.userId, userId)))
  })
}

/**
 * Ends a membership. Every member may end their own. All sessions of the person lose access to this merchant at once,
 * and their notifications are deleted. Customers to whom they sent a link are signed out. Throws like `changeRole`.
 */
export function removeMember(context: MemberContext, userId: string): Promise<MemberChange> {
  return changeMember(context, { userId }, async (tx) => {
    await tx
      .delete(membership)
      .where(and(eq(membership.merchantId, context.merchant.id), eq(membership.userId, userId)))
    await tx
      .delete(notification)
      .where(and(eq(notification.merchantId, context.merchant.id), eq(notification.userId, userId)))
  })
}

const changeMember = (
  context: MemberContext,
  { userId, after, expected }: { userId: string; after?: Role; expected?: Role | undefined },
  write: (tx: Transaction) => Promise<void>,
): Promise<MemberChange> =>
  changingTeam(context, async (inside, role) => {
    const member = await findMember(inside, userId)
    if (!member) throw fail('not-found', { what: 'member' })
    // Everyone may leave.
    const leaves = userId === inside.actor.userId && !after
    if (!leaves) requireManages(role, member.role)
    // A request that is repeated after a lost response finds the role that it gave itself.
    if (expected && member.role !== expected && member.role !== after) throw fail('member.changed')
    if (after) requireManages(role, after)
    if (member.role === 'owner' && after !== 'owner') await requireOtherOwner(inside, userId)
    await write(inside.db)
    await withdrawBeyond(inside, { userId, role: after })
    // A member sees the login links that they send, and may have used one.
    if (!after || !mayActAs(after, 'support')) await endSessionsFrom(inside, userId)
    const change = { userId, email: await emailOf(inside, userId), before: member.role, after }
    if (after !== member.role) await notifyOfChange(inside, change)
    return change
  })

const emailOf = async ({ db }: MemberInTransaction, userId: string): Promise<string> =>
  (await db.select({ email: user.email }).from(user).where(eq(user.id, userId)))[0]?.email ?? ''

async function notifyOfChange(context: MemberInTransaction, change: MemberChange): Promise<void> {
  const { userId } = context.actor
  const { email, before, after } = change
  const by = await emailOf(context, userId)
  const notice: Notice = after
    ? { what: 'role changed', email, role: after, before, by }
    : { what: 'member removed', email, role: before, by }
  await notifyTeam(context, { kind: 'team', notice, path: '/settings/team', except: userId })
}

/** Withdraws invitations to roles that their sender may no longer give. */
async function withdrawBeyond(
  context: MemberInTransaction,
  { userId, role }: { userId: string; role: Role | undefined },
): Promise<void> {
  const { db, merchant } = context
  const beyond = roles.filter((invited) => role === undefined || !mayManage(role, invited))
  for (const invited of beyond) {
    await db
      .update(invitation)
      .set({ withdrawn: realClock(context).now() })
      .where(
        and(
          eq(invitation.merchantId, merchant.id),
          eq(invitation.invitedBy, userId),
          eq(invitation.role, invited),
          isOpenInvitation,
        ),
      )
  }
}

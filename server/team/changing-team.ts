import { and, eq } from 'drizzle-orm'
import type { Transaction } from '@/db/client'
import { membership } from '@/db/schema'
import { exclusiveTransaction } from '@/db/turns'
import type { Context, Scope } from '../core/context'
import { fail } from '../model/errors'
import type { Role } from '../model/roles'
import { mayManage } from './may-manage'

/** The context of a change to a team: its actor is a member. */
export type MemberContext = Context & { actor: { kind: 'user'; userId: string; role: Role } }

/** The same in a transaction. */
export type MemberInTransaction = MemberContext & { db: Transaction }

/** Runs changes of a merchant's team one at a time. */
export const teamTransaction = <T>(
  context: Context,
  work: (inside: Context & { db: Transaction }) => Promise<T>,
): Promise<T> =>
  exclusiveTransaction(context.db, `team:${context.merchant.id}`, (tx) => work({ ...context, db: tx }))

/**
 * Changes a merchant's team, one change at a time. Each change sees the result of the earlier ones, in particular who
 * is the last owner, and the actor's current role, which `work` receives.
 */
export function changingTeam<T>(
  context: MemberContext,
  work: (inside: MemberInTransaction, role: Role) => Promise<T>,
): Promise<T> {
  const { actor } = context
  return teamTransaction(context, async (inside) => {
    const me = await findMember(inside, actor.userId)
    if (!me) throw fail('not-found', { what: 'merchant' })
    return work({ ...inside, actor }, me.role)
  })
}

/** Returns the membership of a user in the team of the merchant; undefined if the user is not a member. */
export async function findMember({ db, merchant }: Scope, userId: string) {
  const [found] = await db
    .select()
    .from(membership)
    .where(and(eq(membership.merchantId, merchant.id), eq(membership.userId, userId)))
  return found
}

/**
 * Throws `member.only-by-owner` or `role.too-low` when `role` may not manage members or invitations with the role
 * `other`.
 */
export function requireManages(role: Role, other: Role): void {
  if (mayManage(role, other)) return
  throw other === 'owner' ? fail('member.only-by-owner') : fail('role.too-low', { role, needed: 'admin' })
}

/** Throws `member.last-owner` when nobody else is an owner. */
export async function requireOtherOwner({ db, merchant }: Scope, userId: string): Promise<void> {
  const owners = await db
    .select({ userId: membership.userId })
    .from(membership)
    .where(and(eq(membership.merchantId, merchant.id), eq(membership.role, 'owner')))
    .limit(2)
  if (owners.some((owner) => owner.userId !== userId)) return
  throw fail('member.last-owner')
}

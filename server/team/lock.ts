import { and, eq, sql } from 'drizzle-orm'
import type { Transaction } from '@/db/client'
import { membership } from '@/db/schema'
import { transactionInTurn } from '@/db/turns'
import { later } from '../core/clock'
import type { Context } from '../core/context'
import { forbidden, invalidContent, notFound } from '../model/errors'
import type { Role } from '../model/roles'
import { mayManage } from './rules'

/** Changes to a team are made by a member in person. */
export type MemberContext = Context & { actor: { kind: 'user'; userId: string; role: Role } }

/**
 * Returns real time. Invitations use it even for a test merchant, whose own clock can be moved, which would reset
 * their limits.
 */
export const realTime = ({ clock, merchant }: Pick<Context, 'clock' | 'merchant'>): Date =>
  later(clock.now(), -merchant.clockAhead)

/**
 * Changes a merchant's team, one change at a time. Each change sees the result of the earlier ones, above all the
 * last owner and the actor's current role, which `work` receives.
 */
export function changingTeam<T>(
  { db, merchant, actor }: MemberContext,
  work: (tx: Transaction, role: Role) => Promise<T>,
): Promise<T> {
  return transactionInTurn(db, `team:${merchant.id}`, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`team:${merchant.id}`}, 0))`)
    const me = await findMember(tx, merchant.id, actor.userId)
    if (!me) throw notFound('Merchant')
    return work(tx, me.role)
  })
}

export async function findMember(tx: Transaction, merchantId: string, userId: string) {
  const [found] = await tx
    .select()
    .from(membership)
    .where(and(eq(membership.merchantId, merchantId), eq(membership.userId, userId)))
  return found
}

/** Throws `forbidden` when `role` may not manage members or invitations with the role `other`. */
export function requireManages(role: Role, other: Role): void {
  if (mayManage(role, other)) return
  throw forbidden(
    other === 'owner'
      ? 'Only an owner can make, change or remove owners. Ask an owner of this merchant.'
      : `Your role here is ${role}, and this takes admin. Ask an owner of this merchant.`,
  )
}

/** Throws `invalid content` when nobody else is an owner. */
export async function requireOtherOwner(tx: Transaction, merchantId: string, userId: string): Promise<void> {
  const owners = await tx
    .select({ userId: membership.userId })
    .from(membership)
    .where(and(eq(membership.merchantId, merchantId), eq(membership.role, 'owner')))
    .limit(2)
  if (owners.some((owner) => owner.userId !== userId)) return
  throw invalidContent('Member', 'A merchant has at least one owner. Make somebody else an owner first.')
}

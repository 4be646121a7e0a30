import { hash } from '@node-rs/argon2'
import { and, eq, gt } from 'drizzle-orm'
import type { Transaction } from '@/db/client'
import type { Merchant } from '@/db/schema'
import { invitation, membership, merchant, user } from '@/db/schema'
import { recordAction } from '../audit/record-action'
import { contextOf } from '../core/context'
import { sha256 } from '../core/crypto'
import { newId } from '../core/id'
import type { Installation, Runtime } from '../core/runtime'
import { fail } from '../model/errors'
import type { Role } from '../model/roles'
import { isOpenInvitation } from '../user/open-invitation'
import type { User } from '../user/session'
import type { InvitationRow } from './invite'
import { notifyTeam } from './notify-team'

/** An invitation as its key shows it. `isKnown`: the address has a user, who signs in to join. */
export interface FoundInvitation {
  state: 'open' | 'accepted' | 'withdrawn' | 'expired'
  invitation: InvitationRow
  merchant: Merchant
  isKnown: boolean
}

/** Looks up an invitation without using it. Accepts any text. */
export async function findInvitation(
  { db, clock }: Installation,
  key: string,
): Promise<FoundInvitation | undefined> {
  const [found] = await db
    .select({ invitation, merchant, userId: user.id })
    .from(invitation)
    .innerJoin(merchant, eq(merchant.id, invitation.merchantId))
    .leftJoin(user, eq(user.email, invitation.email))
    .where(eq(invitation.keyHash, sha256(key)))
  if (!found) return undefined
  const { accepted, withdrawn, expires } = found.invitation
  const hasExpired = expires <= clock.now()
  const state = accepted ? 'accepted' : withdrawn ? 'withdrawn' : hasExpired ? 'expired' : 'open'
  return { state, invitation: found.invitation, merchant: found.merchant, isKnown: found.userId !== null }
}

/**
 * Makes a signed-in user a member through an invitation to their address. Throws `invitation.to-another` for one to
 * another address, and `invitation.spent` for a key that no longer works.
 */
export async function joinAsUser(
  runtime: Runtime,
  { known, key }: { known: User; key: string },
): Promise<{ merchantId: string }> {
  const found = await requireOpen(runtime, key)
  if (found.invitation.email !== known.email) {
    throw fail('invitation.to-another', { invited: found.invitation.email, signedIn: known.email })
  }
  await runtime.db.transaction((tx) => join(tx, runtime, found, known))
  await recordJoin(runtime, found, known.id)
  return { merchantId: found.merchant.id }
}

/**
 * Creates a user with a chosen password and makes them a member. Throws `invitation.of-known-user` when the address
 * has a user, who signs in to join, and `invitation.spent` for a key that no longer works.
 */
export async function joinAsNewUser(
  runtime: Runtime,
  { key, password }: { key: string; password: string },
): Promise<{ merchantId: string; email: string }> {
  const found = await requireOpen(runtime, key)
  if (found.isKnown) throw fail('invitation.of-known-user')
  const { email } = found.invitation
  const passwordHash = await hash(password)
  const id = newId()
  await runtime.db.transaction(async (tx) => {
    const created = await tx
      .insert(user)
      .values({ id, email, passwordHash, created: runtime.clock.now() })
      .onConflictDoNothing()
      .returning({ id: user.id })
    if (created.length === 0) throw fail('invitation.of-known-user')
    await join(tx, runtime, found, { id, email })
  })
  await recordJoin(runtime, found, id)
  return { merchantId: found.merchant.id, email }
}

async function requireOpen(runtime: Runtime, key: string): Promise<FoundInvitation> {
  const found = await findInvitation(runtime, key)
  if (found?.state !== 'open') throw fail('invitation.spent')
  return found
}

async function join(
  tx: Transaction,
  runtime: Runtime,
  { invitation: { keyHash, invitedBy }, merchant }: FoundInvitation,
  { id: userId, email }: Pick<User, 'id' | 'email'>,
): Promise<void> {
  const now = runtime.clock.now()
  // Checked again in the statement that uses it up: another request may have been faster.
  const [taken] = await tx
    .update(invitation)
    .set({ accepted: now })
    .where(and(eq(invitation.keyHash, keyHash), isOpenInvitation, gt(invitation.expires, now)))
    .returning({ role: invitation.role })
  if (!taken) throw fail('invitation.spent')
  // A user who is already a member keeps their role.
  const [joined] = await tx
    .insert(membership)
    .values({ merchantId: merchant.id, userId, role: taken.role, created: now })
    .onConflictDoNothing()
    .returning({ role: membership.role })
  if (!joined) return
  const [inviter] = await tx.select({ email: user.email }).from(user).where(eq(user.id, invitedBy))
  const { role } = joined
  const notice = { what: 'member joined', email, role, by: inviter?.email ?? merchant.name } as const
  const context = { ...contextOf(runtime, merchant), db: tx }
  await notifyTeam(context, { kind: 'team', notice, path: '/settings/team', except: userId })
}

/** Records in the audit log who joined, and in which role. */
async function recordJoin(
  runtime: Runtime,
  { merchant, invitation: { role, email } }: FoundInvitation,
  userId: string,
): Promise<void> {
  const actor: { kind: 'user'; userId: string; role: Role } = { kind: 'user', userId, role }
  const context = { ...contextOf(runtime, merchant), actor }
  const after = { email, role }
  await recordAction(context, { action: 'team.join', subject: 'team', subjectId: userId, after })
}

import { and, eq } from 'drizzle-orm'
import { invitation, membership, user } from '@/db/schema'
import { operator, recordOperatorAction } from '../audit/record-action'
import { days, hours, later, minutes, realClock, secondsUntil } from '../core/clock'
import type { Context, InTransaction, Scope } from '../core/context'
import { newId } from '../core/id'
import { claimMail, mailsAnHour } from '../mail/limit'
import { writeMails } from '../mail/write-mails'
import { fail } from '../model/errors'
import { noAccount } from '../model/mail'
import type { Role } from '../model/roles'
import { isRecent, wasRecent } from '../rate-limit/recent'
import { isOpenInvitation } from '../user/open-invitation'
import { newSecretKey } from '../user/secret-key'
import {
  changingTeam,
  type MemberContext,
  type MemberInTransaction,
  requireManages,
  teamTransaction,
} from './changing-team'

/** How long an invitation works. */
const invitationLife = days(7)

/** How many invitations a merchant may send an hour: strangers should not be flooded with them. */
export const invitationsAnHour = 30

export type InvitationRow = typeof invitation.$inferSelect

/**
 * Invites someone by e-mail to work for the merchant. Throws like `requireManages` for a role that the actor may not
 * assign, `invitation.is-member`, `invitation.is-invited`, `invitation.too-many` or
 * `invitation.too-many-to-address`.
 */
export function invite(context: MemberContext, input: { email: string; role: Role }): Promise<InvitationRow> {
  const email = input.email.trim().toLowerCase()
  return changingTeam(context, async (inside, role) => {
    requireManages(role, input.role)
    await refuseMember(inside, email)
    await refuseInvited(inside, email)
    await refuseTooMany(inside)
    const { row, key } = await insertInvitation(inside, { ...input, email, invitedBy: context.actor.userId })
    await mailInvitation(inside, { row, key })
    return row
  })
}

/**
 * Invites someone on behalf of the operator, when no owner can. Returns the link instead of mailing it, and when it
 * expires. Replaces an open invitation of the address. Throws `invitation.is-member`.
 */
export function inviteAsOperator(
  context: Context,
  { email, role }: { email: string; role: Role },
): Promise<{ link: string; expires: Date }> {
  return teamTransaction(context, async (inside) => {
    await refuseMember(inside, email)
    await inside.db
      .update(invitation)
      .set({ withdrawn: realClock(context).now() })
      .where(isInvited(inside, email))
    const { row, key } = await insertInvitation(inside, { email, role, invitedBy: operator.userId })
    const after = { email, role }
    await recordOperatorAction(inside, { action: 'team.invite', subject: 'team', subjectId: row.id, after })
    return { link: linkWith(inside, key), expires: row.expires }
  })
}

async function insertInvitation(
  context: InTransaction,
  invited: Pick<InvitationRow, 'email' | 'role' | 'invitedBy'>,
): Promise<{ row: InvitationRow; key: string }> {
  const { key, keyHash } = newSecretKey()
  const created = realClock(context).now()
  const row: InvitationRow = {
    ...invited,
    merchantId: context.merchant.id,
    id: newId(),
    keyHash,
    created,
    expires: later(created, invitationLife),
    accepted: null,
    withdrawn: null,
  }
  await context.db.insert(invitation).values(row)
  return { row, key }
}

/** Sends an open invitation again, with a new key that works for another 7 days. The earlier key stops working. */
export function resendInvitation(context: MemberContext, id: string): Promise<InvitationRow> {
  return changingTeam(context, async (inside, role) => {
    const known = await requireOpen(inside, id)
    requireManages(role, known.role)
    const now = realClock(context).now()
    if (wasRecent(known.created, { now, window: minutes(1) })) {
      throw fail('invitation.too-soon', { waitSeconds: 60 })
    }
    const { key, keyHash } = newSecretKey()
    const renewed = {
      keyHash,
      invitedBy: context.actor.userId,
      created: now,
      expires: later(now, invitationLife),
    }
    await inside.db.update(invitation).set(renewed).where(isInvitation(context, id))
    const row = { ...known, ...renewed }
    await mailInvitation(inside, { row, key })
    return row
  })
}

/** Withdraws an open invitation: its link stops working. */
export function withdrawInvitation(context: MemberContext, id: string): Promise<InvitationRow> {
  return changingTeam(context, async (inside, role) => {
    const known = await requireOpen(inside, id)
    requireManages(role, known.role)
    const withdrawn = realClock(context).now()
    await inside.db.update(invitation).set({ withdrawn }).where(isInvitation(context, id))
    return { ...known, withdrawn }
  })
}

const isInvitation = ({ merchant }: MemberContext, id: string) =>
  and(eq(invitation.merchantId, merchant.id), eq(invitation.id, id))

async function requireOpen(context: MemberInTransaction, id: string): Promise<InvitationRow> {
  // Locked, because it may be accepted at this moment.
  const [found] = await context.db
    .select()
    .from(invitation)
    .where(and(isInvitation(context, id), isOpenInvitation))
    .for('update')
  if (!found) throw fail('not-found', { what: 'invitation' })
  return found
}

async function refuseMember({ db, merchant }: Scope, email: string): Promise<void> {
  const [member] = await db
    .select({ id: user.id })
    .from(user)
    .innerJoin(membership, and(eq(membership.userId, user.id), eq(membership.merchantId, merchant.id)))
    .where(eq(user.email, email))
  if (member) throw fail('invitation.is-member')
}

async function refuseInvited(scope: Scope, email: string): Promise<void> {
  if ((await scope.db.$count(invitation, isInvited(scope, email))) > 0) throw fail('invitation.is-invited')
}

const isInvited = ({ merchant }: Scope, email: string) =>
  and(eq(invitation.merchantId, merchant.id), eq(invitation.email, email), isOpenInvitation)

async function refuseTooMany(context: MemberInTransaction): Promise<void> {
  const { db, merchant } = context
  const lately = isRecent(invitation.created, { now: realClock(context).now(), window: hours(1) })
  const sent = await db.$count(invitation, and(eq(invitation.merchantId, merchant.id), lately))
  if (sent < invitationsAnHour) return
  throw fail('invitation.too-many', { max: invitationsAnHour, waitSeconds: 3600 })
}

async function refuseTooManyTo(context: MemberInTransaction, email: string): Promise<void> {
  const claim = await claimMail(context, email, 'invitation')
  if ('id' in claim) return
  const waitSeconds = secondsUntil(claim.again, realClock(context).now())
  throw fail('invitation.too-many-to-address', { max: mailsAnHour, waitSeconds })
}

const linkWith = ({ baseUrl }: Context, key: string) => `${baseUrl}/signin/join/${key}`

async function mailInvitation(
  context: MemberInTransaction,
  { row, key }: { row: InvitationRow; key: string },
): Promise<void> {
  await refuseTooManyTo(context, row.email)
  const [inviter] = await context.db
    .select({ email: user.email })
    .from(user)
    .where(eq(user.id, context.actor.userId))
  const { name } = context.merchant
  const data = {
    merchant: name,
    role: row.role,
    by: inviter?.email ?? name,
    expires: row.expires.toISOString(),
  }
  const secret = linkWith(context, key)
  const about = { accountId: noAccount, to: row.email, secret }
  await writeMails(context, [{ ...about, template: 'invitation', data }])
}

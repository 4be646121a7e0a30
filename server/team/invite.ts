import { and, eq } from 'drizzle-orm'
import { invitation, membership, user } from '@/db/schema'
import { days, hours, later, minutes, realClock, secondsUntil } from '../core/clock'
import type { Scope } from '../core/context'
import { newId } from '../core/id'
import { claimMail, mailsAnHour } from '../mail/limit'
import { writeMails } from '../mail/write-mails'
import { fail } from '../model/errors'
import { noAccount } from '../model/mail'
import type { Role } from '../model/roles'
import { isRecent, wasRecent } from '../rate-limit/recent'
import { isOpenInvitation } from '../user/open-invitation'
import { newSecretKey } from '../user/secret-key'
import { changingTeam, type MemberContext, type MemberInTransaction, requireManages } from './changing-team'

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
  const { merchant, actor } = context
  return changingTeam(context, async (inside, role) => {
    requireManages(role, input.role)
    await refuseKnown(inside, email)
    await refuseTooMany(inside)
    const now = realClock(context).now()
    const { key, keyHash } = newSecretKey()
    const row: InvitationRow = {
      merchantId: merchant.id,
      id: newId(),
      keyHash,
      email,
      role: input.role,
      invitedBy: actor.userId,
      created: now,
      expires: later(now, invitationLife),
      accepted: null,
      withdrawn: null,
    }
    await inside.db.insert(invitation).values(row)
    await mailInvitation(inside, { row, key })
    return row
  })
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

async function refuseKnown({ db, merchant }: Scope, email: string): Promise<void> {
  const [member] = await db
    .select({ id: user.id })
    .from(user)
    .innerJoin(membership, and(eq(membership.userId, user.id), eq(membership.merchantId, merchant.id)))
    .where(eq(user.email, email))
  if (member) throw fail('invitation.is-member')
  const [invited] = await db
    .select({ id: invitation.id })
    .from(invitation)
    .where(and(eq(invitation.merchantId, merchant.id), eq(invitation.email, email), isOpenInvitation))
  if (invited) throw fail('invitation.is-invited')
}

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
  const secret = `${context.baseUrl}/signin/join/${key}`
  const about = { accountId: noAccount, to: row.email, secret }
  await writeMails(context, [{ ...about, template: 'invitation', data }])
}

import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { auditEntry, invitation, membership } from '@/db/schema'
import { dashboard, newMember, newUser } from '@/test/members'
import { password } from '@/test/password'
import { keyMailedTo, mailsTo } from '@/test/people-mail'
import { testWorld } from '@/test/world'
import { days, minutes } from '../core/clock'
import { type Role, roles } from '../model/roles'
import { memberContext, requireUser } from '../user/session'
import { signIn } from '../user/sign-in'
import { findInvitation, joinAsNewUser, joinAsUser } from './accept-invitation'
import { invitationsAnHour, invite } from './invite'
import { mayManage } from './may-manage'

const world = testWorld()

const notFound = { details: { status: 404 } }
const forbidden = { details: { status: 403 } }
const spent = { code: 'invitation.spent' }

const newAddress = () => `${crypto.randomUUID()}@example.com`

/** Creates a merchant with its owner and a member with `role`. */
async function shopWith(role: Role) {
  const { merchant } = await world.newMerchant()
  await world.runtime.db.delete(membership).where(eq(membership.merchantId, merchant))
  const owner = role === 'owner' ? undefined : await newMember(world.runtime, merchant, 'owner')
  const session = await newMember(world.runtime, merchant, role)
  return { merchant, owner, session, team: dashboard(world.runtime, session, merchant).team }
}

const keyTo = (email: string) => keyMailedTo(world.runtime, email, 'invitation')

const roleOf = async (merchantId: string, userId: string) => {
  const [found] = await world.runtime.db
    .select()
    .from(membership)
    .where(and(eq(membership.merchantId, merchantId), eq(membership.userId, userId)))
  return found?.role
}

test('only owners manage owners, and only admins manage others', () => {
  expect(roles.map((role) => roles.map((other) => mayManage(role, other)))).toEqual([
    [true, true, true, true],
    [false, true, true, true],
    [false, false, false, false],
    [false, false, false, false],
  ])
})

describe('an invitation', () => {
  test('lets a newcomer in once, with a password of their own and the role of the invitation', async () => {
    const { merchant, team } = await shopWith('admin')
    const email = newAddress()
    await team.invite({ email: email.toUpperCase(), role: 'support' })
    const key = await keyTo(email)
    expect(await findInvitation(world.runtime, key)).toMatchObject({ state: 'open', isKnown: false })
    await joinAsNewUser(world.runtime, { key, password })
    const session = await signIn(world.runtime, { email, password })
    expect((await memberContext(world.runtime, { session, merchantId: merchant })).actor.role).toBe('support')
    expect((await findInvitation(world.runtime, key))?.state).toBe('accepted')
    await expect(joinAsNewUser(world.runtime, { key, password })).rejects.toMatchObject(spent)
    expect(
      await world.runtime.db.select().from(auditEntry).where(eq(auditEntry.merchantId, merchant)),
    ).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'team.invite', after: { email, role: 'support' } }),
        expect.objectContaining({ action: 'team.join', email, after: { email, role: 'support' } }),
      ]),
    )
  })

  test('lets an existing user in once they have signed in, and nobody else', async () => {
    const { merchant, team } = await shopWith('owner')
    const [jane, eve] = [await newUser(world.runtime), await newUser(world.runtime)]
    await team.invite({ email: jane.email, role: 'owner' })
    const key = await keyTo(jane.email)
    await expect(joinAsNewUser(world.runtime, { key, password: 'another long one' })).rejects.toMatchObject({
      code: 'invitation.of-known-user',
    })
    await expect(
      joinAsUser(world.runtime, { known: await requireUser(world.runtime, eve), key }),
    ).rejects.toMatchObject({
      code: 'invitation.to-another',
    })
    expect(await roleOf(merchant, eve.userId)).toBeUndefined()
    await joinAsUser(world.runtime, { known: await requireUser(world.runtime, jane), key })
    expect(await roleOf(merchant, jane.userId)).toBe('owner')
    await signIn(world.runtime, { email: jane.email, password })
  })

  test('is accepted once, however many requests arrive at once', async () => {
    const { team } = await shopWith('admin')
    const email = newAddress()
    await team.invite({ email, role: 'viewer' })
    const key = await keyTo(email)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => joinAsNewUser(world.runtime, { key, password })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('works for 7 days, until it is withdrawn or sent again', async () => {
    const { merchant, session } = await shopWith('admin')
    const call = (now = session) => dashboard(world.runtime, now, merchant).team
    const email = newAddress()
    await call().invite({ email, role: 'viewer' })
    const first = await keyTo(email)
    const [open] = (await call().list()).invitations
    const id = open?.id ?? ''
    await expect(call().resend({ id })).rejects.toMatchObject({ details: { status: 429 } })
    world.clock.advance(minutes(1))
    await call().resend({ id })
    const second = await keyTo(email)
    expect(await findInvitation(world.runtime, first)).toBeUndefined()
    world.clock.advance(days(7) - minutes(1))
    expect((await findInvitation(world.runtime, second))?.state).toBe('open')
    world.clock.advance(minutes(1))
    expect((await findInvitation(world.runtime, second))?.state).toBe('expired')
    await expect(joinAsNewUser(world.runtime, { key: second, password })).rejects.toMatchObject(spent)
    const again = { ...session, began: world.clock.now() }
    expect((await call(again).list()).invitations).toMatchObject([{ expired: true }])
    await call(again).resend({ id })
    const third = await keyTo(email)
    await call(again).withdraw({ id })
    expect((await findInvitation(world.runtime, third))?.state).toBe('withdrawn')
    await expect(joinAsNewUser(world.runtime, { key: third, password })).rejects.toMatchObject(spent)
    await expect(call(again).withdraw({ id })).rejects.toMatchObject(notFound)
  })

  test('is not sent to members or invited addresses, and only one of two at once is sent', async () => {
    const { session, team } = await shopWith('admin')
    await expect(team.invite({ email: session.email, role: 'viewer' })).rejects.toMatchObject({
      details: { content: { property: 'email' } },
    })
    const email = newAddress()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, () => team.invite({ email, role: 'viewer' })),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await mailsTo(world.runtime, email, 'invitation')).toHaveLength(1)
  })

  test('is limited to a few an hour', async () => {
    const { team } = await shopWith('admin')
    for (let count = 0; count < invitationsAnHour; count++) {
      await team.invite({ email: newAddress(), role: 'viewer' })
    }
    await expect(team.invite({ email: newAddress(), role: 'viewer' })).rejects.toMatchObject({
      details: { status: 429 },
    })
  })

  test('cannot be reached by another merchant', async () => {
    const [ours, theirs] = [await shopWith('owner'), await shopWith('owner')]
    await theirs.team.invite({ email: newAddress(), role: 'viewer' })
    const [open] = (await theirs.team.list()).invitations
    const id = open?.id ?? ''
    world.clock.advance(minutes(1))
    for (const act of [ours.team.withdraw, ours.team.resend]) {
      const [known, unknown] = await Promise.all(
        [id, 'nobodyatallxxxxx'].map((given) => act({ id: given }).catch((error) => error.details)),
      )
      expect(known).toMatchObject({ status: 404 })
      expect(known).toEqual(unknown)
    }
    expect((await ours.team.list()).invitations).toEqual([])
  })

  test('keeps no key in clear text', async () => {
    const { merchant, team } = await shopWith('admin')
    const email = newAddress()
    await team.invite({ email, role: 'viewer' })
    const rows = await world.runtime.db.select().from(invitation).where(eq(invitation.merchantId, merchant))
    const kept = JSON.stringify([rows, await mailsTo(world.runtime, email, 'invitation')])
    expect(kept).not.toContain(await keyTo(email))
  })
})

describe('an admin', () => {
  test('creates no owner, and neither changes nor removes one', async () => {
    const { merchant, owner, session, team } = await shopWith('admin')
    const ownerId = owner?.userId ?? ''
    await expect(team.invite({ email: newAddress(), role: 'owner' })).rejects.toMatchObject(forbidden)
    await expect(team.changeRole({ id: session.userId, role: 'owner' })).rejects.toMatchObject(forbidden)
    await expect(team.changeRole({ id: ownerId, role: 'viewer' })).rejects.toMatchObject(forbidden)
    await expect(team.remove({ id: ownerId })).rejects.toMatchObject(forbidden)
    expect([await roleOf(merchant, ownerId), await roleOf(merchant, session.userId)]).toEqual([
      'owner',
      'admin',
    ])
  })

  test('manages the others, who lose access immediately', async () => {
    const { merchant, team } = await shopWith('admin')
    const jane = await newMember(world.runtime, merchant, 'viewer')
    await team.changeRole({ id: jane.userId, role: 'support' })
    expect((await memberContext(world.runtime, { session: jane, merchantId: merchant })).actor.role).toBe(
      'support',
    )
    await team.remove({ id: jane.userId })
    await expect(memberContext(world.runtime, { session: jane, merchantId: merchant })).rejects.toMatchObject(
      { code: 'not-found' },
    )
    await expect(team.remove({ id: jane.userId })).rejects.toMatchObject(notFound)
    expect(
      await world.runtime.db.select().from(auditEntry).where(eq(auditEntry.merchantId, merchant)),
    ).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          action: 'team.changeRole',
          subjectId: jane.userId,
          before: { email: jane.email, role: 'viewer' },
          after: { email: jane.email, role: 'support' },
        }),
        expect.objectContaining({ action: 'team.remove', before: { email: jane.email, role: 'support' } }),
      ]),
    )
  })

  test('cannot change members of another merchant', async () => {
    const [ours, theirs] = [await shopWith('owner'), await shopWith('owner')]
    const jane = await newMember(world.runtime, theirs.merchant, 'viewer')
    await expect(ours.team.remove({ id: jane.userId })).rejects.toMatchObject(notFound)
    await expect(ours.team.changeRole({ id: jane.userId, role: 'admin' })).rejects.toMatchObject(notFound)
    expect(await roleOf(theirs.merchant, jane.userId)).toBe('viewer')
  })
})

test('viewers can leave', async () => {
  const { merchant, session, team } = await shopWith('viewer')
  await team.leave()
  expect(await roleOf(merchant, session.userId)).toBeUndefined()
  expect(await world.runtime.db.$count(auditEntry, eq(auditEntry.subjectId, session.userId))).toBe(1)
})

describe('owners', () => {
  test('cannot remove or demote the last one', async () => {
    const { merchant, session, team } = await shopWith('owner')
    const last = { details: { status: 400, content: { type: 'Member' } } }
    await expect(team.remove({ id: session.userId })).rejects.toMatchObject(last)
    await expect(team.leave()).rejects.toMatchObject(last)
    await expect(team.changeRole({ id: session.userId, role: 'admin' })).rejects.toMatchObject(last)
    expect(await roleOf(merchant, session.userId)).toBe('owner')
  })

  test.each(['remove', 'changeRole'] as const)('keep one of two who %s each other at once', async (verb) => {
    for (let round = 0; round < 5; round++) {
      const { merchant, session } = await shopWith('owner')
      const other = await newMember(world.runtime, merchant, 'owner')
      const by = (who: typeof session, whom: typeof session) => {
        const { team } = dashboard(world.runtime, who, merchant)
        return verb === 'remove'
          ? team.remove({ id: whom.userId })
          : team.changeRole({ id: whom.userId, role: 'viewer' })
      }
      await Promise.allSettled([by(session, other), by(other, session), by(session, session)])
      const owners = and(eq(membership.merchantId, merchant), eq(membership.role, 'owner'))
      expect(await world.runtime.db.$count(membership, owners)).toBe(1)
    }
  })

  test('invitations beyond the role of a removed or demoted member are withdrawn', async () => {
    const { merchant, team } = await shopWith('owner')
    const other = await newMember(world.runtime, merchant, 'owner')
    const theirs = dashboard(world.runtime, other, merchant).team
    const addresses = [newAddress(), newAddress()] as const
    await theirs.invite({ email: addresses[0], role: 'owner' })
    await theirs.invite({ email: addresses[1], role: 'viewer' })
    const keys = [await keyTo(addresses[0]), await keyTo(addresses[1])] as const
    const states = () =>
      Promise.all(keys.map(async (key) => (await findInvitation(world.runtime, key))?.state))
    await team.changeRole({ id: other.userId, role: 'admin' })
    expect(await states()).toEqual(['withdrawn', 'open'])
    await team.remove({ id: other.userId })
    expect(await states()).toEqual(['withdrawn', 'withdrawn'])
  })
})

test('the current role decides, not the one when the button was pressed', async () => {
  const { merchant, session } = await shopWith('owner')
  const context = await memberContext(world.runtime, { session, merchantId: merchant })
  const there = and(eq(membership.merchantId, merchant), eq(membership.userId, session.userId))
  await world.runtime.db.update(membership).set({ role: 'support' }).where(there)
  const input = { email: newAddress(), role: 'viewer' as const }
  await expect(invite(context, input)).rejects.toMatchObject({ code: 'role.too-low' })
  await world.runtime.db.delete(membership).where(there)
  await expect(invite(context, input)).rejects.toMatchObject({ code: 'not-found' })
})

test('a viewer sees the members and no invitations', async () => {
  const { merchant, session, team } = await shopWith('viewer')
  const admin = await newMember(world.runtime, merchant, 'admin')
  await dashboard(world.runtime, admin, merchant).team.invite({ email: newAddress(), role: 'viewer' })
  const { members, invitations, you } = await team.list()
  expect(you).toBe(session.userId)
  expect(members.map(({ role }) => role).sort()).toEqual(['admin', 'owner', 'viewer'])
  expect(invitations).toEqual([])
})

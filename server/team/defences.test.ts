import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { invitation, membership, user as users } from '@/db/schema'
import { accountWith, call } from '@/test/call'
import { dashboard, dashboardAs, newMember, newUser } from '@/test/members'
import { password } from '@/test/password'
import { keyMailedTo } from '@/test/people-mail'
import { racedBy } from '@/test/race'
import { testWorld } from '@/test/world'
import { hours } from '../core/clock'
import { newId } from '../core/id'
import { useLink } from '../link/use-link'
import { beginFactor } from '../user/second-factor'
import { requireUser } from '../user/session'
import { joinAsNewUser, joinAsUser } from './accept-invitation'

const world = testWorld()

type Team = ReturnType<typeof dashboard>['team']

const newAddress = () => `${crypto.randomUUID()}@example.com`

async function invited(role: 'owner' | 'viewer', email: string) {
  const { merchant } = await world.newMerchant()
  const { team } = await dashboardAs(world.runtime, merchant, 'owner')
  await team.invite({ email, role })
  const [open] = (await team.list()).invitations
  if (!open) throw new Error('Nobody was invited')
  return { merchant, team, id: open.id, key: await keyMailedTo(world.runtime, email, 'invitation') }
}

test('an admin cannot withdraw the invitation of an owner, or send it again', async () => {
  const { merchant, team, id } = await invited('owner', newAddress())
  const { withdraw, resend } = (await dashboardAs(world.runtime, merchant, 'admin')).team
  for (const act of [withdraw, resend])
    await expect(act({ id })).rejects.toMatchObject({ details: { status: 403 } })
  expect((await team.list()).invitations).toMatchObject([{ id }])
})

test('the invitations of others stay open when a member is removed', async () => {
  const { merchant, team, id } = await invited('viewer', newAddress())
  await team.remove({ id: (await newMember(world.runtime, merchant, 'admin')).userId })
  expect((await team.list()).invitations).toMatchObject([{ id }])
})

test.each(['withdrawn', 'accepted', 'expired'] as const)(
  'an invitation that is %s at the moment it is accepted lets nobody in',
  async (end) => {
    const jane = await newUser(world.runtime)
    const { key, id } = await invited('viewer', jane.email)
    const now = world.clock.now()
    const change = { withdrawn: { withdrawn: now }, accepted: { accepted: now }, expired: { expires: now } }[
      end
    ]
    const db = racedBy(world.runtime.db, () =>
      world.runtime.db.update(invitation).set(change).where(eq(invitation.id, id)),
    )
    const known = await requireUser(world.runtime, jane)
    await expect(joinAsUser({ ...world.runtime, db }, { known, key })).rejects.toMatchObject({
      code: 'invitation.spent',
    })
  },
)

test('a newcomer whose invitation is withdrawn at that moment does not become a user', async () => {
  const email = newAddress()
  const { key, id } = await invited('viewer', email)
  const db = racedBy(world.runtime.db, () =>
    world.runtime.db.update(invitation).set({ withdrawn: new Date() }).where(eq(invitation.id, id)),
  )
  await expect(joinAsNewUser({ ...world.runtime, db }, { key, password })).rejects.toMatchObject({
    code: 'invitation.spent',
  })
  expect(await world.runtime.db.$count(users, eq(users.email, email))).toBe(0)
})

test('a second factor that was turned on in another tab is not replaced', async () => {
  const jane = await newUser(world.runtime)
  const stale = await requireUser(world.runtime, jane)
  const on = { totpSecret: 'sealed', totpSince: new Date() }
  await world.runtime.db.update(users).set(on).where(eq(users.id, jane.userId))
  await expect(beginFactor(world.runtime, { known: stale, password })).rejects.toMatchObject({
    code: 'factor.is-on',
  })
  expect(await requireUser(world.runtime, jane)).toMatchObject(on)
})

test('a newcomer whose address becomes a user at that moment joins by signing in', async () => {
  const email = newAddress()
  const { key, merchant } = await invited('viewer', email)
  const known = { id: newId(), email, passwordHash: 'none', created: new Date() }
  const db = racedBy(world.runtime.db, () => world.runtime.db.insert(users).values(known))
  await expect(joinAsNewUser({ ...world.runtime, db }, { key, password })).rejects.toMatchObject({
    code: 'invitation.of-known-user',
  })
  expect(await world.runtime.db.$count(membership, eq(membership.merchantId, merchant))).toBe(2)
})

test('an owner who accepts the invitation of a viewer stays an owner', async () => {
  const jane = await newUser(world.runtime)
  const { key, merchant } = await invited('viewer', jane.email)
  const { db } = world.runtime
  await db
    .insert(membership)
    .values({ merchantId: merchant, userId: jane.userId, role: 'owner', created: new Date() })
  await joinAsUser(world.runtime, { known: await requireUser(world.runtime, jane), key })
  const [row] = await db.select().from(membership).where(eq(membership.userId, jane.userId))
  expect(row?.role).toBe('owner')
})

test('a role is changed only from the one that the page showed, and a repeated change is recorded once', async () => {
  const { merchant } = await world.newMerchant()
  const pagesOf = (role: 'owner' | 'admin') => dashboardAs(world.runtime, merchant, role)
  const [{ team: owner }, { team: admin, audit }] = [await pagesOf('owner'), await pagesOf('admin')]
  const { userId: id } = await newMember(world.runtime, merchant, 'admin')
  const press = { id, role: 'viewer', expected: 'admin' } as const
  // The second time, the response to the first one was lost.
  for (let time = 0; time < 2; time++) await admin.changeRole(press)
  const { entries } = await audit.list({})
  expect(entries.map(({ words }) => words)).toEqual([
    expect.stringMatching(/^changed the role of .* from admin to viewer$/),
  ])
  await owner.changeRole({ id, role: 'support', expected: 'viewer' })
  await expect(admin.changeRole(press)).rejects.toMatchObject({ code: 'CONFLICT' })
  expect((await owner.list()).members.find(({ userId }) => userId === id)?.role).toBe('support')
})

test.each([
  ['is removed', (team: Team, id: string) => team.remove({ id })],
  ['becomes a viewer', (team: Team, id: string) => team.changeRole({ id, role: 'viewer' })],
])('a member who %s loses what login links opened, and others stay logged in', async (_, end) => {
  const shop = await world.newMerchant()
  const join = (role: 'owner' | 'support') => newMember(world.runtime, shop.merchant, role)
  const newCustomer = async () => {
    const { id } = await accountWith(shop)
    await call(shop.privateKey, 'PUT', `/account/${id}/customer`, { email: newAddress() })
    return id
  }
  /** Sends a link to a customer and uses it. Returns whether the session still works. */
  const openedBy = async (member: Awaited<ReturnType<typeof newMember>>, customer?: string) => {
    const id = customer ?? (await newCustomer())
    const { account } = dashboard(world.runtime, member, shop.merchant)
    const { url } = await account.sendLink({ id, attempt: crypto.randomUUID() })
    const key = await useLink(world.runtime, url.split('/').at(-1) ?? '')
    return async () => (await call(key ?? '', 'GET', '/account/me')).status === 200
  }
  const before = await join('support')
  const customer = await newCustomer()
  await openedBy(before, customer)
  // Nobody is logged in for longer.
  world.clock.advance(hours(12))
  const support = { ...before, began: world.clock.now() }
  const [owner, other] = await Promise.all([join('owner'), join('support')])
  const sessions = [await openedBy(support), await openedBy(other), await openedBy(other, customer)]
  const open = () => Promise.all(sessions.map((isOpen) => isOpen()))
  expect(await open()).toEqual([true, true, true])
  await end(dashboard(world.runtime, owner, shop.merchant).team, support.userId)
  expect(await open()).toEqual([false, true, true])
})

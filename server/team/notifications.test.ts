import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dispute, membership, notification } from '@/db/schema'
import { accountWith, visa } from '@/test/call'
import { dashboard, dashboardAs, newMember } from '@/test/members'
import { mailsTo } from '@/test/people-mail'
import { racedBy } from '@/test/race'
import { addSubscribers } from '@/test/subscribers'
import { type TestMerchant, testWorld } from '@/test/world'
import { runBilling } from '../billing/run'
import { days, hours, later, minutes } from '../core/clock'
import { inTransaction } from '../core/context'
import { addDays, dayOf } from '../model/calendar'
import { type NotificationWay, notificationKinds } from '../model/notification'
import { roles } from '../model/roles'
import { announceDueDisputes } from '../settlement/announce-due-disputes'
import { deleteOldNotifications, mailNotifications } from './mail-notifications'
import { notifyTeam, notifyTeamOfMany, type TeamNotice } from './notify-team'

const world = testWorld()

const dispute1: TeamNotice = {
  kind: 'dispute',
  notice: { what: 'dispute lost', order: 'o1', amount: '19800', currency: 'SEK' },
  path: '/orders/o1',
  once: 'dispute.lost test d1',
}

const notify = (shop: TestMerchant, notice: TeamNotice) =>
  inTransaction(shop.context, (inside) => notifyTeam(inside, notice))

/** A merchant and one of its members, as the dashboard sees them. */
async function shopWith(role: (typeof roles)[number]) {
  const shop = await world.newMerchant()
  const session = await newMember(world.runtime, shop.merchant, role)
  return { shop, session, mine: dashboard(world.runtime, session, shop.merchant).notification }
}

/** Goes to the beginning of an hour: what happens many times is counted by the hour. */
const beginHour = () => world.clock.advance(hours(1) - (world.clock.now().getTime() % hours(1)))

const mailsOf = async (to: string) => [
  ...(await mailsTo(world.runtime, to, 'team-notice')),
  ...(await mailsTo(world.runtime, to, 'team-digest')),
]

test('each member gets each kind as they chose, and only what their role may see', async () => {
  const ways: NotificationWay[] = ['none', 'dashboard', 'mail']
  for (const role of roles) {
    const { shop, session, mine } = await shopWith(role)
    const settings = await mine.settings()
    expect(settings.some(({ kind }) => kind === 'team')).toBe(role === 'owner' || role === 'admin')
    for (const kind of notificationKinds) {
      const isSeen = settings.some((setting) => setting.kind === kind)
      for (const way of ways) {
        await mine.changeSetting({ kind, way })
        const [before, mails] = [await mine.unseen(), (await mailsOf(session.email)).length]
        await notify(shop, { ...dispute1, kind, once: `${kind} ${way}` })
        await mailNotifications(world.runtime)
        expect((await mine.unseen()) - before).toBe(isSeen && way !== 'none' ? 1 : 0)
        expect((await mailsOf(session.email)).length - mails).toBe(isSeen && way === 'mail' ? 1 : 0)
      }
    }
    expect((await mine.settings()).every(({ way }) => way === 'mail')).toBe(true)
  }
})

test('the audit log names kinds of notifications as the settings do', async () => {
  const { shop, session, mine } = await shopWith('admin')
  await mine.changeSetting({ kind: 'difference', way: 'mail' })
  const { entries } = await dashboard(world.runtime, session, shop.merchant).audit.list({})
  expect(entries[0]?.differences).toEqual([
    { name: 'reconciliationDifferences', after: 'dashboard and e-mail' },
  ])
})

test('a notification is written once with its event, and not at all if the event is rolled back', async () => {
  const { shop, session, mine } = await shopWith('admin')
  const crash = inTransaction(shop.context, async (inside) => {
    await notifyTeam(inside, dispute1)
    throw new Error('crash')
  })
  await expect(crash).rejects.toThrow('crash')
  expect(await mine.list()).toEqual([])
  await Promise.all([1, 2, 3].map(() => notify(shop, dispute1)))
  expect(await mine.list()).toMatchObject([
    { kind: 'dispute', path: '/orders/o1', seen: null, subject: dispute1.notice },
  ])
  await Promise.all([1, 2, 3].map(() => mailNotifications(world.runtime)))
  expect(await mailsOf(session.email)).toMatchObject([
    { template: 'team-notice', data: { link: `http://kassa.test/dashboard/${shop.merchant}/orders/o1` } },
  ])
})

test('10,000 declines are one notification and at most two mails for each member', async () => {
  const { shop, session, mine } = await shopWith('admin')
  await mine.changeSetting({ kind: 'decline', way: 'mail' })
  beginHour()
  const decline = (count: number) =>
    inTransaction(shop.context, (inside) =>
      notifyTeamOfMany(inside, {
        kind: 'decline',
        notice: { what: 'payments failed', count, order: 'o1', amount: '19800', currency: 'SEK' },
        path: '/orders/o1',
        all: '/attempts',
      }),
    )
  for (let run = 0; run < 25; run += 1) await Promise.all([decline(200), decline(200)])
  expect(await mine.list()).toMatchObject([{ subject: { count: 10_000 }, path: '/attempts' }])
  await mailNotifications(world.runtime)
  expect(await mailsOf(session.email)).toEqual([])
  world.clock.advance(minutes(2))
  await mailNotifications(world.runtime)
  expect(await mailsOf(session.email)).toMatchObject([{ data: { what: 'payments failed', count: 10_000 } }])
  await mine.markSeen({ until: world.clock.now() })
  await decline(1)
  expect(await mine.unseen()).toBe(1)
})

test('a member sees only their own, marks them as seen, and loses them with the membership', async () => {
  const { shop, session, mine } = await shopWith('support')
  const stranger = await shopWith('owner')
  await notify(shop, dispute1)
  await notify(shop, { ...dispute1, once: 'another' })
  const [newest] = await mine.list()
  if (!newest) throw new Error('There is no notification')
  await stranger.mine.markSeen({ id: newest.id })
  const theirs = await dashboardAs(world.runtime, shop.merchant, 'owner')
  await theirs.notification.markSeen({ until: later(world.clock.now(), days(1)) })
  expect([await mine.unseen(), await stranger.mine.unseen()]).toEqual([2, 0])
  await mine.markSeen({ id: newest.id })
  // Another one came after the page was read.
  await mine.markSeen({ until: later(newest.created, -days(1)) })
  expect(await mine.unseen()).toBe(1)
  await mine.markSeen({ until: world.clock.now() })
  expect(await mine.unseen()).toBe(0)

  await notify(shop, { ...dispute1, once: 'a third' })
  await theirs.team.remove({ id: session.userId })
  const left = eq(notification.userId, session.userId)
  expect(await world.runtime.db.$count(notification, left)).toBe(0)
  await mailNotifications(world.runtime)
  expect(await mailsOf(session.email)).toEqual([])
})

test('several notifications at once become one mail, which names the newest and counts the others', async () => {
  const { shop, session } = await shopWith('support')
  for (let place = 1; place <= 13; place += 1) await notify(shop, { ...dispute1, once: `d${place}` })
  await mailNotifications(world.runtime)
  const [digest, ...others] = await mailsOf(session.email)
  expect(others).toEqual([])
  expect(digest).toMatchObject({ template: 'team-digest', data: { more: 3 } })
  expect(JSON.stringify(digest?.data).split('dispute lost')).toHaveLength(11)
})

test('a member of two merchants gets a mail from each', async () => {
  const { shop, session } = await shopWith('support')
  const other = await world.newMerchant()
  const joined = { userId: session.userId, role: 'support', created: world.clock.now() } as const
  await world.runtime.db.insert(membership).values({ ...joined, merchantId: other.merchant })
  for (const each of [shop, other]) await notify(each, dispute1)
  await mailNotifications(world.runtime)
  const mails = (await mailsOf(session.email)).map(({ data }) => JSON.stringify(data))
  const expected = [shop, other].map(({ merchant }) =>
    expect.stringContaining(`/dashboard/${merchant}/orders`),
  )
  expect(mails).toHaveLength(2)
  expect(mails).toEqual(expect.arrayContaining(expected))
})

test('owners are notified of new owners, changed roles and removed members, but not of their own changes', async () => {
  const { shop, session, mine } = await shopWith('owner')
  const other = await newMember(world.runtime, shop.merchant, 'owner')
  const support = await newMember(world.runtime, shop.merchant, 'support')
  const { team, notification: own } = dashboard(world.runtime, other, shop.merchant)
  await team.changeRole({ id: support.userId, role: 'owner' })
  await team.changeRole({ id: support.userId, role: 'viewer' })
  await team.remove({ id: support.userId })
  const subjects = (await mine.list()).map(({ subject }) => subject)
  expect(subjects).toHaveLength(3)
  for (const subject of [
    { what: 'role changed', email: support.email, role: 'owner', before: 'support', by: other.email },
    { what: 'role changed', email: support.email, role: 'viewer', before: 'owner', by: other.email },
    { what: 'member removed', email: support.email, role: 'viewer', by: other.email },
  ])
    expect(subjects).toContainEqual(subject)
  expect(await own.list()).toEqual([])
  await mailNotifications(world.runtime)
  expect(await mailsOf(session.email)).toMatchObject([{ template: 'team-digest' }])
})

test('billing notifies the team of a failed payment once', async () => {
  const { shop, mine } = await shopWith('support')
  const { db } = world.runtime
  beginHour()
  const account = await accountWith(shop, visa)
  const due = addDays(dayOf(world.clock.now(), shop.row.timeZone), -1)
  await addSubscribers(db, { merchantId: shop.merchant, accountId: account.id }, { count: 5, due })
  await db.execute(sql`delete from method where merchant_id = ${shop.merchant}`)
  await runBilling(shop.context)
  await runBilling(shop.context)
  expect(await mine.list()).toMatchObject([
    { kind: 'decline', subject: { what: 'payments failed', count: 5 }, path: '/attempts' },
  ])
})

test.each([false, true])(
  'reminds of a dispute three days before its deadline, once (inquiry: %s)',
  async (isInquiry) => {
    const { shop, mine } = await shopWith('support')
    const now = world.clock.now()
    const facts = {
      ...{ merchantId: shop.merchant, service: 'test', orderId: null, authorisation: 'a', reason: 'fraud' },
      ...{ amount: 19800n, currency: 'SEK', isInquiry, opened: later(now, -days(5)) },
    }
    await world.runtime.db.insert(dispute).values([
      { ...facts, id: 'soon', state: 'needs response', due: later(now, days(2)) },
      { ...facts, id: 'later', state: 'needs response', due: later(now, days(4)) },
      { ...facts, id: 'responded', state: 'under review', due: later(now, days(2)) },
      { ...facts, id: 'new', state: 'needs response', due: later(now, days(2)), opened: now },
    ])
    await Promise.all([announceDueDisputes(world.runtime), announceDueDisputes(world.runtime)])
    await announceDueDisputes(world.runtime)
    const [reminder, ...others] = await mine.list()
    expect(others).toEqual([])
    expect(reminder).toMatchObject({ path: '/payouts/disputes' })
    expect(reminder?.subject).toEqual({
      ...{ what: 'dispute due', due: later(now, days(2)).toISOString() },
      ...{ order: 'a', amount: '19800', currency: 'SEK', ...(isInquiry && { isInquiry }) },
    })
  },
)

test('old notifications are deleted, and changing a preference keeps the others', async () => {
  const { shop, session, mine } = await shopWith('admin')
  await notify(shop, dispute1)
  const ofMember = eq(membership.userId, session.userId)
  const { db } = world.runtime
  await db
    .update(membership)
    .set({ preferences: { columns: {} } })
    .where(ofMember)
  await Promise.all([
    mine.changeSetting({ kind: 'dispute', way: 'none' }),
    mine.changeSetting({ kind: 'team', way: 'mail' }),
  ])
  const [row] = await db.select().from(membership).where(ofMember)
  expect(row?.preferences).toEqual({ columns: {}, notifications: { dispute: 'none', team: 'mail' } })
  await deleteOldNotifications({ db, clock: { now: () => later(world.clock.now(), days(89)) } })
  expect(await mine.list()).toHaveLength(1)
  await deleteOldNotifications({ db, clock: { now: () => later(world.clock.now(), days(91)) } })
  expect(await mine.list()).toEqual([])
})

test('a member who may see less from now on does not see earlier notifications of more', async () => {
  const { shop, session, mine } = await shopWith('admin')
  await notify(shop, { ...dispute1, kind: 'team' })
  expect(await mine.unseen()).toBe(1)
  const isIt = and(eq(membership.merchantId, shop.merchant), eq(membership.userId, session.userId))
  await world.runtime.db.update(membership).set({ role: 'viewer' }).where(isIt)
  expect([await mine.unseen(), await mine.list()]).toEqual([0, []])
})

test('a member who is removed keeps the notifications of other merchants', async () => {
  const { shop, session, mine } = await shopWith('owner')
  const other = await shopWith('owner')
  const joined = { userId: session.userId, role: 'support', created: world.clock.now() } as const
  await world.runtime.db.insert(membership).values({ ...joined, merchantId: other.shop.merchant })
  await notify(shop, dispute1)
  // Neither those nor what was chosen for them appears at the other merchant.
  const elsewhere = dashboard(world.runtime, session, other.shop.merchant).notification
  expect(await elsewhere.unseen()).toBe(0)
  const before = await elsewhere.settings()
  await mine.changeSetting({ kind: 'dispute', way: 'none' })
  expect(await elsewhere.settings()).toEqual(before)
  await dashboard(world.runtime, other.session, other.shop.merchant).team.remove({ id: session.userId })
  expect(await mine.unseen()).toBe(1)
})

test('a member who is removed while mails are written gets none, and does not delay those of others', async () => {
  const [left, stays] = [await shopWith('support'), await shopWith('support')]
  for (const { shop } of [left, stays]) await notify(shop, dispute1)
  const isIt = eq(membership.userId, left.session.userId)
  const db = racedBy(world.runtime.db, () => world.runtime.db.delete(membership).where(isIt))
  await mailNotifications({ ...world.runtime, db })
  expect(await mailsOf(left.session.email)).toEqual([])
  expect(await mailsOf(stays.session.email)).toHaveLength(1)
})

import { expect, test } from 'vitest'
import { auditEntry } from '@/db/schema'
import { dashboard, newMember } from '@/test/members'
import { testWorld } from '@/test/world'
import { later } from '../core/clock'
import { newId, newReference } from '../core/id'
import { addDays, dayOf } from '../model/calendar'
import { differences } from './differences'
import { recordOperatorAction } from './record-action'

const world = testWorld()

const actions = (place: number): string => (place % 5 ? 'order.operate' : 'team.invite')

async function shopWithActions(count: number, actionAt = actions, details?: Record<string, string>) {
  const shop = await world.newMerchant()
  const session = await newMember(world.runtime, shop.merchant, 'admin')
  const start = world.clock.now()
  const rows = Array.from({ length: count }, (_, place) => ({
    merchantId: shop.merchant,
    // Actions from one press of a button have another kind of id, and some happen at the same moment.
    id: place % 2 ? newId() : newReference(),
    date: later(start, Math.floor(place / 3) * 1000),
    userId: session.userId,
    email: place % 4 ? session.email : 'other@example.com',
    action: actionAt(place),
    subject: place % 5 ? 'order' : 'team',
    after: details ?? { place },
  }))
  await world.runtime.db.insert(auditEntry).values(rows)
  return { shop, session, audit: dashboard(world.runtime, session, shop.merchant).audit }
}

test('lists actions newest first, page by page, each once', async () => {
  const { audit } = await shopWithActions(130)
  const seen: { id: string; date: Date }[] = []
  let after: string | undefined
  do {
    const page = await audit.list({ ...(after && { after }) })
    seen.push(...page.entries)
    after = page.next
  } while (after)
  expect(seen).toHaveLength(130)
  expect(new Set(seen.map(({ id }) => id)).size).toBe(130)
  const times = seen.map(({ date }) => date.getTime())
  expect(times).toEqual([...times].sort((a, b) => b - a))
})

test('filters by person and by kind, and only within the merchant', async () => {
  const { audit, session } = await shopWithActions(40)
  await shopWithActions(5)
  expect((await audit.list({})).entries).toHaveLength(40)
  expect((await audit.list({ email: 'Other@Example.com' })).entries).toHaveLength(10)
  expect((await audit.list({ email: session.email, subject: 'team' })).entries).toHaveLength(6)
  expect((await audit.list({ subject: 'nothing' })).entries).toEqual([])
})

test('shows what the operator did, and filters by the operator', async () => {
  const { shop, audit } = await shopWithActions(2)
  const person = { email: 'jane@example.com', role: 'support' }
  await recordOperatorAction(shop.context, {
    ...{ action: 'team.changeRole', subject: 'team', subjectId: newId() },
    ...{ before: person, after: { ...person, role: 'owner' } },
  })
  expect((await audit.list({})).entries).toHaveLength(3)
  expect((await audit.list({ email: 'operator' })).entries).toMatchObject([
    { email: 'operator', words: 'changed the role of jane@example.com from support to owner' },
  ])
})

test('filters by days of the merchant, the first and the last included', async () => {
  const { shop, audit } = await shopWithActions(1)
  const { clock, merchant } = shop.context
  const today = dayOf(clock.now(), merchant.timeZone)
  const [yesterday, tomorrow] = [addDays(today, -1), addDays(today, 1)]
  const found = async (query: { start?: string; end?: string }) => (await audit.list(query)).entries.length
  expect(await found({ start: today, end: today })).toBe(1)
  expect(await found({ start: yesterday, end: yesterday })).toBe(0)
  expect(await found({ start: tomorrow })).toBe(0)
})

test('rejects a malformed cursor', async () => {
  const { audit } = await shopWithActions(1)
  await expect(audit.list({ after: 'x' })).rejects.toMatchObject({
    details: { content: { property: 'after' } },
  })
})

test('shows changes line by line', () => {
  expect(
    differences(
      { name: 'A', branding: { colour: '#a05' }, same: 1 },
      { name: 'B', retryDays: [1, 3], same: 1 },
    ),
  ).toEqual([
    { name: 'name', before: 'A', after: 'B' },
    { name: 'branding.colour', before: '#a05' },
    { name: 'retryDays', after: '1, 3' },
  ])
  expect(differences(null, { items: [{ name: 'Cup', quantity: 2 }], on: false })).toEqual([
    { name: 'items.0.name', after: 'Cup' },
    { name: 'items.0.quantity', after: '2' },
    { name: 'on', after: 'false' },
  ])
  expect(differences(null, null)).toEqual([])
})

test('a login link that asks for a card is described as such, without internal names', async () => {
  const after = { asks: 'card' }
  const { audit } = await shopWithActions(1, () => 'account.sendLink', after)
  expect((await audit.list({})).entries).toMatchObject([
    { words: 'asked {subject} for a new card, with a login link', differences: [] },
  ])
})

test.each([
  ['team.invite', 'invited someone'],
  ['callback.rollSecret', 'created a new signing secret'],
  ['team.join', 'joined the team'],
  ['something.unheardOf', 'something: unheard of'],
])('describes %s as "%s"', async (action, words) => {
  const { audit } = await shopWithActions(1, () => action)
  expect((await audit.list({})).entries).toMatchObject([{ words }])
})

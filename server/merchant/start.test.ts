import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntry, merchant, user } from '@/db/schema'
import { dashboard, newMember, newUser } from '@/test/members'
import { testWorld } from '@/test/world'
import { signIn } from '../user/sign-in'
import { MerchantCreatable } from './merchant'
import { hasUsers, isOwnName, startKassa } from './start'

const world = testWorld()

const input = (email: string) =>
  MerchantCreatable.parse({ name: 'My shop', email, password: 'a long password' })

// First of all: from here on the database is empty no more.
test('an empty installation is set up by one of ten who try at once, and by nobody after that', async () => {
  const { db } = world.runtime
  expect(await hasUsers(db)).toBe(false)
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, (_, count) => startKassa(world.runtime, input(`owner-${count}@example.com`))),
  )
  const made = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  expect(made).toHaveLength(1)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ type: 'conflict' })
  }
  expect([await db.$count(user), await db.$count(merchant)]).toEqual([1, 1])
  expect(await hasUsers(db)).toBe(true)
  await signIn(world.runtime, { email: made[0]?.email ?? '', password: 'a long password' })
  await expect(startKassa(world.runtime, input('late@example.com'))).rejects.toMatchObject({
    type: 'conflict',
  })
})

test.each([
  ['localhost:3000', true],
  ['127.0.0.1:3000', true],
  ['[::1]:3000', true],
  ['pay.example.com', true],
  ['PAY.example.com:8443', true],
  ['evil.example', false],
  ['pay.example.com.evil.example', false],
  ['localhost.evil.example', false],
  ['192.168.0.7:3000', false],
  ['', false],
  [null, false],
])('the first run by the name %s: %s', (host, isOwn) => {
  expect(isOwnName(host, 'https://pay.example.com')).toBe(isOwn)
})

test('an owner makes another merchant, and owns it; nobody else does', async () => {
  const { runtime } = world
  const shop = await world.newMerchant()
  const owner = await newMember(runtime, shop.merchant, 'owner')
  const another = {
    name: 'Live shop',
    type: 'live' as const,
    country: 'DE',
    timeZone: 'Europe/Berlin',
    currency: 'EUR',
  }
  const made = await dashboard(runtime, owner).user.createMerchant(another)
  expect(made.privateKey).toMatch(/^sk_live_/)
  const { merchants } = await dashboard(runtime, owner).user.me()
  expect(merchants.find(({ id }) => id === made.merchant)).toMatchObject({ role: 'owner', type: 'live' })
  expect(
    await runtime.db.select().from(auditEntry).where(eq(auditEntry.merchantId, made.merchant)),
  ).toMatchObject([{ action: 'settings.create', email: owner.email, after: another }])
  for (const session of [await newMember(runtime, shop.merchant, 'admin'), await newUser(runtime)]) {
    await expect(dashboard(runtime, session).user.createMerchant(another)).rejects.toMatchObject({
      told: { status: 403 },
    })
  }
})

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntry } from '@/db/schema'
import { call } from '@/test/call'
import { dashboard, dashboardAs, newMember, newUser } from '@/test/members'
import { testWorld } from '@/test/world'
import { isOwnName } from './start-merchant'

const world = testWorld()

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
])('the first run under the host name %s: %s', (host, isOwn) => {
  expect(isOwnName(host, 'https://pay.example.com')).toBe(isOwn)
})

test('only an owner can create another merchant, which they then own', async () => {
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
  const created = await dashboard(runtime, owner).user.createMerchant(another)
  expect(created.privateKey).toMatch(/^sk_live_/)
  const { merchants } = await dashboard(runtime, owner).user.me()
  expect(merchants.find(({ id }) => id === created.merchant)).toMatchObject({ role: 'owner', type: 'live' })
  expect(
    await runtime.db.select().from(auditEntry).where(eq(auditEntry.merchantId, created.merchant)),
  ).toMatchObject([{ action: 'settings.create', email: owner.email, after: another }])
  // Sent again, as after a lost response.
  const once = { ...another, name: 'Once', attempt: crypto.randomUUID() }
  const first = await dashboard(runtime, owner).user.createMerchant(once)
  expect(await dashboard(runtime, owner).user.createMerchant(once)).toEqual(first)
  await expect(
    dashboard(runtime, owner).user.createMerchant({ ...once, name: 'Corrected' }),
  ).rejects.toMatchObject({ details: { status: 409 } })
  expect((await dashboard(runtime, owner).user.me()).merchants).toHaveLength(merchants.length + 1)
  for (const session of [await newMember(runtime, shop.merchant, 'admin'), await newUser(runtime)]) {
    await expect(dashboard(runtime, session).user.createMerchant(another)).rejects.toMatchObject({
      details: { status: 403 },
    })
  }
})

test('someone who created a merchant and was removed from it cannot get another key by sending the request again', async () => {
  const { runtime } = world
  const shop = await world.newMerchant()
  const owner = await newMember(runtime, shop.merchant, 'owner')
  const place = { country: 'SE', timeZone: 'Europe/Stockholm', currency: 'SEK' }
  const asked = { name: 'Another', type: 'test' as const, ...place, attempt: crypto.randomUUID() }
  const { user } = dashboard(runtime, owner)
  const { merchant, privateKey } = await user.createMerchant(asked)
  const { team, key } = await dashboardAs(runtime, merchant, 'owner')
  await team.remove({ id: owner.userId })
  for (const { id } of await key.list()) await key.revoke({ id })
  for (const type of ['test', 'live'] as const)
    await expect(user.createMerchant({ ...asked, type })).rejects.toMatchObject({ details: { status: 404 } })
  expect(await key.list()).toEqual([])
  for (const known of [privateKey, privateKey.replace('sk_test', 'sk_live')])
    expect((await call(known, 'GET', '/account')).status).toBe(401)
})

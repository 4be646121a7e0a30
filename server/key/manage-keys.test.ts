import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { apiKey, auditEntry } from '@/db/schema'
import { call } from '@/test/call'
import { dashboard, dashboardAs, newMember } from '@/test/members'
import { waitingForLock } from '@/test/race'
import { testWorld } from '@/test/world'
import { hours } from '../core/clock'
import { expireKey } from './manage-keys'

const world = testWorld()

async function shopWithAdmin() {
  const shop = await world.newMerchant()
  return { shop, keys: (await dashboardAs(world.runtime, shop.merchant, 'admin')).key }
}

const attempt = () => crypto.randomUUID()

const statusWith = async (key: string) => (await call(key, 'GET', '/account')).status

test('a key is shown once, works immediately, and stops working when it is revoked', async () => {
  const { shop, keys } = await shopWithAdmin()
  const { id, key } = await keys.create({ kind: 'private', name: 'Till 2', attempt: attempt() })
  expect(key).toMatch(/^sk_test_/)
  expect(await statusWith(key)).toBe(200)
  expect(JSON.stringify(await keys.list())).not.toContain(key)
  const shown = { id, name: 'Till 2', clear: null, ending: key.slice(-4) }
  expect(await keys.list()).toContainEqual(expect.objectContaining(shown))
  await keys.rename({ id, name: 'Till 3' })
  expect((await keys.list()).find((each) => each.id === id)?.name).toBe('Till 3')
  await keys.revoke({ id })
  expect(await statusWith(key)).toBe(401)
  expect(await statusWith(shop.privateKey)).toBe(200)
  await expect(keys.revoke({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a rolled key and its replacement both work until the hours are over', async () => {
  const { shop, keys } = await shopWithAdmin()
  const [old] = (await keys.list()).filter(({ kind }) => kind === 'private')
  const { key } = await keys.roll({ id: old?.id ?? '', hours: 2, attempt: attempt() })
  expect([await statusWith(shop.privateKey), await statusWith(key)]).toEqual([200, 200])
  world.clock.advance(hours(2))
  expect([await statusWith(shop.privateKey), await statusWith(key)]).toEqual([401, 200])
})

describe('pressing twice', () => {
  test.each([0, 2])(
    'replaces a key once, and both responses contain the new key: %i hours',
    async (hours) => {
      const { shop, keys } = await shopWithAdmin()
      const [old] = (await keys.list()).filter(({ kind }) => kind === 'private')
      const pressed = { id: old?.id ?? '', hours, attempt: attempt() }
      const together = await Promise.all([1, 2, 3].map(() => keys.roll(pressed)))
      const results = [...together, await keys.roll(pressed)]
      expect(new Set(results.map(({ id, key }) => `${id} ${key}`)).size).toBe(1)
      expect(await statusWith(results[0]?.key ?? '')).toBe(200)
      expect(await statusWith(shop.privateKey)).toBe(hours > 0 ? 200 : 401)
      expect((await keys.list()).filter(({ kind }) => kind === 'private')).toHaveLength(hours > 0 ? 2 : 1)
      const entries = await world.runtime.db.select().from(auditEntry)
      expect(entries.filter(({ merchantId }) => merchantId === shop.merchant)).toHaveLength(1)
    },
  )

  test('creates a key once', async () => {
    const { keys } = await shopWithAdmin()
    const before = (await keys.list()).length
    const pressed = { kind: 'private' as const, name: 'Till', attempt: attempt() }
    const created = await Promise.all([1, 2, 3].map(() => keys.create(pressed)))
    expect(new Set(created.map(({ key }) => key)).size).toBe(1)
    expect(await keys.list()).toHaveLength(before + 1)
  })

  test('another press, another person and another merchant each create their own key', async () => {
    const { shop, keys } = await shopWithAdmin()
    const other = await newMember(world.runtime, shop.merchant, 'admin')
    const pressed = { kind: 'private' as const, name: 'Till', attempt: attempt() }
    const created = await Promise.all([
      keys.create(pressed),
      keys.create({ ...pressed, attempt: attempt() }),
      dashboard(world.runtime, other, shop.merchant).key.create(pressed),
      (await shopWithAdmin()).keys.create(pressed),
    ])
    expect(new Set(created.map(({ key }) => key)).size).toBe(4)
  })

  test('a key that has since been revoked is not returned again', async () => {
    const { keys } = await shopWithAdmin()
    const pressed = { kind: 'private' as const, name: 'Till', attempt: attempt() }
    await keys.revoke({ id: (await keys.create(pressed)).id })
    await expect(keys.create(pressed)).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

test('a key that expires soon is not extended', async () => {
  const { keys } = await shopWithAdmin()
  const { id } = await keys.create({ kind: 'public', name: 'Web', attempt: attempt() })
  const sooner = await keys.expire({ id, hours: 1 })
  expect(await keys.expire({ id, hours: 5 })).toEqual(sooner)
})

test('a key that one admin ends is not extended by another at the same moment', async () => {
  const { shop, keys } = await shopWithAdmin()
  const { id, key } = await keys.create({ kind: 'private', name: 'Till', attempt: attempt() })
  const { db } = world.runtime
  const both: Promise<unknown>[] = []
  // Both have begun before either is done.
  await db.transaction(async (tx) => {
    await tx.select().from(apiKey).where(eq(apiKey.id, id)).for('update')
    for (const hours of [0, 24]) {
      both.push(expireKey(shop.context, { id, hours }).catch(() => undefined))
      await expect.poll(() => waitingForLock(db)).toBe(both.length)
    }
  })
  await Promise.all(both)
  expect(await statusWith(key)).toBe(401)
})

test('keys of another merchant are not found', async () => {
  const { shop, keys } = await shopWithAdmin()
  const theirs = await shopWithAdmin()
  const ids = (await theirs.keys.list()).map(({ id }) => id)
  for (const id of ids) {
    for (const act of [
      () => keys.revoke({ id }),
      () => keys.rename({ id, name: 'Mine' }),
      () => keys.roll({ id, hours: 0, attempt: attempt() }),
      () => keys.expire({ id, hours: 0 }),
    ]) {
      await expect(act()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
  }
  expect(await statusWith(theirs.shop.privateKey)).toBe(200)
  expect((await keys.list()).every(({ clear }) => clear === null || clear === shop.publicKey)).toBe(true)
})

test('an expired key is not rolled, and at most 50 are active', async () => {
  const { keys } = await shopWithAdmin()
  const create = () => keys.create({ kind: 'private', name: 'Till', attempt: attempt() })
  const { id } = await create()
  await keys.revoke({ id })
  await expect(keys.roll({ id, hours: 1, attempt: attempt() })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const free = 50 - (await keys.list()).length
  for (let count = 0; count < free; count++) await create()
  await expect(create()).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  expect(await keys.list()).toHaveLength(50)
})

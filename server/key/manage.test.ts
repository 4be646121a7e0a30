import { expect, test } from 'vitest'
import { call } from '@/test/call'
import { dashboard, newMember } from '@/test/members'
import { testWorld } from '@/test/world'
import { hours } from '../clock/clock'

const world = testWorld()

async function shopWithAdmin() {
  const shop = await world.newMerchant()
  const session = await newMember(world.runtime, shop.merchant, 'admin')
  return { shop, keys: dashboard(world.runtime, session, shop.merchant).key }
}

const statusWith = async (key: string) => (await call(key, 'GET', '/account')).status

test('a key is shown once, works at once, and no more once it is revoked', async () => {
  const { shop, keys } = await shopWithAdmin()
  const { id, key } = await keys.make({ kind: 'private', name: 'Till 2' })
  expect(key).toMatch(/^sk_test_/)
  expect(await statusWith(key)).toBe(200)
  expect(JSON.stringify(await keys.list())).not.toContain(key)
  expect(await keys.list()).toContainEqual(expect.objectContaining({ id, name: 'Till 2', clear: null }))
  await keys.rename({ id, name: 'Till 3' })
  expect((await keys.list()).find((each) => each.id === id)?.name).toBe('Till 3')
  await keys.revoke({ id })
  expect(await statusWith(key)).toBe(401)
  expect(await statusWith(shop.privateKey)).toBe(200)
  await expect(keys.revoke({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a rolled key and the one before are both taken until the hours are over', async () => {
  const { shop, keys } = await shopWithAdmin()
  const [old] = (await keys.list()).filter(({ kind }) => kind === 'private')
  const { key } = await keys.roll({ id: old?.id ?? '', hours: 2 })
  expect([await statusWith(shop.privateKey), await statusWith(key)]).toEqual([200, 200])
  world.clock.advance(hours(2))
  expect([await statusWith(shop.privateKey), await statusWith(key)]).toEqual([401, 200])
})

test('a key that is to end soon is not made to last longer', async () => {
  const { keys } = await shopWithAdmin()
  const { id } = await keys.make({ kind: 'public', name: 'Web' })
  const sooner = await keys.expire({ id, hours: 1 })
  expect(await keys.expire({ id, hours: 5 })).toEqual(sooner)
})

test('keys of another merchant are not there', async () => {
  const { shop, keys } = await shopWithAdmin()
  const theirs = await shopWithAdmin()
  const ids = (await theirs.keys.list()).map(({ id }) => id)
  for (const id of ids) {
    for (const act of [
      () => keys.revoke({ id }),
      () => keys.rename({ id, name: 'Mine' }),
      () => keys.roll({ id, hours: 0 }),
      () => keys.expire({ id, hours: 0 }),
    ]) {
      await expect(act()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
  }
  expect(await statusWith(theirs.shop.privateKey)).toBe(200)
  expect((await keys.list()).every(({ clear }) => clear === null || clear === shop.publicKey)).toBe(true)
})

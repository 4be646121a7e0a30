import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { apiKey } from '@/db/schema'
import { testWorld } from '@/test/world'
import { days, later } from '../core/clock'
import { deleteOldAccountKeys } from './delete-old-keys'
import { issueKey } from './issue-key'

const world = testWorld()

test('account keys that ended long ago are deleted, and all others are kept', async () => {
  const shop = await world.newMerchant()
  const { db } = world.runtime
  const long = later(new Date(), -days(31))
  const issue = async (
    name: string,
    kind: 'private' | 'account',
    ended: { expires?: Date; revoked?: Date } = {},
  ) => {
    const { id } = await issueKey(shop.context, { kind, name })
    if (Object.keys(ended).length > 0) await db.update(apiKey).set(ended).where(eq(apiKey.id, id))
  }
  await issue('expired long ago', 'account', { expires: long })
  await issue('revoked long ago', 'account', { revoked: long, expires: later(long, days(60)) })
  await issue('expired just now', 'account', { expires: later(new Date(), -1) })
  await issue('without an end', 'account')
  await issue('expired private key', 'private', { expires: long })
  expect(await deleteOldAccountKeys(db, later(new Date(), -days(30)))).toBe(2)
  const kept = await db.select({ name: apiKey.name }).from(apiKey).where(eq(apiKey.merchantId, shop.merchant))
  const names = kept.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['expired just now', 'without an end', 'expired private key']))
  expect(names).not.toContain('expired long ago')
  expect(names).not.toContain('revoked long ago')
})

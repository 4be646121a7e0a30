import { expect, test } from 'vitest'
import { serviceToken, serviceVerification } from '@/db/schema'
import { stripeMerchant } from '@/test/stripe/merchant'
import { testWorld } from '@/test/world'
import { days, later } from '../core/clock'
import { newReference } from '../core/id'
import { deleteTokens } from './delete-tokens'

const world = testWorld()

test('tokens that expired long ago are deleted with their verifications, and others are kept', async () => {
  const { service, merchant: merchantId } = await stripeMerchant(world)
  const { db } = world.runtime
  const tokenise = async (now: Date) =>
    (await service.tokenise?.('pm_card_threeDSecure2Required', { merchantId, now }))?.token ?? ''
  const old = later(new Date(), -days(31))
  const begin = async (now: Date) =>
    service.authorize({
      ...{ merchantId, operation: newReference(), now, amount: 10_000n, currency: 'SEK' },
      source: { token: await tokenise(now) },
    })
  expect((await begin(old)).status).toBe('verification required')
  expect((await begin(new Date())).status).toBe('verification required')
  await tokenise(old)
  expect(await deleteTokens(db, later(new Date(), -days(30)))).toBe(2)
  expect([await db.$count(serviceToken), await db.$count(serviceVerification)]).toEqual([1, 1])
})

import { eq } from 'drizzle-orm'
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
  expect(await db.$count(serviceToken)).toBe(1)
  expect(await db.select().from(serviceVerification)).toMatchObject([
    { usedBy: null, bankUrl: expect.any(String) },
  ])
})

test('what a cardholder has refused to approve is not an approval', async () => {
  const { service, merchant: merchantId, double } = await stripeMerchant(world)
  const { db } = world.runtime
  const now = new Date()
  const token = (await service.tokenise?.('pm_card_threeDSecure2Required', { merchantId, now }))?.token ?? ''
  const pay = () =>
    service.authorize({
      ...{ merchantId, operation: newReference(), now, amount: 10_000n, currency: 'SEK' },
      source: { token },
    })
  await pay()
  const ofMerchant = eq(serviceVerification.merchantId, merchantId)
  const find = async () => (await db.select().from(serviceVerification).where(ofMerchant))[0]
  double.operate('decide', { intent: (await find())?.reference ?? '', approve: false })
  expect((await pay()).status).toBe('declined')
  expect(await find()).toMatchObject({ usedBy: expect.any(String), approved: null })
})

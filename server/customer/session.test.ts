import { expect, test } from 'vitest'
import { move, payer, shopOn } from '@/test/billing'
import { visa } from '@/test/call'
import { testWorld } from '@/test/world'
import { createAccountKey } from '../account/account-key'
import { contextOf } from '../core/context'
import { endSession, findSession } from '../customer/session'
import { findMerchant } from '../merchant/find-merchant'

const world = testWorld()

test("a customer acts at the merchant's time after its clock was moved, until the session ends", async () => {
  const shop = await shopOn(world, '2028-03-01')
  const { id } = await payer(shop, visa)
  const merchant = await findMerchant(world.runtime.db, shop.merchant)
  if (!merchant) throw new Error('The merchant cannot be found')
  const { key } = await createAccountKey(contextOf(world.runtime, merchant), id)
  const find = () => findSession(world.runtime, { key, source: '192.0.2.1' })
  const session = await find()
  if (session?.state !== 'open') throw new Error('The session is not open')
  expect(session).toMatchObject({ accountId: id, context: { source: '192.0.2.1' } })
  expect(session.context.clock.now().toISOString().slice(0, 13)).toBe('2028-02-29T23')
  await endSession(session)
  expect(await find()).toMatchObject({ state: 'ended' })
  expect(await findSession(world.runtime, { key: shop.privateKey })).toBeUndefined()
})

test("a session ends after three days of the merchant's clock", async () => {
  const shop = await shopOn(world, '2028-03-01')
  const { id } = await payer(shop)
  const merchant = await findMerchant(world.runtime.db, shop.merchant)
  if (!merchant) throw new Error('The merchant cannot be found')
  const { key } = await createAccountKey(contextOf(world.runtime, merchant), id)
  await move(shop, { advance: { days: 3 } })
  expect(await findSession(world.runtime, { key })).toMatchObject({ state: 'ended' })
})

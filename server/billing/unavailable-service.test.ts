// @module-tag slow

import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { order as orders } from '@/db/schema'
import { ordersOf, subscribe } from '@/test/billing'
import { accountWith, visa } from '@/test/call'
import { addSubscribers } from '@/test/subscribers'
import { testWorld } from '@/test/world'
import { addDays, dayOf } from '../model/calendar'
import type { Authorised, Outcome } from '../model/card/service'
import { recoverOperations } from '../payment/recover'
import { beginDue } from './due'
import { runBilling } from './run'
import { billAll } from './run-all'

const world = testWorld()
afterEach(() => {
  vi.restoreAllMocks()
})

test('an unavailable card service is not called for every payment of a large run', async () => {
  const shop = await world.newMerchant()
  const { id } = await accountWith(shop, visa)
  const due = addDays(dayOf(world.clock.now(), shop.row.timeZone), -1)
  await addSubscribers(world.runtime.db, { merchantId: shop.merchant, accountId: id }, { count: 900, due })
  const away: Outcome<Authorised> = { status: 'unknown', cause: new Error('away') }
  const authorize = vi.spyOn(world.runtime.cards.named('test'), 'authorize').mockResolvedValue(away)
  const run = await runBilling(shop.context)
  expect(run.open).toBe(authorize.mock.calls.length)
  // One batch of 200 in each of the two lanes.
  expect(run.open).toBeLessThanOrEqual(400)
  // Nor by the runs that follow, once the first payments have been looked up in vain.
  const { runtime } = world
  for (let round = 0; round < 3; round++)
    await recoverOperations(runtime, { staleSeconds: 0, onError: () => undefined })
  const calls = () => authorize.mock.calls.filter(([{ merchantId }]) => merchantId === shop.merchant).length
  const before = calls()
  await billAll(runtime)
  expect(calls() - before).toBe(0)
  // When the service is back, all are billed.
  authorize.mockRestore()
  for (let taken = 1; taken > 0; )
    taken = (await recoverOperations(runtime, { staleSeconds: 0, onError: expect.fail })).taken
  await billAll(runtime)
  const billed = await runtime.db.select().from(orders).where(eq(orders.merchantId, shop.merchant))
  expect(billed.filter(({ charged }) => charged > 0n)).toHaveLength(900)
})

test('operations of a merchant are recovered however many of another merchant are waiting', async () => {
  const [many, one] = [await world.newMerchant(), await world.newMerchant()]
  const { id } = await accountWith(many, visa)
  const due = addDays(dayOf(world.clock.now(), many.row.timeZone), -1)
  await addSubscribers(world.runtime.db, { merchantId: many.merchant, accountId: id }, { count: 150, due })
  const account = await accountWith(one, visa)
  await subscribe(one, account)
  // Their processes die here.
  expect(await beginDue(many.context, 200)).toHaveLength(150)
  await beginDue(one.context, 200)
  const { taken } = await recoverOperations(world.runtime, { staleSeconds: 0, onError: expect.fail })
  expect(taken).toBe(100)
  expect((await ordersOf(one, account)).map(({ status }) => status)).toEqual([{ charged: 100 }])
})

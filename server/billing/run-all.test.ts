// @module-tag slow

import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { order } from '@/db/schema'
import { accountWith, visa } from '@/test/call'
import { addSubscribers } from '@/test/subscribers'
import { type TestMerchant, testWorld } from '@/test/world'
import { minutes } from '../core/clock'
import { addDays, dayOf } from '../model/calendar'
import { billAll } from './run-all'

const world = testWorld({ pool: 20 })

afterEach(() => {
  vi.restoreAllMocks()
})

/** Creates a merchant with `count` subscriptions that were due yesterday. */
async function shopWith(count: number): Promise<TestMerchant> {
  const shop = await world.newMerchant()
  const { id } = await accountWith(shop, visa)
  const due = addDays(dayOf(world.clock.now(), shop.row.timeZone), -1)
  await addSubscribers(world.runtime.db, { merchantId: shop.merchant, accountId: id }, { count, due })
  return shop
}

const billed = ({ merchant }: TestMerchant) => world.runtime.db.$count(order, eq(order.merchantId, merchant))

test('while a card service is away, its merchant’s turn begins one batch in each lane', async () => {
  const away = await shopWith(900)
  const other = await shopWith(900)
  const service = world.runtime.cards.named('test')
  const authorize = service.authorize.bind(service)
  const calls = vi.spyOn(service, 'authorize').mockImplementation(async (call) => {
    if (call.merchantId === away.merchant) return { status: 'unknown', cause: new Error('away') }
    return authorize(call)
  })
  // Each turn of the other merchant is one batch, so there are several.
  await billAll(world.runtime, { turnMs: 0 })
  expect(await billed(other)).toBe(900)
  const sent = calls.mock.calls.filter(([{ merchantId }]) => merchantId === away.merchant).length
  expect([await billed(away), sent]).toEqual([400, 400])
  calls.mockRestore()
  await billAll(world.runtime, { turnMs: 0 })
  expect(await billed(away)).toBe(900)
})

test('a merchant whose card service was away has a turn again after a minute, although others are still billed', async () => {
  const away = await shopWith(500)
  const other = await shopWith(900)
  const service = world.runtime.cards.named('test')
  const authorize = service.authorize.bind(service)
  let ofOther = 0
  const isMinuteOver = () => ofOther >= 300
  vi.spyOn(service, 'authorize').mockImplementation(async (call) => {
    if (call.merchantId === other.merchant) ofOther++
    else if (!isMinuteOver()) return { status: 'unknown', cause: new Error('away') }
    return authorize(call)
  })
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + (isMinuteOver() ? minutes(1) : 0))
  await billAll(world.runtime, { turnMs: 0 })
  expect([await billed(away), await billed(other)]).toEqual([500, 900])
})

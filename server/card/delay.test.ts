import { expect, test } from 'vitest'
import { tokenFor, visa } from '@/test/call'
import { testWorld } from '@/test/world'
import { contextOf } from '../core/context'
import { createOrder } from '../order/create-order'
import { runtimeOn } from '../runtime'
import { randomTime } from './test/delay'

const world = testWorld()

test('half of the random times are below the median, and one in a hundred is above p99', () => {
  const times = Array.from({ length: 20_000 }, () => randomTime({ median: 120, p99: 380 }))
  const above = (limit: number) => times.filter((time) => time > limit).length
  // Five standard errors to each side.
  expect(above(120)).toBeGreaterThan(9_600)
  expect(above(120)).toBeLessThan(10_400)
  expect(above(380)).toBeGreaterThan(130)
  expect(above(380)).toBeLessThan(270)
})

test('a delayed acquirer responds late, and does its work', async () => {
  const shop = await world.newMerchant()
  const { db, baseUrl } = world.runtime
  const slow = runtimeOn(db, { baseUrl, cardServiceTimeoutMs: 5000, testCardDelay: { median: 80, p99: 80 } })
  const card = await tokenFor(shop, visa)
  const started = performance.now()
  const order = await createOrder(contextOf(slow, shop.row), {
    items: 10,
    currency: 'SEK',
    payment: { type: 'card', card },
  })
  // A timer can fire up to a millisecond early.
  expect(performance.now() - started).toBeGreaterThan(78)
  expect(order.ordered).toBe(1000n)
})

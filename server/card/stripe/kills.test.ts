// @module-tag slow

import { expect, test } from 'vitest'
import { order } from '@/db/schema'
import { killAtStripe } from '@/test/stripe/kill-run'
import { stripeShop } from '@/test/stripe/shop'
import { testWorld } from '@/test/world'

const world = testWorld()
const kills = 6

test('web processes and a worker that are killed while Stripe misbehaves do everything exactly once', {
  timeout: 240_000,
}, async () => {
  const shop = await stripeShop(world)
  const merchant = { id: shop.merchant, privateKey: shop.privateKey }
  const { db } = world.runtime
  const report = await killAtStripe({
    ...{ db, databaseUrl: world.databaseUrl, merchant, kills },
    double: shop.double,
  })
  expect(report.differences).toEqual([])
  expect(report.orders).toBeGreaterThan(kills)
  expect(await db.$count(order)).toBeGreaterThanOrEqual(report.orders)
})

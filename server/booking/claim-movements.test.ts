import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { document, unbooked } from '@/db/schema'
import { orderOf, post } from '@/test/call'
import { contextNow, testWorld } from '@/test/world'
import { clockAt, hours, later } from '../core/clock'
import { bookAll } from './book'

const world = testWorld()

test('a worker whose clock is behind books what others have recorded on the day they did, but not what is postponed', async () => {
  const shop = await world.newMerchant()
  const [now, postponed] = [await orderOf(shop, 100), await orderOf(shop, 100)]
  for (const { id } of [now, postponed]) await post(shop, id, { type: 'charge' })
  const { db } = world.runtime
  await db
    .update(unbooked)
    .set({ date: sql`${unbooked.date} + interval '1 hour'` })
    .where(eq(unbooked.orderId, postponed.id))
  const context = await contextNow(world, shop)
  await bookAll({ ...context, clock: clockAt(later(context.clock.now(), -hours(6))) })
  const [booked, ...others] = await db.select().from(document).where(eq(document.merchantId, shop.merchant))
  expect([booked?.orderId, others]).toEqual([now.id, []])
  expect(booked?.issued).toEqual(booked?.moved)
})

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { shopOn } from '@/test/billing'
import { columnsWith, everyRow, liveWith, personOf } from '@/test/personal-data'
import { deliverIn, eventually, receiver } from '@/test/receiver'
import { contextNow, testWorld } from '@/test/world'
import { bookAll } from '../booking/book'
import { call } from '@/test/call'
import { changeMerchant } from '../merchant/change-merchant'

const world = testWorld()

test('probe', async () => {
  const shop = await shopOn(world, '2027-05-01')
  const hook = await receiver((response, received) => response.end(`Thanks, Zqxperson: ${received.length}`))
  await world.runtime.db.execute(sql`update merchant set callbacks = array[${hook.url}] where id = ${shop.merchant}`)
  const deliveries = deliverIn(world)
  const mine = await liveWith(world, shop, 'Zqxperson')
  await bookAll(await contextNow(world, shop))
  console.log(await columnsWith(world.runtime.db, 'Zqxperson'))
  console.log(await columnsWith(world.runtime.db, '203.0.113.77'))
  const res = await call(shop.privateKey, 'POST', `/account/${mine.id}/erasure`)
  console.log(res.status, res.text)
  console.log(await columnsWith(world.runtime.db, 'Zqxperson'))
  console.log(await columnsWith(world.runtime.db, '203.0.113.77'))
})

// @module-tag slow

import { sql } from 'drizzle-orm'
import { test } from 'vitest'
import { callbackDelivery } from '@/db/schema'
import { addCallbacks, deliverIn, eventually, receiver } from '@/test/receiver'
import { testWorld } from '@/test/world'

const world = testWorld()

test('reaches addresses that come after hundreds of others with nothing due', async () => {
  const { db } = world.runtime
  const shops = [await world.newMerchant(), await world.newMerchant()]
  // Addresses are read in order of their merchant first.
  const rows = await db.execute<{ id: string }>(
    sql`select id from merchant where id = any(${sql.param(shops.map(({ merchant }) => merchant))}::text[]) order by id`,
  )
  const [first, last] = rows.map(({ id }) => shops.find(({ merchant }) => merchant === id))
  if (!first || !last) throw new Error('There are no two merchants')
  await db.execute(sql`
    insert into ${callbackDelivery} (merchant_id, id, url, type, subject, payload, status, created, next_attempt)
    select ${first.merchant}, 'later' || n, 'http://127.0.0.1:9/' || n, 'test', n::text, '{}', 'waiting', now(),
      now() + interval '1 hour' from generate_series(1, 1100) n`)
  const there = await receiver((response) => response.writeHead(200).end())
  await addCallbacks(last, there.url)
  deliverIn(world)
  await eventually(() => there.received.length).toBe(1)
})

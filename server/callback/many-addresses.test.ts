// @module-tag slow

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { connect } from '@/db/client'
import { callbackDelivery } from '@/db/schema'
import { addCallbacks, deliverIn, eventually, receiver } from '@/test/receiver'
import { testWorld } from '@/test/world'
import { startDeliveries } from './deliver'

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

test('looks for new callbacks at least every second', async () => {
  const looks: number[] = []
  const onQuery = (query: string) => {
    if (query.includes('with recursive address')) looks.push(performance.now())
  }
  const { db, close } = connect(world.databaseUrl, { onQuery })
  const deliveries = startDeliveries(db, { networks: [] })
  await expect.poll(() => looks.length).toBeGreaterThan(4)
  await deliveries.stop()
  await close()
  const gaps = looks.slice(1).map((at, place) => at - (looks[place] ?? 0))
  // The others may be longer on a busy machine.
  expect(Math.min(...gaps)).toBeLessThanOrEqual(1000)
})

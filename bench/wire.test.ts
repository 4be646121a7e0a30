import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { connect } from '@/db/client'
import { testWorld } from '@/test/world'
import { countingProxy } from './wire'

const world = testWorld()

test('counts statements and round trips, and leaves out the request log', async () => {
  const proxy = await countingProxy(world.databaseUrl)
  const { db, close } = connect(proxy.url, { pool: 1 })
  const work = async () => {
    await db.execute(sql`select count(*) from acquirer_fault`)
    await db.execute(sql`select count(*) from request_log`)
    await db.transaction(async (tx) => {
      await Promise.all([tx.execute(sql`select 1 as one`), tx.execute(sql`select 2 as two`)])
    })
  }
  await work()
  proxy.take()
  await work()
  // One, then begin, two that are sent together, and commit.
  expect(proxy.take()).toEqual({ statements: 5, ofAcquirer: 1, roundTrips: 4 })
  expect(proxy.take()).toEqual({ statements: 0, ofAcquirer: 0, roundTrips: 0 })
  await close()
  proxy.close()
})

test('statements on several connections at the same time are one round trip', async () => {
  const proxy = await countingProxy(world.databaseUrl)
  const { db, close } = connect(proxy.url, { pool: 2 })
  // Slow enough for the second to be sent before the first has its result.
  const both = () => Promise.all([0.2, 0.2].map((seconds) => db.execute(sql`select pg_sleep(${seconds})`)))
  await both()
  proxy.take()
  await both()
  expect(proxy.take()).toEqual({ statements: 2, ofAcquirer: 0, roundTrips: 1 })
  await close()
  proxy.close()
})

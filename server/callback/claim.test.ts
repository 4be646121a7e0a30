// @module-tag slow

import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '@/db/client'
import { callbackDelivery } from '@/db/schema'
import { addCallbacks, eventually } from '@/test/receiver'
import { rowsRead } from '@/test/rows-read'
import { type TestMerchant, testWorld } from '@/test/world'
import { later, minutes } from '../core/clock'
import { claim, hastenDeliveries, release, waitingAddresses } from './claim'
import { DeliveryListQuery, listDeliveries } from './list-deliveries'
import { record } from './record'
import { resendDelivery } from './resend-callbacks'

const world = testWorld()
const crowded = 'http://crowded.example/'
let shop: TestMerchant

/** Inserts many rows at once: `status` at `url`, with the subject `subject` (an SQL expression of n). */
const fill = (url: string, status: string, subject: string, count: number) =>
  world.runtime.db.execute(sql`
    insert into ${callbackDelivery} (merchant_id, id, url, type, subject, payload, status, created, next_attempt)
    select ${shop.merchant}, ${`${url}${status}`} || n, ${url}, 'test', ${sql.raw(subject)}, '{}', ${status}, now(), now() - n * interval '1 ms'
    from generate_series(1, ${count}::int) n`)

beforeAll(async () => {
  shop = await world.newMerchant()
  await fill(crowded, 'delivered', 'n::text', 30_000)
  await fill(crowded, 'waiting', 'n::text', 30_000)
  await fill('http://one.example/', 'waiting', `'same'`, 5_000)
  await addCallbacks(shop, 'http://quiet.example/')
})

/** Returns at most `count` addresses of the shop that have anything waiting. */
const shopAddresses = async (count: number) =>
  (await waitingAddresses(world.runtime.db, { after: { merchantId: shop.merchant, url: '' }, count }))
    .filter(({ merchantId }) => merchantId === shop.merchant)
    .map(({ url }) => url)

const claimOf = (url: string, room = 4, merchantId = shop.merchant) =>
  claim(world.runtime.db, [{ merchantId, url, room }])

test('tens of thousands of callbacks waiting for one address do not slow the others down', async () => {
  for (const analysed of [false, true]) {
    if (analysed) await world.runtime.db.execute(sql`analyze ${callbackDelivery}`)
    const queries: ((db: Database) => Promise<unknown>)[] = [
      (db) => waitingAddresses(db, { after: { merchantId: '', url: '' }, count: 500 }),
      ...['http://quiet.example/', crowded, 'http://one.example/'].map(
        (url) => (db: Database) => claim(db, [{ merchantId: shop.merchant, url, room: 4 }]),
      ),
    ]
    for (const query of queries) {
      expect(await rowsRead(world.databaseUrl, 'values', query)).toBeLessThan(2_000)
      expect(await rowsRead(world.databaseUrl, 'any values', query)).toBeLessThan(2_000)
    }
  }
})

test('finds the addresses with anything waiting in their order', async () => {
  expect(await shopAddresses(500)).toEqual([crowded, 'http://one.example/', 'http://quiet.example/'])
})

test('lists failed callbacks from their own index', async () => {
  const plans: string[] = []
  const { db, close } = connect(world.databaseUrl, { onQuery: (query) => plans.push(query) })
  const context = { ...shop.context, db }
  await listDeliveries(context, DeliveryListQuery.parse({ status: 'failed' }))
  await close()
  const listing = plans.find((query) => query.includes('limit')) ?? ''
  const plan = await world.runtime.db.execute<{ 'QUERY PLAN': string }>(
    sql.raw(`explain ${listing.replace('$1', `'${shop.merchant}'`).replace('$2', '101')}`),
  )
  expect(JSON.stringify(plan)).toContain('callback_delivery_failed')
})

test('reads addresses a few at a time', async () => {
  expect(await shopAddresses(2)).toEqual([crowded, 'http://one.example/'])
  const after = { merchantId: shop.merchant, url: 'http://one.example/' }
  expect((await waitingAddresses(world.runtime.db, { after, count: 1 }))[0]?.url).toBe(
    'http://quiet.example/',
  )
})

test('claims nothing twice, however many processes claim at once', async () => {
  const other = await world.newMerchant()
  for (let count = 0; count < 60; count += 1) await addCallbacks(other, 'http://shared.example/')
  const claims = await Promise.all(
    Array.from({ length: 20 }, () => claimOf('http://shared.example/', 4, other.merchant)),
  )
  const ids = claims.flat().map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const rest = await claimOf('http://shared.example/', 100, other.merchant)
  expect(ids.length + rest.length).toBe(60)
})

test('claims only the first callback of a subject until its first attempt has ended', async () => {
  const other = await world.newMerchant()
  const url = 'http://ordered.example/'
  const [first, second] = await addCallbacks(other, url, { subject: 'one', times: 3 })
  const elsewhere = await addCallbacks(other, 'http://elsewhere.example/', { subject: 'one' })
  const next = async (at = url) => (await claimOf(at, 4, other.merchant)).map(({ id }) => id)
  const [claimed] = await claimOf(url, 4, other.merchant)
  expect(claimed?.id).toBe(first)
  expect(await next()).toEqual([])
  expect(await next('http://elsewhere.example/')).toEqual(elsewhere)
  if (!claimed) return
  await release(world.runtime.db, claimed)
  await eventually(() => next()).toEqual([first])
  const again = { ...claimed, claim: 'now' }
  await record(world.runtime.db, again, { date: new Date(), ms: 1, error: 'no' })
  expect(await next()).toEqual([second])
})

test('a subject with many callbacks does not hold up the others', async () => {
  const other = await world.newMerchant()
  const url = 'http://long.example/'
  const long = await addCallbacks(other, url, { subject: 'x', times: 150 })
  const [short] = await addCallbacks(other, url, { subject: 'y' })
  const [claimed] = await claimOf(url, 1, other.merchant)
  if (!claimed) throw new Error('Nothing was claimed')
  expect(claimed.id).toBe(long[0])
  expect((await claimOf(url, 4, other.merchant)).map(({ id }) => id)).toEqual([short])
  expect(await claimOf(url, 4, other.merchant)).toEqual([])
  // It is then due after more callbacks than are searched, and all of these wait for it.
  await release(world.runtime.db, claimed)
  await eventually(() => claimOf(url, 4, other.merchant)).toMatchObject([{ id: long[0] }])
})

test('finds the few that can be sent among tens of thousands of callbacks', async () => {
  const url = 'http://mixed.example/'
  // The earliest thousand are of one subject.
  await fill(url, 'waiting', `case when n > 29000 then 'one' else n::text end`, 30_000)
  for (const analysed of [false, true]) {
    if (analysed) await world.runtime.db.execute(sql`analyze ${callbackDelivery}`)
    for (const planFor of ['values', 'any values'] as const) {
      const claimFour = (db: Database) => claim(db, [{ merchantId: shop.merchant, url, room: 4 }])
      expect(await rowsRead(world.databaseUrl, planFor, claimFour)).toBeLessThan(2_500)
    }
  }
  expect(await claimOf(url)).toHaveLength(4)
  await world.runtime.db.delete(callbackDelivery).where(sql`${callbackDelivery.url} = ${url}`)
})

test('an expired claim does not release a delivery that another process has claimed since', async () => {
  const other = await world.newMerchant()
  const url = 'http://released.example/'
  await addCallbacks(other, url)
  const [early] = await claimOf(url, 4, other.merchant)
  await world.runtime.db.execute(
    sql`update ${callbackDelivery} set next_attempt = now() - interval '1 s' where url = ${url}`,
  )
  const [late] = await claimOf(url, 4, other.merchant)
  if (!early || !late) throw new Error('Nothing was claimed')
  await release(world.runtime.db, early)
  expect(await claimOf(url, 4, other.merchant)).toEqual([])
  await release(world.runtime.db, late)
  await eventually(() => claimOf(url, 4, other.merchant)).toMatchObject([{ id: late.id }])
})

test('an expired claim does not decide what happens to a delivery that failed', async () => {
  const other = await world.newMerchant()
  const url = 'http://late.example/'
  await addCallbacks(other, url)
  const [early] = await claimOf(url, 4, other.merchant)
  if (!early) throw new Error('Nothing was claimed')
  const { db } = world.runtime
  await db.execute(
    sql`update ${callbackDelivery} set next_attempt = now() - interval '1 s' where url = ${url}`,
  )
  const [late] = await claimOf(url, 4, other.merchant)
  if (!late) throw new Error('Nothing was claimed')
  const now = { date: new Date(), ms: 1 }
  const row = async () => {
    const [found] = await db.select().from(callbackDelivery).where(sql`${callbackDelivery.url} = ${url}`)
    return found
  }
  const before = await row()
  await record(db, { ...early, age: 1e12 }, { ...now, status: 500 })
  expect(await row()).toEqual({ ...before, attempts: 1 })
  await record(db, late, { ...now, status: 200, responseBody: '' })
  await record(db, { ...early, age: 1e12 }, { ...now, status: 500 })
  expect(await row()).toMatchObject({ status: 'delivered', attempts: 3 })
})

test('a success counts, even if another process has claimed the delivery since', async () => {
  const other = await world.newMerchant()
  const url = 'http://slow.example/'
  await addCallbacks(other, url)
  const { db } = world.runtime
  const [early] = await claimOf(url, 4, other.merchant)
  await db.execute(
    sql`update ${callbackDelivery} set next_attempt = now() - interval '1 s' where url = ${url}`,
  )
  const [late] = await claimOf(url, 4, other.merchant)
  if (!early || !late) throw new Error('Nothing was claimed')
  await record(db, early, { date: new Date(), ms: 1, status: 200, responseBody: '' })
  expect(await listDeliveries(other.context, DeliveryListQuery.parse({}))).toMatchObject({
    rows: [{ status: 'delivered', attempts: 1 }],
  })
})

test('a delivery that is resent gets all attempts again', async () => {
  const other = await world.newMerchant()
  const url = 'http://resent.example/'
  const [id = ''] = await addCallbacks(other, url)
  const [first] = await claimOf(url, 4, other.merchant)
  if (!first) throw new Error('Nothing was claimed')
  await record(world.runtime.db, first, { date: new Date(), ms: 1, status: 500, responseBody: '' })
  await resendDelivery(other.context, id)
  await eventually(() => claimOf(url, 4, other.merchant)).toMatchObject([{ attempts: 0 }])
})

test('attempts count even if the clock of the worker is behind', async () => {
  const other = await world.newMerchant()
  const url = 'http://behind.example/'
  await addCallbacks(other, url)
  const [first] = await claimOf(url, 4, other.merchant)
  if (!first) throw new Error('Nothing was claimed')
  const date = later(new Date(), -minutes(4))
  await record(world.runtime.db, first, { date, ms: 0, status: 500, responseBody: '' })
  await world.runtime.db.execute(sql`update ${callbackDelivery} set next_attempt = now() where url = ${url}`)
  await eventually(() => claimOf(url, 4, other.merchant)).toMatchObject([{ attempts: 1 }])
})

test('deliveries that were written while the clock of PostgreSQL was ahead are made due', async () => {
  const other = await world.newMerchant()
  const url = 'http://ahead.example/'
  const [id] = await addCallbacks(other, url)
  await world.runtime.db.execute(
    sql`update ${callbackDelivery} set next_attempt = now() + interval '1 day' where url = ${url}`,
  )
  expect(await claimOf(url, 4, other.merchant)).toEqual([])
  await hastenDeliveries(world.runtime.db)
  expect(await claimOf(url, 4, other.merchant)).toMatchObject([{ id }])
  // The lease of one that is being sent is kept.
  await hastenDeliveries(world.runtime.db)
  expect(await claimOf(url, 4, other.merchant)).toEqual([])
})

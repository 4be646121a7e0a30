// @module-tag slow

import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { isTransient } from '@/db/errors'
import { acquirerFault, idempotentRequest, operation, order, serviceNotice } from '@/db/schema'
import { accountWith, call, getOrder, orderOf, post, tokenFor, visa } from '@/test/call'
import { deferred } from '@/test/deferred'
import { differences } from '@/test/differences'
import { networkBefore } from '@/test/network'
import { addSubscribers } from '@/test/subscribers'
import { testWorld } from '@/test/world'
import { beginDue } from '../billing/due'
import { days, later } from '../core/clock'
import { addDays, dayOf } from '../model/calendar'
import type { Found } from '../model/card/service'
import type { Order } from '../model/order/schemas'
import { deleteStoredResponses } from '../rest/idempotency'
import { jobQueuePool } from './job-queue-pool'
import { startWorker } from './worker'

const world = testWorld({ cardServiceTimeoutMs: 2500, pool: 20 })

test('any number of workers complete pending operations', async () => {
  const shop = await world.newMerchant()
  const { id } = await orderOf(shop, 100)
  await world.runtime.db
    .insert(acquirerFault)
    .values({ merchantId: shop.merchant, kind: 'capture', fault: 'timeout', remaining: 1 })
  expect((await post(shop, id, { type: 'charge', items: 60 })).status).toBe(504)
  const settings = { databaseUrl: world.databaseUrl, operationStaleSeconds: 1 }
  const workers = await Promise.all([
    startWorker(world.runtime, settings),
    startWorker(world.runtime, settings),
  ])
  try {
    await expect.poll(async () => (await getOrder(shop, id)).status).toEqual({ charged: 60, ordered: 40 })
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()))
  }
  expect((await getOrder(shop, id)).event.map(({ type }) => type)).toEqual(['order', 'charge'])
})

test('a slow search for stale operations does not keep other jobs from running', async () => {
  const shop = await world.newMerchant()
  const { db } = world.runtime
  const { id } = await accountWith(shop, visa)
  const due = addDays(dayOf(new Date(), shop.row.timeZone), -1)
  await addSubscribers(db, { merchantId: shop.merchant, accountId: id }, { count: 400, due })
  for (let batch = 0; batch < 2; batch++) await beginDue(shop.context, 200)
  await db
    .update(operation)
    .set({ attempted: new Date(0) })
    .where(eq(operation.merchantId, shop.merchant))
  const away = { kind: 'retrieve', fault: 'timeout', remaining: 1000 } as const
  await db.insert(acquirerFault).values({ merchantId: shop.merchant, ...away })
  const service = world.runtime.cards.named('test')
  const { find } = service
  let calls = 0
  let most = 0
  const finds = vi.spyOn(service, 'find').mockImplementation(async (lookup) => {
    most = Math.max(most, ++calls)
    return find(lookup).finally(() => calls--)
  })
  const worker = await startWorker(world.runtime, {
    databaseUrl: world.databaseUrl,
    operationStaleSeconds: 60,
  })
  try {
    // Every five seconds, a search is due.
    await new Promise((resolve) => setTimeout(resolve, 12_000))
    expect(await db.$count(order, eq(order.charged, 9950n))).toBe(0)
    await db.delete(acquirerFault)
  } finally {
    await worker.stop()
    finds.mockRestore()
  }
  // A second search would make as many calls again.
  expect(most).toBe(25)
})

test('notices are processed while operations are being taken over', async () => {
  const shop = await world.newMerchant()
  const { db } = world.runtime
  const { id } = await orderOf(shop, 100)
  const service = world.runtime.cards.named('test')
  const lost = vi
    .spyOn(service, 'capture')
    .mockResolvedValueOnce({ status: 'unknown', cause: new Error('lost') })
  expect((await post(shop, id, { type: 'charge' })).status).toBe(504)
  const held = deferred<Found>()
  const finds = vi.spyOn(service, 'find').mockReturnValue(held.promise)
  const settings = { databaseUrl: world.databaseUrl, operationStaleSeconds: 0 }
  const worker = await startWorker(world.runtime, settings)
  try {
    await expect.poll(() => finds.mock.calls.length, { timeout: 10_000 }).toBe(1)
    const time = { received: new Date(), attempted: new Date() }
    const notice = {
      merchantId: shop.merchant,
      service: 'test',
      eventId: 'e1',
      type: 'any',
      objectId: 'o1',
      ...time,
    }
    await db.insert(serviceNotice).values(notice)
    const waiting = and(eq(serviceNotice.merchantId, shop.merchant), isNull(serviceNotice.processed))
    await expect.poll(() => db.$count(serviceNotice, waiting), { timeout: 15_000 }).toBe(0)
  } finally {
    lost.mockRestore()
    finds.mockRestore()
    held.resolve({ status: 'absent' })
    await worker.stop()
  }
})

test('the job queue has at most six connections, with a name', async () => {
  const pool = jobQueuePool({ databaseUrl: world.databaseUrl })
  const clients = await Promise.all(Array.from({ length: 6 }, () => pool.connect()))
  const another = pool.connect()
  expect([pool.totalCount, pool.waitingCount]).toEqual([6, 1])
  const named = sql`
    select 1 from pg_stat_activity where datname = current_database() and application_name = 'kassa jobs'`
  // Connections of an earlier test may still be closing.
  await expect.poll(async () => (await world.runtime.db.execute(named)).length).toBe(6)
  for (const client of clients) client.release()
  ;(await another).release()
  await pool.end()
})

test('a connection of the job queue is closed if it waits for a database that vanished, and not if it is idle', async () => {
  const network = await networkBefore(() => world.databaseUrl)
  const pool = jobQueuePool({ databaseUrl: network.url, readTimeoutMs: 2000 })
  const client = await pool.connect()
  await client.query('listen jobs')
  await new Promise((resolve) => setTimeout(resolve, 4500))
  await client.query('select 1')
  network.freeze()
  const failure = await client.query('select 1').catch((error: unknown) => error)
  expect(isTransient(failure), String(failure)).toBe(true)
  client.release()
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await pool.end()
  await network.close()
})

test('a connection of the job queue is given up if the database accepts it and says nothing', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const pool = jobQueuePool({ databaseUrl: `postgres://kassa@127.0.0.1:${port}/kassa`, readTimeoutMs: 200 })
  const failures = await Promise.all(
    // More than there are connections.
    Array.from({ length: 7 }, () => pool.query('select 1').catch((error: unknown) => error)),
  )
  for (const failure of failures) expect(isTransient(failure), String(failure)).toBe(true)
  await pool.end()
  silent.close()
})

/** Lets days pass for stored responses, and a second: connections of some machines disagree about the time. */
const pass = (count: number) =>
  world.runtime.db.execute(
    sql`update idempotent_request set expires = expires - make_interval(days => ${count}::int, secs => 1)`,
  )

test('responses to idempotent requests are deleted after 7 days', async () => {
  const shop = await world.newMerchant()
  const account = await accountWith(shop, visa)
  const headers = { 'idempotency-key': 'a' }
  await call(shop.privateKey, 'PUT', `/account/${account.id}/customer`, { name: 'A' }, headers)
  const { db } = world.runtime
  // The clock of a worker that is ahead does not count.
  vi.useFakeTimers({ toFake: ['Date'], now: later(new Date(), days(8)) })
  await pass(6)
  expect(await deleteStoredResponses(db)).toBe(0)
  vi.useRealTimers()
  await pass(1)
  expect(await deleteStoredResponses(db)).toBe(1)
  expect(await db.$count(idempotentRequest)).toBe(0)
})

test('the authorisation of an order is kept only as long as its request can be repeated', async () => {
  const shop = await world.newMerchant()
  const { db } = world.runtime
  const ofShop = eq(operation.merchantId, shop.merchant)
  await orderOf(shop, 100)
  expect(await db.$count(operation, ofShop)).toBe(0)
  const order = async () => {
    const payment = { type: 'card', card: await tokenFor(shop) }
    const headers = { 'idempotency-key': payment.card }
    const content = { items: 100, currency: 'SEK', payment }
    const { body } = await call<Order>(shop.privateKey, 'POST', '/order', content, headers)
    return body.id
  }
  const [charged, other] = [await order(), await order()]
  const repeatable = { 'idempotency-key': 'charge' }
  await call(shop.privateKey, 'POST', `/order/${charged}/event`, { type: 'charge' }, repeatable)
  const kept = () => db.select({ kind: operation.kind }).from(operation).where(ofShop).orderBy(operation.kind)
  expect(await kept()).toEqual([{ kind: 'authorise' }, { kind: 'authorise' }, { kind: 'charge' }])
  await pass(7)
  await deleteStoredResponses(db)
  expect(await kept()).toEqual([{ kind: 'charge' }])
  await post(shop, other, { type: 'cancel' })
  await post(shop, charged, { type: 'refund' })
  expect(await differences(world.runtime, shop.merchant)).toEqual([])
})

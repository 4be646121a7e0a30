import { expect, test } from 'vitest'
import { acquirerFault, idempotentRequest } from '@/db/schema'
import { accountWith, call, getOrder, orderOf, post, visa } from '@/test/call'
import { testWorld } from '@/test/world'
import { days, later } from '../clock/clock'
import { forgetRequests } from '../rest/idempotency'
import { startWorker } from './worker'

const world = testWorld({ cardServiceTimeoutMs: 100 })

test('workers settle what was left pending, however many there are', async () => {
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
    await expect
      .poll(async () => (await getOrder(shop, id)).status, { timeout: 20_000 })
      .toEqual({ charged: 60, ordered: 40 })
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()))
  }
  expect((await getOrder(shop, id)).event.map(({ type }) => type)).toEqual(['order', 'charge'])
})

test('answers to idempotent requests are forgotten after 7 days', async () => {
  const shop = await world.newMerchant()
  const account = await accountWith(shop, visa)
  const headers = { 'idempotency-key': 'a' }
  await call(shop.privateKey, 'PUT', `/account/${account.id}/customer`, { name: 'A' }, headers)
  const { db } = world.runtime
  expect(await forgetRequests(db, later(new Date(), days(6)))).toBe(0)
  expect(await forgetRequests(db, later(new Date(), days(7) + 1000))).toBe(1)
  expect(await db.$count(idempotentRequest)).toBe(0)
})

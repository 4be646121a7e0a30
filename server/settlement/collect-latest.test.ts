// @module-tag slow

import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { cardConnection, payout, serviceNotice, settlementEntry } from '@/db/schema'
import { chargedOrder, failsAt, type StripeShop, stripeShop } from '@/test/stripe/shop'
import { testWorld } from '@/test/world'
import { days, hours, later, minutes } from '../core/clock'
import { processNotices } from '../payment/process-notices'
import { startWorker } from '../worker/worker'
import { collectAll, collectEntries, collectLatest } from './collect'

const world = testWorld()

let shop: StripeShop
beforeEach(async () => {
  // Notices of earlier tests would be taken first.
  await world.runtime.db.delete(serviceNotice)
  shop = await stripeShop(world)
})

const here = () => eq(cardConnection.merchantId, shop.merchant)
const collectedUntil = (at: Date | null) =>
  world.runtime.db.update(cardConnection).set({ collectedUntil: at }).where(here())

const entries = () => world.runtime.db.$count(settlementEntry, eq(settlementEntry.merchantId, shop.merchant))

/** How many pages of movements are read. */
async function pagesOf(work: () => Promise<unknown>): Promise<number> {
  const before = shop.double.requests.length
  await work()
  const since = shop.double.requests.slice(before)
  return since.filter(({ path }) => path === '/v1/balance_transactions').length
}

const latest = () =>
  collectLatest(world.runtime, { merchantId: shop.merchant, service: 'stripe' }, failsAt(shop))

test('notices only say which balances may have moved, so that recovery does not wait for lists', async () => {
  await chargedOrder(shop)
  await collectAll(world.runtime, failsAt(shop))
  const delivered = () => shop.double.deliveries.log.filter(({ type }) => type === 'charge.captured').length
  await expect.poll(delivered).toBe(1)
  let moved: unknown
  expect(
    await pagesOf(async () => {
      moved = await processNotices(world.runtime, failsAt(shop))
    }),
  ).toBe(0)
  expect(moved).toContainEqual({ merchantId: shop.merchant, service: 'stripe' })
})

test('an account that is hours behind is left to the hourly run, but not one that was connected just now', async () => {
  await chargedOrder(shop)
  await collectedUntil(later(new Date(), -hours(3)))
  expect(await pagesOf(latest)).toBe(0)
  await collectedUntil(later(new Date(), -hours(1)))
  expect(await pagesOf(latest)).toBe(1)
  expect(await entries()).toBe(1)
  await collectedUntil(null)
  expect(await pagesOf(latest)).toBe(1)
})

test('after notices, only the last minutes are read again', async () => {
  for (let count = 0; count < 101; count++) shop.double.operate('pay', { amount: 5_000 })
  await collectAll(world.runtime, failsAt(shop))
  const [newest] = shop.double.state.balanceTransactions.newest()
  for (const entry of shop.double.state.balanceTransactions.newest())
    if (entry !== newest) entry.created -= minutes(11) / 1000
  expect(await pagesOf(latest)).toBe(1)
  expect(await pagesOf(() => collectEntries(shop.context, 'stripe'))).toBe(2)
})

test('payouts of a time in which nothing was collected are not left out, however long it was', async () => {
  const pay = () => {
    shop.double.operate('pay', { amount: 5_000 })
    return shop.double.operate('payout', {}) ?? expect.fail('nothing was paid out')
  }
  const collected = async () => {
    await collectAll(world.runtime, failsAt(shop))
    return world.runtime.db.$count(payout, eq(payout.merchantId, shop.merchant))
  }
  pay()
  shop.double.operate('advance', { seconds: 3 * 86_400 })
  expect(await collected()).toBe(1)
  pay().created -= days(20) / 1000
  await collectedUntil(later(new Date(), -days(21)))
  expect(await collected()).toBe(2)
})

test('a page that fails is read again, and not the whole list', async () => {
  for (let count = 0; count < 101; count++) shop.double.operate('pay', { amount: 5_000 })
  const path = '^/v1/balance_transactions$'
  shop.double.operate('fault', { method: 'GET', path, kind: 'error-before', skip: 1, times: 1 })
  expect(await pagesOf(() => collectEntries(shop.context, 'stripe'))).toBe(3)
  expect(await entries()).toBe(101)
})

test('two workers that collect from one account at once store each movement once', async () => {
  for (let count = 0; count < 30; count++) shop.double.operate('pay', { amount: 5_000 })
  await Promise.all([latest(), latest(), collectEntries(shop.context, 'stripe')])
  expect(await entries()).toBe(30)
})

/** Leaves what a worker of an earlier version left when it was killed: a locked queue, and jobs that wait for it. */
async function leaveDeadQueue() {
  const { db } = world.runtime
  const key = (merchant: string) => `collect-movements ${merchant} stripe`
  for (const merchant of ['collected', shop.merchant, 'other'])
    await db.execute(sql`
      select graphile_worker.add_job('collect-movements', '{}', queue_name => 'collect-movements',
        job_key => ${key(merchant)}, max_attempts => 1)`)
  await db.execute(sql`
    update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'dead'`)
  await db.execute(sql`
    update graphile_worker._private_jobs set attempts = 1, locked_at = now(), locked_by = 'dead'
    where key = ${key('collected')}`)
}

const waitingJobs = () =>
  world.runtime.db.execute(sql`
    select key from graphile_worker.jobs where task_identifier = 'collect-movements' and locked_at is null`)

test.each([
  ['', async () => {}],
  [', also after a worker was killed while it collected', leaveDeadQueue],
])('the worker collects what notices are about within seconds%s', async (_, prepare) => {
  await collectAll(world.runtime, failsAt(shop))
  await chargedOrder(shop)
  await prepare()
  const worker = await startWorker(world.runtime, {
    databaseUrl: world.databaseUrl,
    operationStaleSeconds: 60,
  })
  try {
    await expect.poll(entries).toBe(1)
    expect(await waitingJobs()).toEqual([])
  } finally {
    await worker.stop()
  }
})

// @module-tag slow

import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { callbackDelivery, mail, operation, order } from '@/db/schema'
import { accountWith, call, visa } from '@/test/call'
import { compiled } from '@/test/compile'
import { differences } from '@/test/differences'
import { addSubscribers } from '@/test/subscribers'
import { testWorld } from '@/test/world'
import { addDays, dayOf } from '../model/calendar'

const world = testWorld()

const subscribers = 2000
const workers = 3
const minKills = 4

test('three workers that are killed repeatedly bill each subscription once, with one callback and one mail', {
  timeout: 240_000,
}, async () => {
  const { db } = world.runtime
  const shop = await world.newMerchant()
  const account = await accountWith(shop, visa)
  const customer = { name: 'Jane Doe', email: 'jane@example.com' }
  await call(shop.privateKey, 'PUT', `/account/${account.id}/customer`, customer)
  const today = dayOf(new Date(), shop.row.timeZone)
  let due = 0
  const add = async () => {
    await addSubscribers(
      db,
      { merchantId: shop.merchant, accountId: account.id },
      {
        count: subscribers,
        from: due + 1,
        due: addDays(today, -1),
        callback: 'http://127.0.0.1:9/hook',
      },
    )
    due += subscribers
  }
  await add()
  const mine = eq(order.merchantId, shop.merchant)
  const charged = () => db.$count(order, and(mine, sql`${order.charged} > 0`))
  const script = compiled('test/worker-child.ts')
  const start = () => startWorker(script, world.databaseUrl)

  const running = Array.from({ length: workers }, start)
  let kills = 0
  for (;;) {
    const isThrough = (await charged()) === due
    if (isThrough && kills >= minKills) break
    // On a fast machine the run would finish before enough workers have died.
    if (isThrough) await add()
    await wait(randomInt(30, 150))
    const victim = randomInt(workers)
    // The last workers stay alive so that the run can finish.
    if (kills === 12) continue
    await end(running[victim])
    kills++
    running[victim] = start()
  }
  const open = and(eq(operation.merchantId, shop.merchant), eq(operation.status, 'pending'))
  await expect.poll(() => db.$count(operation, open), { timeout: 60_000, interval: 200 }).toBe(0)
  await Promise.all(running.map(end))

  expect(await db.$count(order, mine)).toBe(due)
  expect(await charged()).toBe(due)
  const [distinct] = await db
    .select({ count: sql<string>`count(distinct (${order.accountId}, ${order.due}))` })
    .from(order)
    .where(and(mine, isNotNull(order.subscriptionId)))
  expect(distinct?.count).toBe(String(due))
  expect(await differences(world.runtime, shop.merchant)).toEqual([])
  const callbacks = (type: 'order.created' | 'order.charged') =>
    db.$count(
      callbackDelivery,
      and(eq(callbackDelivery.merchantId, shop.merchant), eq(callbackDelivery.type, type)),
    )
  expect([await callbacks('order.created'), await callbacks('order.charged')]).toEqual([due, due])
  expect(await db.$count(mail, eq(mail.merchantId, shop.merchant))).toBe(due)
})

async function end(worker: Promise<ChildProcess> | undefined): Promise<void> {
  const child = await worker
  child?.kill('SIGKILL')
  if (child?.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

async function startWorker(script: string, databaseUrl: string): Promise<ChildProcess> {
  const env = { ...process.env, LOG_LEVEL: 'fatal', BASE_URL: 'http://kassa.test', DATABASE_URL: databaseUrl }
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await once(child, 'message')
  return child
}

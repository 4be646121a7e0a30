// @module-tag slow

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { eq, sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { callbackDelivery, signingSecret } from '@/db/schema'
import { compiled } from '@/test/compile'
import { addCallbacks, deliverIn, eventually, letWait, receiver, serve } from '@/test/receiver'
import { type TestMerchant, testWorld } from '@/test/world'
import { days } from '../core/clock'
import { leaseSeconds } from './claim'
import { startDeliveries } from './deliver'
import { readDelivery } from './list-deliveries'
import { resendDelivery } from './resend-callbacks'
import { rollSecret } from './secret'

const world = testWorld()

const deliver = () => deliverIn(world)

const statusOf = async (shop: TestMerchant, id = '') => (await readDelivery(shop.context, id)).status
const attemptsOf = async (shop: TestMerchant, id = '') =>
  (await readDelivery(shop.context, id)).attemptHistory

/** How many milliseconds after the end of its last attempt a delivery is attempted again. */
async function waitOf(shop: TestMerchant, id = ''): Promise<number> {
  const { nextAttempt, attemptHistory } = await readDelivery(shop.context, id)
  const last = attemptHistory.at(-1)
  if (!last) throw new Error('There was no attempt')
  return nextAttempt.getTime() - last.date.getTime() - last.ms
}

/**
 * Lets the gap before the next attempt pass. Nothing is delivered meanwhile: an attempt that has begun would be begun
 * again.
 */
async function passGap(deliveries: ReturnType<typeof deliver>, shop: TestMerchant): Promise<void> {
  await deliveries.stop()
  await letWait(shop)
}

/** How long a busy machine may take to record an attempt, ms. Shorter than the difference between two gaps. */
const untilRecorded = 10_000

/** Moves a delivery and its attempts back in time. */
async function age({ context: { db } }: TestMerchant, id: string | undefined, milliseconds: number) {
  const past = sql`queued - make_interval(secs => ${milliseconds / 1000})`
  await db
    .update(callbackDelivery)
    .set({ queued: past })
    .where(eq(callbackDelivery.id, id ?? ''))
}

test('delivers with everything that the receiver needs', async () => {
  deliver()
  const shop = await world.newMerchant()
  const there = await receiver((response) => response.writeHead(200).end('thanks'))
  let id: string | undefined
  for (let count = 1; count <= 3; count += 1) {
    id = (await addCallbacks(shop, there.url))[0]
    await eventually(() => there.received.length).toBe(count)
  }
  const { headers, body } = there.received.at(-1) ?? {}
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Kassa',
    'webhook-id': id,
    'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
    'webhook-signature': expect.stringMatching(/^v1,\S+$/),
  })
  expect(JSON.parse(body ?? '')).toMatchObject({ type: 'test', data: {} })
  await eventually(() => statusOf(shop, id)).toBe('delivered')
  expect(await attemptsOf(shop, id)).toMatchObject([
    { number: 1, status: 200, responseBody: 'thanks', error: null },
  ])
})

test('delivers callbacks of one subject in order, however many processes deliver', async () => {
  const shop = await world.newMerchant()
  // Two requests at once might overtake each other on their way to the receiver.
  let present = 0
  let max = 0
  const there = await receiver((response) => {
    max = Math.max(max, ++present)
    setTimeout(() => {
      present -= 1
      response.writeHead(204).end()
    }, 20)
  })
  const ids = await addCallbacks(shop, there.url, { subject: 'one', times: 30 })
  deliver()
  deliver()
  await eventually(() => there.received.length).toBe(30)
  expect(there.ids()).toEqual(ids)
  expect(max).toBe(1)
})

test('subjects do not wait for each other, nor for a callback that is being retried', async () => {
  const shop = await world.newMerchant()
  const poisoned: string[] = []
  const there = await receiver((response, received) =>
    response.writeHead(poisoned.includes(received.at(-1)?.id ?? '') ? 500 : 204).end(),
  )
  const [poison, ...others] = await addCallbacks(shop, there.url, { subject: 'one', times: 3 })
  const another = await addCallbacks(shop, there.url, { subject: 'another' })
  poisoned.push(poison ?? '')
  deliver()
  // The first of them may already be retried.
  const ids = () => [...new Set(there.ids())]
  await eventually(() => ids().sort()).toEqual([poison, ...others, ...another].sort())
  expect(ids().filter((id) => !another.includes(id))).toEqual([poison, ...others])
  await eventually(async () => (await attemptsOf(shop, poison))[0]).toMatchObject({ status: 500 })
  expect(await statusOf(shop, poison)).toBe('waiting')
})

test('retries a receiver that fails until it works', async () => {
  const shop = await world.newMerchant()
  const there = await receiver((response, { length }) => response.writeHead(length < 5 ? 503 : 200).end())
  const healthy = await receiver()
  const [id] = await addCallbacks(shop, there.url)
  for (let count = 1; count <= 5; count += 1) {
    const deliveries = deliver()
    await eventually(async () => (await attemptsOf(shop, id)).length).toBeGreaterThanOrEqual(count)
    const other = await addCallbacks(shop, healthy.url)
    await eventually(() => healthy.ids()).toContain(other[0])
    await passGap(deliveries, shop)
  }
  expect(await statusOf(shop, id)).toBe('delivered')
  expect((await attemptsOf(shop, id)).map(({ status }) => status)).toEqual([503, 503, 503, 503, 200])
  expect(new Set(there.ids())).toEqual(new Set([id]))
})

test('waits longer after each failure, in real time', async () => {
  const shop = await world.newMerchant()
  const there = await receiver((response) => response.writeHead(400).end())
  const [id] = await addCallbacks(shop, there.url)
  const waits: number[] = []
  for (let count = 1; count <= 4; count += 1) {
    const deliveries = deliver()
    await eventually(async () => (await attemptsOf(shop, id)).length).toBe(count)
    waits.push(await waitOf(shop, id))
    await passGap(deliveries, shop)
  }
  for (const [index, seconds] of [5, 30, 120, 600].entries()) {
    // The database's clock can differ by milliseconds.
    expect(waits[index]).toBeGreaterThan(seconds * 800 - 100)
    expect(waits[index]).toBeLessThan(seconds * 1200 + untilRecorded)
  }
})

test('stops retrying a callback after three days, until it is resent', async () => {
  const first = deliver()
  const shop = await world.newMerchant()
  const there = await receiver((response, { length }) => response.writeHead(length < 4 ? 500 : 200).end())
  const [id] = await addCallbacks(shop, there.url)
  await eventually(async () => (await attemptsOf(shop, id)).length).toBe(1)
  await first.stop()
  await age(shop, id, days(3))
  await letWait(shop)
  deliver()
  await eventually(() => statusOf(shop, id)).toBe('failed')
  expect(there.received).toHaveLength(2)
  await letWait(shop)

  await resendDelivery(shop.context, id ?? '')
  await eventually(async () => (await attemptsOf(shop, id)).length).toBe(3)
  // The failure counts as its first, so it is tried again within seconds.
  expect(await statusOf(shop, id)).toBe('waiting')
  expect(await waitOf(shop, id)).toBeLessThan(5 * 1200 + untilRecorded)
  await letWait(shop)
  await eventually(() => statusOf(shop, id)).toBe('delivered')
  expect(new Set(there.received.map(({ body }) => body)).size).toBe(1)
  expect(new Set(there.ids())).toEqual(new Set([id]))
})

test('receivers that are slow, redirect, or send too much or nothing do not affect others', async () => {
  const inside = await receiver()
  let given = 0
  const silent = await receiver((response) => response.once('close', () => given++))
  const redirecting = await receiver((response) => response.writeHead(302, { location: inside.url }).end())
  const piece = Buffer.alloc(64 * 1024, '\0')
  const endless = await serve((_request, response) => {
    response.writeHead(200)
    const more = () => {
      while (response.write(piece));
    }
    response.on('drain', more)
    more()
  })
  const healthy = await receiver()
  const shop = await world.newMerchant()
  // Too long for a name, so no name server is asked.
  const unknownHost = `http://${'a'.repeat(64)}.invalid/`
  const bad = [silent.url, redirecting.url, endless, 'http://127.0.0.1:1/', unknownHost]
  for (const url of bad) for (let count = 0; count < 20; count += 1) await addCallbacks(shop, url)
  deliver()
  await eventually(() => silent.received.length).toBeGreaterThan(0)
  const memory = process.memoryUsage().rss
  // How many attempts at the silent receiver ended while each callback was on its way.
  const ended: number[] = []
  for (let count = 1; count <= 10; count += 1) {
    const before = given
    await addCallbacks(shop, healthy.url)
    await eventually(() => healthy.received.length).toBe(count)
    ended.push(given - before)
  }
  expect(ended.filter((attempts) => attempts === 0).length).toBeGreaterThan(5)
  expect(silent.received.length - given).toBeLessThanOrEqual(4)
  expect(inside.received).toEqual([])
  expect(await statusOf(shop, redirecting.ids()[0])).toBe('waiting')
  expect((await attemptsOf(shop, redirecting.ids()[0]))[0]).toMatchObject({ status: 302 })
  await eventually(async () => {
    const rows = await world.runtime.db
      .select()
      .from(callbackDelivery)
      .where(eq(callbackDelivery.url, endless))
    return rows.filter(({ status }) => status === 'delivered').length
  }).toBe(20)
  expect(process.memoryUsage().rss - memory).toBeLessThan(100 * 1024 * 1024)
})

test('an address that is not public is not called, and the reason is recorded', async () => {
  const shop = await world.newMerchant()
  const there = await receiver()
  const [id] = await addCallbacks(shop, there.url)
  const deliveries = startDeliveries(world.runtime.db, { networks: [] })
  onTestFinished(() => deliveries.stop())
  await eventually(() => attemptsOf(shop, id)).toMatchObject([
    { status: null, error: expect.stringContaining('The address is not allowed') },
  ])
  expect(there.received).toEqual([])
})

test('a merchant whose secret cannot be decrypted affects no other merchant and loses nothing', async () => {
  const shop = await world.newMerchant()
  const other = await world.newMerchant()
  const there = await receiver()
  const [id] = await addCallbacks(shop, there.url)
  const { db } = world.runtime
  const mine = eq(signingSecret.merchantId, shop.merchant)
  await db.update(signingSecret).set({ encrypted: 'v1.x.y.z' }).where(mine)
  deliver()
  const healthy = await addCallbacks(other, there.url)
  await eventually(() => there.ids()).toEqual(healthy)
  expect(await readDelivery(shop.context, id ?? '')).toMatchObject({ status: 'waiting', attempts: 0 })
  await db.delete(signingSecret).where(mine)
  await rollSecret(shop.context, { overlap: 0 })
  await letWait(shop)
  await eventually(() => there.ids()).toEqual([...healthy, id])
})

test('a worker that is killed half-way loses nothing: another one delivers it again', async () => {
  const shop = await world.newMerchant()
  const there = await receiver((response, { length }) => {
    if (length > 1) response.writeHead(204).end()
  })
  const ids = await addCallbacks(shop, there.url, { subject: 'one', times: 2 })
  const child = spawn(process.execPath, [compiled('test/callback-child.ts'), world.databaseUrl], {
    env: { ...process.env, BASE_URL: 'http://kassa.test', DATABASE_URL: world.databaseUrl },
    stdio: 'inherit',
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await eventually(() => there.received.length).toBe(1)
  child.kill('SIGKILL')
  await once(child, 'exit')
  // Nobody knows of the death: the callback stays claimed for a while, and later ones wait for it.
  const held = await readDelivery(shop.context, ids[0] ?? '')
  expect(held).toMatchObject({ status: 'waiting', attempts: 0 })
  expect(held.nextAttempt.getTime() - Date.now()).toBeGreaterThan((leaseSeconds - 10) * 1000)
  await letWait(shop)
  deliver()
  await eventually(() => there.ids()).toEqual([ids[0], ids[0], ids[1]])
  await eventually(() => statusOf(shop, ids[0])).toBe('delivered')
})

test('a worker that is stopped lets attempts end and releases those that do not', async () => {
  const shop = await world.newMerchant()
  const slow = await receiver((response) => setTimeout(() => response.writeHead(204).end(), 1000))
  const silent = await receiver(() => undefined)
  const [ending] = await addCallbacks(shop, slow.url)
  const [lasting] = await addCallbacks(shop, silent.url)
  const deliveries = deliver()
  await eventually(() => slow.received.length + silent.received.length).toBe(2)
  await deliveries.stop()
  expect(await statusOf(shop, ending)).toBe('delivered')
  const given = await readDelivery(shop.context, lasting ?? '')
  // Nothing waited for the attempt to time out, which would have been recorded.
  expect(given).toMatchObject({ status: 'waiting', attempts: 0, attemptHistory: [] })
  // Free at once, not only after the lease.
  expect(given.nextAttempt.getTime() - Date.now()).toBeLessThan(1000)
})

// @module-tag slow

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testWorld } from '@/test/world'
import { newId } from '../core/id'
import { PaceExceeded, pacer } from './pace'

const world = testWorld()

/** Sends requests to an account of its own, and notes when each was sent, in seconds after the first call. */
function account(limits: { total: number; endpoint: number }) {
  const merchantId = newId()
  const begin = performance.now()
  const pacers = [pacer(world.runtime.db), pacer(world.runtime.db)]
  const sent: number[] = []
  const send = async ({ endpoint = 'POST a', background = true, within = 60, process = 0 } = {}) => {
    const until = Date.now() + within * 1000
    await pacers[process]?.({ merchantId, service: 'other', endpoint, limits, background, until })
    sent.push((performance.now() - begin) / 1000)
  }
  const many = (count: number, options: Parameters<typeof send>[0] = {}) =>
    Promise.all(Array.from({ length: count }, () => send(options)))
  /** What is booked. */
  const booked = () => world.runtime.db.execute(sql`select next from pace where merchant_id = ${merchantId}`)
  return { merchantId, send, many, sent, booked }
}

test('background requests are sent steadily, a little below the limit', async () => {
  const { many, sent } = account({ total: 1000, endpoint: 50 })
  await many(75)
  // 48 per second. Timers may be late, and then several requests are sent together; but none is sent early.
  const [first = 0] = sent
  for (const [place, at] of sent.entries()) expect(at - first).toBeGreaterThan((place - 3) / 48)
  expect(Math.max(...sent)).toBeLessThan(10)
})

test('processes share the pace of an account', async () => {
  const { many, sent } = account({ total: 1000, endpoint: 50 })
  await Promise.all([many(38), many(38, { process: 1 })])
  expect(Math.max(...sent)).toBeGreaterThan(1.5)
})

test('the limit in total holds over all endpoints', async () => {
  const { many, sent } = account({ total: 50, endpoint: 40 })
  await Promise.all([many(38), many(38, { endpoint: 'POST b' })])
  expect(Math.max(...sent)).toBeGreaterThan(1.5)
})

test('a request that somebody waits for overtakes those of a billing run', async () => {
  const { many, sent } = account({ total: 25, endpoint: 25 })
  const run = many(75)
  await expect.poll(() => sent.length, { interval: 10 }).toBeGreaterThan(2)
  const before = sent.length
  await many(5, { background: false })
  // Five of them, and some of the run: more on a slow machine.
  expect(sent.length - before).toBeLessThan(65)
  await run
})

test('requests that somebody waits for keep to the limit too', async () => {
  const { many, sent } = account({ total: 1000, endpoint: 50 })
  await many(75, { background: false })
  // The first ones may use what was left free.
  expect(Math.max(...sent)).toBeGreaterThan(0.8)
})

test('a request that would be too late is not sent, and uses up nothing', async () => {
  const { send, booked } = account({ total: 0.01, endpoint: 0.01 })
  await send({ background: false })
  // The next one may be sent after a minute and a half.
  const before = await booked()
  await expect(send({ background: false, within: 5 })).rejects.toBeInstanceOf(PaceExceeded)
  await expect(send({ background: true, within: 0.05 })).rejects.toBeInstanceOf(PaceExceeded)
  expect(await booked()).toEqual(before)
})

test('accounts do not wait for each other', async () => {
  const [one, other] = [account({ total: 10, endpoint: 10 }), account({ total: 10, endpoint: 10 })]
  const run = one.many(25)
  await other.send()
  expect(one.sent.length).toBeLessThan(25)
  await run
})

test('the table is unlogged, because nothing in it is worth keeping', async () => {
  const rows = await world.runtime.db.execute<{ relpersistence: string }>(
    sql`select relpersistence from pg_class where relname = 'pace'`,
  )
  expect(rows[0]?.relpersistence).toBe('u')
})

test('times that were booked while the clock of PostgreSQL was ahead do not count', async () => {
  const { merchantId, send, sent } = account({ total: 50, endpoint: 50 })
  await send()
  const ahead = sql`extract(epoch from clock_timestamp()) + 7200`
  await world.runtime.db.execute(sql`
    update pace set next = jsonb_build_object('total', ${ahead}, 'POST a', ${ahead}) where merchant_id = ${merchantId}`)
  await send({ within: 5 })
  await send({ within: 5, background: false })
  expect(sent).toHaveLength(3)
})

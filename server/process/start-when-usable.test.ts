// @module-tag slow

import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { eq, sql } from 'drizzle-orm'
import postgres from 'postgres'
import { afterEach, expect, test } from 'vitest'
import { migrate } from '@/db/migrate'
import { order } from '@/db/schema'
import { accountWith, visa } from '@/test/call'
import { compiled } from '@/test/compile'
import { addSubscribers } from '@/test/subscribers'
import { testWorld } from '@/test/world'
import { addDays, dayOf } from '../model/calendar'

const world = testWorld()
let worker: ChildProcess

afterEach(() => void worker.kill('SIGKILL'))

/**
 * Starts a worker whose clock is ahead by some hours. Returns a function that reads the messages that it has logged, and
 * those of their errors.
 */
async function startOn(url: string, ahead = 0): Promise<() => string[]> {
  worker = spawn(process.execPath, [compiled('test/worker-clock-child.ts'), `${ahead}`], {
    env: { ...process.env, DATABASE_URL: url, BASE_URL: 'http://kassa.test', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  let output = ''
  worker.stdout?.on('data', (data) => (output += data))
  const messagesOf = (line: string): string[] => {
    const { msg, err } = JSON.parse(line)
    return [msg, ...(err ? [err.message] : [])]
  }
  return () => output.split('\n').flatMap((line) => (line.endsWith('}') ? messagesOf(line) : []))
}

async function expectToEnd(): Promise<void> {
  const ended = once(worker, 'exit')
  worker.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
}

test('a worker waits for its tables, and says so once', async () => {
  const sql = postgres(world.databaseUrl, { max: 1 })
  const name = `empty_${randomBytes(6).toString('hex')}`
  await sql.unsafe(`create database ${name}`)
  const url = Object.assign(new URL(world.databaseUrl), { pathname: name }).href
  const logged = await startOn(url)
  const waits = 'The worker waits. The database is not up to date. Run: npm run migrate.'
  await expect.poll(logged).toEqual([waits])
  const ready = once(worker, 'message')
  await migrate(url)
  await ready
  expect(logged().filter((message) => message === waits)).toHaveLength(1)
  await expectToEnd()
  await sql.unsafe(`drop database ${name} with (force)`)
  await sql.end()
})

test('a worker waits while its database is read-only', async () => {
  const sql = postgres(world.databaseUrl, { max: 1 })
  const name = new URL(world.databaseUrl).pathname.slice(1)
  await sql.unsafe(`alter database ${name} set default_transaction_read_only = on`)
  const logged = await startOn(world.databaseUrl)
  await expect.poll(logged).toEqual([expect.stringMatching(/^The worker waits\. .* read-only/)])
  const ready = once(worker, 'message')
  await sql.unsafe(`set default_transaction_read_only = off`)
  await sql.unsafe(`alter database ${name} reset default_transaction_read_only`)
  await ready
  await expectToEnd()
  await sql.end()
})

test.each([
  ['its database', { port: '1' }, 'Nothing listens at 127.0.0.1:1.'],
  ['its password', { password: 'another' }, 'refused the password of "postgres".'],
])('a worker waits for %s, and ends when asked to', async (_, parts, problem) => {
  const logged = await startOn(Object.assign(new URL(world.databaseUrl), parts).href)
  await expect.poll(logged).toEqual([expect.stringMatching(`^The worker waits\\. .*${problem}`)])
  await expectToEnd()
})

test.each([
  ['six hours ahead', 6],
  ['six hours behind', -6],
])('a worker whose clock is %s waits, and says so', async (_, hours) => {
  const logged = await startOn(world.databaseUrl, hours)
  await expect
    .poll(logged)
    .toEqual([expect.stringMatching(/^The worker waits\. The clock of this machine is 360 minutes /)])
  await expectToEnd()
})

test('a worker whose clock is set ahead ends, and bills nothing by it', async () => {
  const { db } = world.runtime
  const shop = await world.newMerchant()
  const { id } = await accountWith(shop, visa)
  // Workers that were killed keep theirs.
  await db.execute(sql`delete from graphile_worker._private_jobs`)
  const logged = await startOn(world.databaseUrl)
  await once(worker, 'message')
  // The worker bills once when it starts.
  const bills = async () => (await db.execute(unfinishedBills)).length
  await expect.poll(bills).toBe(0)
  // Its output is complete then, unlike when it exits.
  const ended = once(worker, 'close')
  const isSet = once(worker, 'message')
  worker.kill('SIGUSR2')
  await isSet
  const due = addDays(dayOf(new Date(), shop.row.timeZone), 2)
  await addSubscribers(db, { merchantId: shop.merchant, accountId: id }, { count: 1, due })
  await db.execute(sql`update graphile_worker._private_jobs set run_at = now() where key = 'bill'`)
  expect(await ended).toEqual([1, null])
  expect(logged()).toContainEqual(
    expect.stringMatching(/^The clock of this machine is 28\d\d minutes ahead of that of PostgreSQL/),
  )
  expect(await db.$count(order, eq(order.merchantId, shop.merchant))).toBe(0)
})

// A run that starts just before the clock is set would see a right clock first and a wrong one afterwards. Connections
// of some machines disagree about the time by milliseconds.
const unfinishedBills = sql`
  select id from graphile_worker.jobs
  where task_identifier = 'bill' and (locked_at is not null or run_at <= now() + interval '5 s')`

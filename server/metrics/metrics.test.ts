import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Queryable } from '@/db/client'
import { account as accountTable, mail, merchant, subscription } from '@/db/schema'
import { subscribe } from '@/test/billing'
import { accountWith, call, visa } from '@/test/call'
import { testWorld } from '@/test/world'
import { days, hours, later, minutes, startOfDay } from '../core/clock'
import type { Account } from '../model/account'
import { addDays, dayOf } from '../model/calendar'
import { backlogMeter } from './backlog'
import { expectJobs, recordJob } from './recorders'
import { serveMetrics } from './serve-metrics'

const world = testWorld()

/** What stops responding when a test says so. */
let measure = async () => {}
let measureBacklog: typeof measure
/** Where work that waits is looked up. */
let database: Pick<Queryable, 'execute'>
let metrics: Awaited<ReturnType<typeof serveMetrics>>
beforeAll(async () => {
  database = { execute: world.runtime.db.execute.bind(world.runtime.db) }
  measureBacklog = backlogMeter(database)
  metrics = await serveMetrics({ port: 0, host: '127.0.0.1' }, () => measure())
})
afterAll(() => metrics.close())

/** The values of all metrics, by name and labels. */
async function read(): Promise<Map<string, number>> {
  const response = await fetch(`http://127.0.0.1:${metrics.port}/metrics`)
  expect(response.headers.get('content-type')).toContain('text/plain')
  const lines = (await response.text()).split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  )
}

test('requests are counted by endpoint, calls to card services and jobs by outcome', async () => {
  const shop = await world.newMerchant()
  const counted = (labels: string, of: Map<string, number>) => of.get(labels) ?? 0
  const labels = [
    'kassa_request_duration_seconds_count{method="POST",path="/order",status="201"}',
    'kassa_request_duration_seconds_count{method="GET",path="/order/{orderId}",status="404"}',
    'kassa_card_call_duration_seconds_count{service="test",call="authorize",outcome="done"}',
    'kassa_job_duration_seconds_count{task="bill",outcome="done"}',
    'kassa_job_duration_seconds_count{task="bill",outcome="failed"}',
  ]
  const before = await read()
  const account = await accountWith(shop, visa)
  const payment = { type: 'account', account: account.id }
  await call(shop.privateKey, 'POST', '/order', { items: 100, currency: 'SEK', payment })
  await call(shop.privateKey, 'GET', '/order/none')
  await recordJob('bill', () => undefined)
  await expect(recordJob('bill', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  const after = await read()
  expect(labels.map((each) => counted(each, after) - counted(each, before))).toEqual([1, 1, 1, 1, 1])
  expect(after.get('process_resident_memory_bytes')).toBeGreaterThan(0)
})

test('jobs are counted from zero, before any has run', async () => {
  const counts = (['done', 'failed'] as const).map(
    (outcome) => `kassa_job_duration_seconds_count{task="never run",outcome="${outcome}"}`,
  )
  const before = await read()
  expect(counts.map((each) => before.get(each))).toEqual([undefined, undefined])
  expectJobs(['never run'])
  const after = await read()
  expect(counts.map((each) => after.get(each))).toEqual([0, 0])
})

test('a job that hangs is seen, however many have been done since', async () => {
  const name = 'kassa_running_job_seconds{task="hang"}'
  const ends: (() => void)[] = []
  const start = () => recordJob('hang', () => new Promise<void>((end) => ends.push(end)))
  const jobs = [start()]
  const first = (await read()).get(name) ?? Number.NaN
  jobs.push(start())
  expect((await read()).get(name)).toBeGreaterThan(first)
  for (const end of ends) end()
  await Promise.all(jobs)
  expect((await read()).has(name)).toBe(false)
})

test('work that waits is measured from when it was due, and not while the database does not respond', async () => {
  const { db } = world.runtime
  measure = measureBacklog
  const late = (work: string) => `kassa_waiting_seconds{work="${work}"}`
  const idle = await read()
  expect([idle.get('kassa_database_up'), idle.get(late('mail')), idle.get(late('callbacks'))]).toEqual([
    1, 0, 0,
  ])
  const { privateKey } = await world.newMerchant()
  const customer = { email: 'jane@example.com' }
  const { body } = await call<Account>(privateKey, 'POST', '/account', { customer, method: [] })
  await call(privateKey, 'POST', `/account/${body.id}/link`)
  await db.update(mail).set({ nextAttempt: later(new Date(), -minutes(5)) })
  const waiting = await read()
  expect(waiting.get(late('mail'))).toBeGreaterThanOrEqual(300)
  expect(waiting.get(late('callbacks'))).toBe(0)
  const gone = vi.spyOn(database, 'execute').mockImplementation(() => {
    throw new Error('gone')
  })
  const down = await read()
  gone.mockRestore()
  expect([down.get('kassa_database_up'), down.has(late('mail')), down.has('kassa_open_differences')]).toEqual(
    [0, false, false],
  )
})

test('billing is measured from the beginning of the oldest day that should have been billed', async () => {
  const { db } = world.runtime
  measure = measureBacklog
  const shop = await world.newMerchant()
  const zone = shop.row.timeZone
  const today = dayOf(new Date(), zone)
  const account = await accountWith(shop, visa)
  for (const start of [addDays(today, 1), addDays(today, 30)]) await subscribe(shop, account, { start })
  const { id: suspended } = await accountWith(shop, visa)
  await subscribe(shop, { id: suspended }, { start: today })
  const suspend = (status: 'active' | 'suspended') =>
    db.update(accountTable).set({ status }).where(eq(accountTable.id, suspended))
  await suspend('suspended')
  const longAgo = addDays(today, -9)
  await db.update(subscription).set({ due: longAgo }).where(eq(subscription.accountId, suspended))
  const late = async () => (await read()).get('kassa_waiting_seconds{work="billing"}') ?? expect.fail()
  const set = (clock: Partial<typeof merchant.$inferInsert>) =>
    db.update(merchant).set(clock).where(eq(merchant.id, shop.merchant))
  const since = (day: string) => (Date.now() - startOfDay(day, zone).getTime()) / 1000
  // Tomorrow has not begun.
  expect(await late()).toBe(0)
  // By its own clock, tomorrow began that long ago.
  const ahead = days(2)
  await set({ clockAhead: ahead })
  expect(await late()).toBeCloseTo(since(addDays(today, 1)) + ahead / 1000, -2)
  await set({ clockMoving: later(new Date(), hours(1)) })
  expect(await late()).toBe(0)
  await set({ clockAhead: 0, clockMoving: later(new Date(), -1) })
  await suspend('active')
  expect(await late()).toBeCloseTo(since(longAgo), -2)
  await db.update(subscription).set({ due: null }).where(eq(subscription.merchantId, shop.merchant))
  expect(await late()).toBe(0)
})

test('alert rules use only metrics that exist', async () => {
  measure = measureBacklog
  const values = await recordJob('running', read)
  const known = new Set([...values.keys()].map((name) => name.replace(/{.*/, '')))
  const used = readFileSync('docs/operation/alerts.yml', 'utf8').match(/(?<=expr: .*)\bkassa_\w+/g) ?? []
  expect(used.length).toBeGreaterThan(8)
  expect(used.filter((name) => !known.has(name))).toEqual([])
})

test('other paths do not exist', async () => {
  expect((await fetch(`http://127.0.0.1:${metrics.port}/`)).status).toBe(404)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { mail } from '@/db/schema'
import { accountWith, call, visa } from '@/test/call'
import { testWorld } from '@/test/world'
import { later, minutes } from '../core/clock'
import type { Account } from '../model/account'
import { backlogMeter } from './backlog'
import { recordJob } from './recorders'
import { serveMetrics } from './serve-metrics'

const world = testWorld()

/** What stops responding when a test says so. */
let measure = async () => {}
let metrics: Awaited<ReturnType<typeof serveMetrics>>
beforeAll(async () => {
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

test('work that waits is measured from when it was due, and not while the database does not respond', async () => {
  const { db } = world.runtime
  const database = { execute: db.execute.bind(db) }
  measure = backlogMeter(database)
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
  database.execute = () => {
    throw new Error('gone')
  }
  const down = await read()
  expect([down.get('kassa_database_up'), down.has(late('mail')), down.has('kassa_open_differences')]).toEqual(
    [0, false, false],
  )
})

test('other paths do not exist', async () => {
  expect((await fetch(`http://127.0.0.1:${metrics.port}/`)).status).toBe(404)
})

// @module-tag slow

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Embedded } from '@/db/embedded'
import { migrate } from '@/db/migrate'
import { compiled } from '@/test/compile'
import { type Network, networkBefore } from '@/test/network'
import { startEmbedded } from '../process/embedded-database'

const dataDir = mkdtempSync(path.join(tmpdir(), 'kassa-outage-'))
let embedded: Embedded
let network: Network
let worker: ChildProcess
let output = ''

const startPostgres = () => startEmbedded({ dataDir, settings: { fsync: 'off' } })
const lastLines = (count = 6) => output.trim().split('\n').slice(-count).join('\n')
const requireAlive = () => expect([worker.exitCode, worker.signalCode], lastLines()).toEqual([null, null])
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

beforeAll(async () => {
  // PostgreSQL may run as another user, which must be able to enter the folder.
  chmodSync(dataDir, 0o755)
  embedded = await startPostgres()
  await migrate(embedded.url)
  network = await networkBefore(() => embedded.url)
  await start()
})

async function start(): Promise<void> {
  worker = spawn(process.execPath, [compiled('server/worker/main.ts')], {
    env: { ...process.env, DATABASE_URL: network.url, BASE_URL: 'http://kassa.test', LOG_LEVEL: 'debug' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  for (const stream of [worker.stdout, worker.stderr]) stream?.on('data', (data) => (output += data))
  await once(worker, 'message')
}

async function end(): Promise<void> {
  if (worker.exitCode === null && worker.kill('SIGKILL')) await once(worker, 'exit')
}

// Without its log, nobody can tell why a worker does nothing.
afterEach(({ task }) => {
  if (task.result?.state === 'fail') console.error(lastLines(100))
})

afterAll(async () => {
  await end()
  await network.close()
  await embedded.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function query<T>(statement: string): Promise<T[]> {
  const sql = postgres(embedded.url, { max: 1, onnotice: () => {} })
  try {
    return [...(await sql.unsafe<T[] & postgres.Row[]>(statement))]
  } finally {
    await sql.end()
  }
}

test('a worker survives if PostgreSQL is down at its turn, and then bills', async () => {
  const bill = async () => {
    requireAlive()
    return (await query<{ id: string }>(waitingBill))[0]?.id
  }
  await expect.poll(bill).toBeDefined()
  await query(
    `update graphile_worker._private_jobs set run_at = now() + interval '3 seconds' where key = 'bill'`,
  )
  const waiting = await bill()
  const before = output.length
  await embedded.stop()
  await pause(6000)
  const failed = () =>
    [...output.slice(before).matchAll(/"([\w ]+) failed\. The database cannot be reached/g)]
      .map(([, name]) => name)
      .sort()
  const work = [
    'Booking movements of money',
    'Looking for callbacks to deliver',
    'Processing mail',
    'Scheduling jobs',
  ]
  // On a busy machine, some loops notice the outage late.
  await expect.poll(failed).toEqual(work)
  requireAlive()
  embedded = await startPostgres()
  // A job that failed in the outage is replaced by that of the next minute.
  await expect.poll(bill, { timeout: 120_000 }).not.toBe(waiting)
  await expect.poll(async () => query(nextMinute)).toHaveLength(1)
  requireAlive()
  // Each of its loops logs the outage once, however often it fails.
  expect(failed()).toEqual(work)
})

test.each([
  ['a message that a job is done', 'complete_job'],
  ['the search for the next job', 'get_job'],
])('a worker survives if the network loses %s, and does other jobs', async (_lost, statement) => {
  requireAlive()
  await network.loseNext(statement)
  await Promise.race([network.passing('complete_job'), once(worker, 'exit')])
  requireAlive()
})

test('a worker whose first look-up of its tasks is lost does its jobs nevertheless', async () => {
  await end()
  const isLost = network.loseNext('_private_tasks as tasks')
  await start()
  await isLost
  await Promise.race([network.passing('complete_job'), once(worker, 'exit')])
  requireAlive()
})

const waitingBill = `select id from graphile_worker.jobs where key = 'bill' and locked_at is null`
const nextMinute = `${waitingBill} and run_at between now() and now() + interval '1 minute'`

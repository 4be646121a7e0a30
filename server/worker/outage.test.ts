// @module-tag slow

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Embedded } from '@/db/embedded'
import { migrate } from '@/db/migrate'
import { compiled } from '@/test/compile'
import { type Network, networkBefore } from '@/test/network'
import { startEmbedded } from '../process/embedded-database'

/** How long after the worker's start its next minute begins: enough for a slow machine to start it. */
const untilTurnMs = 15_000

const dataDir = mkdtempSync(path.join(tmpdir(), 'kassa-outage-'))
let embedded: Embedded
let network: Network
let worker: ChildProcess
let output = ''

const startPostgres = () => startEmbedded({ dataDir, settings: { fsync: 'off' } })
const lastLines = () => output.trim().split('\n').slice(-6).join('\n')
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

beforeAll(async () => {
  // PostgreSQL may run as another user, which must be able to enter the folder.
  chmodSync(dataDir, 0o755)
  const script = await compiled('test/worker-clock-child.ts')
  embedded = await startPostgres()
  await migrate(embedded.url)
  network = await networkBefore(embedded.url)
  worker = spawn(process.execPath, [script, String(untilTurnMs)], {
    env: { ...process.env, DATABASE_URL: network.url, BASE_URL: 'http://kassa.test', LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  for (const stream of [worker.stdout, worker.stderr]) stream?.on('data', (data) => (output += data))
})

afterAll(async () => {
  if (worker.exitCode === null && worker.kill('SIGKILL')) await once(worker, 'exit')
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

test('a worker survives if PostgreSQL is down as a minute begins, and then bills that minute', {
  timeout: 120_000,
}, async () => {
  const turn = Date.now() + untilTurnMs
  await once(worker, 'message')
  const [before] = await query<{ last: Date | null }>(lastBilling)
  expect(before?.last, lastLines()).toBeNull()
  // From three seconds before that minute until three seconds after it begins.
  await pause(turn - 3000 - Date.now())
  await embedded.stop()
  await pause(turn + 3000 - Date.now())
  expect(worker.exitCode, lastLines()).toBeNull()
  embedded = await startPostgres()
  await expect
    .poll(async () => (await query<{ last: Date | null }>(lastBilling))[0]?.last, { timeout: 20_000 })
    .toBeTruthy()
  // The jobs that cron added are done, not only recorded. One that failed in the outage is tried again after half a
  // minute.
  await expect.poll(async () => query(waitingBills), { timeout: 60_000 }).toEqual([])
  expect(worker.exitCode, lastLines()).toBeNull()
})

test.each([
  ['a message that a job is done', 'complete_job'],
  ['the search for the next job', 'get_job'],
])('a worker survives if the network loses %s, and does other jobs', async (_lost, statement) => {
  await network.loseNext(statement)
  await Promise.race([network.passing('complete_job'), once(worker, 'exit')])
  expect([worker.exitCode, worker.signalCode], lastLines()).toEqual([null, null])
})

const lastBilling = `select last_execution as last from graphile_worker._private_known_crontabs where identifier = 'bill'`
const waitingBills = `select attempts, last_error, locked_at, run_at from graphile_worker.jobs where task_identifier = 'bill' and attempts < max_attempts`

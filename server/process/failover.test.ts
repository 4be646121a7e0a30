// @module-tag slow

import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '@/db/client'
import { type Network, networkBefore } from '@/test/network'
import { type Server, startPrimary, startStandby, stopServers } from '@/test/standby'
import { jobQueuePool } from '../worker/job-queue-pool'

const dataDir = mkdtempSync(path.join(tmpdir(), 'kassa-failover-'))
chmodSync(dataDir, 0o755)
let primary: Server
let standby: Server
/** The server that the address in DATABASE_URL leads to. */
let current: Server
let network: Network

beforeAll(async () => {
  primary = await startPrimary(dataDir, ['standby'])
  standby = await startStandby(primary, 'standby', primary)
  current = standby
  network = await networkBefore(() => current.url)
})
afterAll(async () => {
  await network.close()
  await stopServers()
  rmSync(dataDir, { recursive: true, force: true })
})

const change = 'create table if not exists changed ()'
const refused = { code: '25006' }

test('connections to the old primary, now a standby, are not kept when the address leads to the new one', async () => {
  current = standby
  const { db, close } = connect(network.url, { pool: 4 })
  const changeAtOnce = () => Promise.all(Array.from({ length: 4 }, () => db.execute(sql.raw(change))))
  await expect(changeAtOnce()).rejects.toMatchObject({ cause: refused })
  current = primary
  await expect.poll(() => changeAtOnce().then(() => 'done', String), { timeout: 5000 }).toBe('done')
  await close()
})

test('the job queue refuses connections to a standby, so that it finds the new primary', async () => {
  current = standby
  const pool = jobQueuePool({ databaseUrl: network.url })
  await expect(pool.query('select 1')).rejects.toMatchObject(refused)
  current = primary
  await pool.query(change)
  await pool.end()
})

test('a replica keeps its connections', async () => {
  const { db, close } = connect(standby.url, { pool: 1, replica: true })
  const pid = async () => (await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`))[0]?.pid
  const first = await pid()
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(await pid()).toBe(first)
  await close()
})

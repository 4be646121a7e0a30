import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '@/db/client'
import type { Embedded } from '@/db/embedded'
import { halt, launch } from '@/db/embedded/cluster'
import { migrate } from '@/db/migrate'
import { readFromReplica } from '@/db/replica'
import { call } from '@/test/call'
import { freePort } from '@/test/free-port'
import { testWorld } from '@/test/world'
import { systemClock } from '../core/clock'
import { createMerchant, type NewMerchant } from '../merchant/create-merchant'
import type { Account } from '../model/account'
import { installRuntime, runtimeOn } from '../runtime'
import { startEmbedded } from './embedded-database'

testWorld()

const dataDir = mkdtempSync(path.join(tmpdir(), 'kassa-replica-'))
chmodSync(dataDir, 0o755)
const folder = path.join(dataDir, 'replica')
const settings = { fsync: 'off' }

let server: Embedded
let replicaUrl: string
let shop: NewMerchant
/** Lets everything run on the two servers. */
let install: (options: { timeoutMs: number }) => void
/** What ends what was started, the latest first. */
const ends: (() => Promise<unknown>)[] = []
/** The statements sent to the replica, and the errors of it. */
const read: string[] = []
const failures: unknown[] = []

beforeAll(async () => {
  replicaUrl = await startBoth()
  const primary = connect(server.url)
  const replica = connect(replicaUrl, { onQuery: (query) => read.push(query) })
  const probe = connect(replicaUrl, { pool: 1 })
  ends.unshift(primary.close, replica.close, probe.close)
  install = ({ timeoutMs }) =>
    installRuntime({
      ...runtimeOn(primary.db, { baseUrl: 'http://kassa.test', cardServiceTimeoutMs: 5000 }),
      readFrom: readFromReplica(
        primary.db,
        { replica: replica.db, probe: probe.db },
        {
          onFailure: (error) => failures.push(error),
          timeoutMs,
        },
      ),
    })
  install({ timeoutMs: 100 })
  const owner = { name: 'Shop', email: 'owner@example.com', password: 'correct horse battery' }
  const place = { type: 'test', country: 'SE', timeZone: 'Europe/Stockholm', currency: 'SEK' } as const
  shop = await createMerchant({ db: primary.db, clock: systemClock }, { ...owner, ...place })
})
afterAll(async () => {
  for (const end of ends) await end()
  rmSync(dataDir, { recursive: true, force: true })
})

/**
 * Creates a database and copies it while its server is stopped: files of a running one come and go. Returns the address
 * of a streaming replica that runs on the copy, and the server.
 */
async function startBoth(): Promise<string> {
  const first = await startEmbedded({ dataDir, settings })
  await migrate(first.url)
  await first.stop()
  execFileSync('cp', ['-a', path.join(dataDir, 'postgres'), folder])
  server = await startEmbedded({ dataDir, settings })
  ends.unshift(server.stop)
  const signal = path.join(folder, 'standby.signal')
  writeFileSync(signal, '')
  const { uid, gid } = statSync(folder)
  chownSync(signal, uid, gid)
  const { password, port } = new URL(server.superuserUrl)
  const source = `host=127.0.0.1 port=${port} user=postgres password=${password}`
  appendFileSync(path.join(folder, 'postgresql.auto.conf'), `\nprimary_conninfo = '${source}'\n`)
  const own = await freePort()
  await launch(folder, own, settings)
  ends.unshift(() => halt(folder))
  return server.url.replace(`:${port}/`, `:${own}/`)
}

const create = async (number: string) =>
  (await call<Account>(shop.privateKey, 'POST', '/account', { number, method: [] })).body
const newest = async () => (await call<Account[]>(shop.privateKey, 'GET', '/account?limit=1')).body[0]?.id

/** Runs `work` while the replica receives changes and does not apply them. */
async function whilePaused(work: () => Promise<void>): Promise<void> {
  const admin = postgres(replicaUrl.replace(/kassa:[^@]+@/, adminLogin()), { max: 1 })
  await admin`select pg_wal_replay_pause()`
  await expect
    .poll(async () => (await admin`select pg_get_wal_replay_pause_state() as state`)[0]?.state)
    .toBe('paused')
  await work()
  await admin`select pg_wal_replay_resume()`
  await admin.end()
}
const adminLogin = () => {
  const { username, password } = new URL(server.superuserUrl)
  return `${username}:${password}@`
}

/** Creates accounts and finds each at once in the list. Returns which lists were read from the replica. */
async function createAndList(times: number): Promise<boolean[]> {
  const fromReplica: boolean[] = []
  for (let round = 1; round <= times; round++) {
    const { id } = await create(crypto.randomUUID())
    read.length = 0
    expect(await newest()).toBe(id)
    fromReplica.push(read.some((query) => query.includes('"account"')))
  }
  return fromReplica
}

test('lists always show what was written just before: from the replica, or from the primary if the replica is behind or unavailable', async () => {
  install({ timeoutMs: 10_000 })
  expect(await createAndList(20)).toEqual(Array.from({ length: 20 }, () => true))

  install({ timeoutMs: 20 })
  await whilePaused(async () => expect(await createAndList(2)).toEqual([false, false]))

  await halt(folder)
  expect(await createAndList(2)).toEqual([false, false])
  // The first read noticed, and the second left the replica alone.
  expect(failures).toHaveLength(1)
})

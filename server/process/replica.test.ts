// @module-tag slow

import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { connect } from '@/db/client'
import { halt } from '@/db/embedded/cluster'
import { readFromReplica } from '@/db/replica'
import { call } from '@/test/call'
import { dashboard, newMember } from '@/test/members'
import { administer, type Server, startPrimary, startStandby, stopServers, useUp } from '@/test/standby'
import { testWorld } from '@/test/world'
import { exportAccounts } from '../account/export-accounts'
import { systemClock } from '../core/clock'
import { type Context, contextOf, fromReplica } from '../core/context'
import type { Runtime } from '../core/runtime'
import { begun } from '../core/stream'
import { exportDatev } from '../journal/export-datev'
import { exportSie } from '../journal/export-sie'
import { createMerchant, type NewMerchant } from '../merchant/create-merchant'
import { findMerchant } from '../merchant/find-merchant'
import type { Account } from '../model/account'
import { fail } from '../model/errors'
import { installRuntime, runtimeOn } from '../runtime'

testWorld()

const dataDir = mkdtempSync(path.join(tmpdir(), 'kassa-replica-'))
chmodSync(dataDir, 0o755)
let primary: Server
let replica: Server
let shop: NewMerchant
/** Closes the connections that were opened. */
const ends: (() => Promise<unknown>)[] = []
/** The statements sent to the replica, how often it was asked for its position, its errors, and how often it was used again. */
const read: string[] = []
let asked = 0
const failures: unknown[] = []
let recoveries = 0

beforeAll(async () => {
  primary = await startPrimary(dataDir, ['replica', 'successor', 'follower'])
  replica = await startStandby(primary, 'replica', primary)
  shop = await createShop(primary)
})
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})
afterAll(async () => {
  await stopServers()
  rmSync(dataDir, { recursive: true, force: true })
})

async function createShop({ url }: Server): Promise<NewMerchant> {
  const { db, close } = connect(url)
  const owner = { name: 'Shop', email: 'owner@example.com', password: 'correct horse battery' }
  const place = { type: 'test', country: 'SE', timeZone: 'Europe/Stockholm', currency: 'SEK' } as const
  const created = await createMerchant({ db, clock: systemClock }, { ...owner, ...place })
  await close()
  return created
}

/** Lets everything run on the two servers, with new connections. */
function install({
  timeoutMs = 100,
  on = primary,
  replicaUrl = replica.url,
  listsUrl = replicaUrl,
}: {
  timeoutMs?: number
  on?: Server
  replicaUrl?: string
  /** Where lists are read, if only they fail. */
  listsUrl?: string
} = {}): Runtime {
  const main = connect(on.url)
  const lists = connect(listsUrl, { onQuery: (query) => read.push(query) })
  const probe = connect(replicaUrl, { pool: 1, onQuery: () => asked++ })
  ends.unshift(main.close, lists.close, probe.close)
  failures.length = 0
  recoveries = 0
  const installed = {
    ...runtimeOn(main.db, { baseUrl: 'http://kassa.test', cardServiceTimeoutMs: 5000 }),
    readFrom: readFromReplica(
      main.db,
      { replica: lists.db, probe: probe.db },
      {
        onFailure: (error) => failures.push(error),
        onRecovery: () => recoveries++,
        timeoutMs,
        // A busy machine can take a second.
        readTimeoutMs: 30_000,
      },
    ),
  }
  installRuntime(installed)
  return installed
}

const create = async ({ privateKey }: NewMerchant) =>
  (await call<Account>(privateKey, 'POST', '/account', { method: [] })).body
const newest = async ({ privateKey }: NewMerchant) =>
  (await call<Account[]>(privateKey, 'GET', '/account?limit=1')).body[0]?.id

/** Runs `work` while the replica receives changes and does not apply them. */
async function whilePaused(work: () => Promise<void>): Promise<void> {
  await administer(replica, 'select pg_wal_replay_pause()')
  await expect
    .poll(() => administer(replica, 'select pg_get_wal_replay_pause_state() as state'))
    .toEqual({ state: 'paused' })
  await work()
  await administer(replica, 'select pg_wal_replay_resume()')
}

/** Runs `work` when the replica is no longer left alone after a failure. */
async function afterRest(work: () => Promise<void>): Promise<void> {
  const now = performance.now.bind(performance)
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 10_000)
  await work()
  later.mockRestore()
}

/** Creates accounts and finds each at once in the list. Returns which lists were read from the replica. */
async function createAndList(times: number, merchant = shop): Promise<boolean[]> {
  const fromReplica: boolean[] = []
  for (let round = 1; round <= times; round++) {
    const { id } = await create(merchant)
    read.length = 0
    expect(id).toBeDefined()
    expect(await newest(merchant)).toBe(id)
    fromReplica.push(read.some((query) => query.includes('"account"')))
  }
  return fromReplica
}

test('lists always show what was written just before: from the replica, or from the primary if the replica is behind or unavailable', async () => {
  install({ timeoutMs: 10_000 })
  expect(await createAndList(20)).toEqual(Array.from({ length: 20 }, () => true))

  install({ timeoutMs: 20 })
  await whilePaused(async () => expect(await createAndList(2)).toEqual([false, false]))

  await halt(replica.folder)
  await afterRest(async () => expect(await createAndList(2)).toEqual([false, false]))
  // The first read noticed, and the second left the replica alone.
  expect(failures).toHaveLength(1)
  replica = await startStandby(primary, 'replica', primary)
})

test('simultaneous reads ask the replica together, and leave one that is behind alone for a second', async () => {
  install({ timeoutMs: 0 })
  await whilePaused(async () => {
    const { id } = await create(shop)
    const stopped = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    asked = 0
    const found = await Promise.all(Array.from({ length: 32 }, () => newest(shop)))
    expect(new Set(found)).toEqual(new Set([id]))
    expect(asked).toBeGreaterThan(0)
    expect(asked).toBeLessThan(16)
    asked = 0
    expect(await createAndList(2)).toEqual([false, false])
    expect(asked).toBe(0)
    expect(failures).toEqual([])
    stopped.mockReturnValue(performance.now() + 70_000)
    expect(await createAndList(2)).toEqual([false, false])
    expect(failures).toMatchObject([{ message: 'The replica has been behind the primary for a minute' }])
    stopped.mockRestore()
  })
})

test('an error of the primary is not blamed on the replica', async () => {
  const refused = Object.assign(new Error('sorry, too many clients already'), { code: '53300' })
  const execute = () => Promise.reject(refused)
  const reported: unknown[] = []
  const servers = { replica: {}, probe: {} } as unknown as Parameters<typeof readFromReplica>[1]
  const broken = { execute } as unknown as Parameters<typeof readFromReplica>[0]
  const readFrom = readFromReplica(broken, servers, { onFailure: (error) => reported.push(error) })
  await expect(readFrom(() => Promise.resolve('read'))).rejects.toThrow(refused)
  expect(reported).toEqual([])
})

test('lists that the replica has no connections for are read from the primary', async () => {
  install({ timeoutMs: 10_000 })
  expect(await createAndList(1)).toEqual([true])
  const close = await useUp(replica)
  const { id } = await create(shop)
  expect(new Set(await Promise.all(Array.from({ length: 8 }, () => newest(shop))))).toEqual(new Set([id]))
  expect(failures).toMatchObject([{ cause: { code: '53300' } }])
  await close()
})

test.each([
  ['a replica that has just ended', (url: string) => Object.assign(new URL(url), { port: '1' }).href],
  ['a database without tables', (url: string) => url.replace(/kassa$/, 'postgres')],
])('a list, page or export that meets %s is read from the primary', async (_, broken) => {
  const runtime = install({ timeoutMs: 10_000, listsUrl: broken(replica.url) })
  const { id } = await create(shop)
  expect(await newest(shop)).toBe(id)
  expect(failures).toHaveLength(1)

  await afterRest(async () => {
    const member = await newMember(runtime, shop.merchant, 'viewer')
    const page = await dashboard(runtime, member, shop.merchant).account.list({})
    expect(page.accounts[0]).toMatchObject({ id })
  })
  const merchant = await findMerchant(runtime.db, shop.merchant)
  if (!merchant) throw new Error('The merchant cannot be found')
  await afterRest(async () => {
    const context = contextOf(runtime, merchant)
    const file = await fromReplica(context, (reader) => begun(exportAccounts(reader, { sort: 'newest' })))
    expect(await new Response(file).text()).toContain(id)
  })
  const period = { from: '2026-01-01', to: '2026-01-31' }
  for (const journalOf of [
    (reader: Context) => exportSie(reader, { ...period, currency: 'SEK' }),
    (reader: Context) => exportDatev(reader, period),
  ])
    await afterRest(async () => {
      const file = await fromReplica(contextOf(runtime, merchant), (reader) => begun(journalOf(reader)))
      expect(await new Response(file).text()).toMatch(/Kassa/)
    })
})

test('an error that a list would also have on the primary does not end the use of the replica', async () => {
  const { readFrom } = install({ timeoutMs: 10_000 })
  const search = vi.fn(() => Promise.reject(fail('not-found', { what: 'account' })))
  await expect(readFrom?.(search)).rejects.toMatchObject({ code: 'not-found' })
  expect(search).toHaveBeenCalledTimes(1)
  const list = await call(shop.privateKey, 'GET', `/account/${'A'.repeat(16)}/subscription?limit=1`)
  expect(list.status).toBe(404)
  expect(await createAndList(1)).toEqual([true])
  expect(failures).toEqual([])
})

test('a replica of another database, or one that may not be asked, is not read from, which is reported once', async () => {
  install({ replicaUrl: replica.url.replace(/kassa$/, 'postgres') })
  const otherDatabase =
    /^The replica does not follow the primary: system \d+, database postgres, timeline 1 instead of system \d+, database kassa, timeline 1$/
  expect(await createAndList(2)).toEqual([false, false])
  await afterRest(async () => expect(await createAndList(1)).toEqual([false]))
  expect(failures).toMatchObject([{ message: expect.stringMatching(otherDatabase) }])

  for (const name of ['pg_control_recovery()', 'pg_control_system()']) {
    install({ timeoutMs: 10_000 })
    await administer(primary, `revoke execute on function ${name} from public`)
    const mayAsk = async () => {
      const asked = await administer(
        replica,
        `select has_function_privilege('kassa', '${name}', 'execute') as may`,
      )
      return asked?.may
    }
    await expect.poll(mayAsk).toBe(false)
    expect(await createAndList(2)).toEqual([false, false])
    expect(failures).toMatchObject([{ cause: { code: '42501' } }])
    await administer(primary, `grant execute on function ${name} to public`)
    await expect.poll(mayAsk).toBe(true)
    await afterRest(async () => expect(await createAndList(2)).toEqual([true, true]))
    expect([failures.length, recoveries]).toEqual([1, 1])
  }
})

test('after a failover, lists read from a replica that follows it, and not from one that had more than the new primary', async () => {
  // The log of the replica is then far ahead.
  await administer(primary, 'select pg_switch_wal()')
  install({ timeoutMs: 10_000 })
  expect(await createAndList(1)).toEqual([true])

  const successor = await startStandby(primary, 'successor')
  await administer(successor, 'select pg_promote()')
  const its = await createShop(successor)
  install({ on: successor })
  expect(await createAndList(3, its)).toEqual([false, false, false])
  const otherTimeline = /timeline 1 instead of system \d+, database kassa, timeline 2$/
  expect(failures).toMatchObject([{ message: expect.stringMatching(otherTimeline) }])

  const follower = await startStandby(primary, 'follower', successor)
  install({ on: successor, replicaUrl: follower.url, timeoutMs: 10_000 })
  await expect
    .poll(async () => {
      // The follower stores the timeline once it has received a checkpoint. By themselves, both come some minutes later.
      for (const server of [successor, follower]) await administer(server, 'checkpoint')
      return administer(follower, 'select min_recovery_end_timeline as stored from pg_control_recovery()')
    })
    .toEqual({ stored: 2 })
  expect(await createAndList(3, its)).toEqual([true, true, true])
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { connect, type Database } from '@/db/client'
import { readPostmaster } from '@/db/embedded/pid-file'
import { migrate } from '@/db/migrate'
import { createAccount } from '@/server/account/create-account'
import { tokenise } from '@/server/card/test/tokenise'
import { systemClock } from '@/server/core/clock'
import { environment, loadSettings, provide } from '@/server/core/config/config'
import { contextOf } from '@/server/core/context'
import { createMerchant } from '@/server/merchant/create-merchant'
import { requireMerchant } from '@/server/merchant/find-merchant'
import { createOrder } from '@/server/order/create-order'
import { startEmbedded } from '@/server/process/embedded-database'
import { embeddedEnvironment } from '@/server/process/environment'
import { installRuntime, runtimeOn } from '@/server/runtime'
import { commandOf } from '@/server/supervisor/command-of'

const accountCount = 50

/** An embedded PostgreSQL with a merchant, for processes as `npm start` starts them. */
export interface Kassa {
  db: Database
  /** A connection of PostgreSQL's superuser. */
  admin: postgres.Sql
  url: string
  superuserUrl: string
  postmasterPid: number
  merchant: { id: string; timeZone: string }
  privateKey: string
  /** Accounts with a card each. */
  accounts: [string, ...string[]]
  /** An order to copy. */
  like: string
  stop(): Promise<void>
}

export async function startKassa(): Promise<Kassa> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'kassa-bench-'))
  chmodSync(dataDir, 0o755)
  process.env.DATA_DIR = dataDir
  const server = await startEmbedded({ dataDir })
  const stop = async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    provide(embeddedEnvironment(loadSettings(environment()), server.socketUrl))
    await migrate(server.url)
    const { db, close } = connect(server.url, { readTimeout: 0 })
    const admin = postgres(server.superuserUrl, { max: 1, onnotice: () => {} })
    const postmasterPid = readPostmaster(path.join(dataDir, 'postgres'))?.pid
    if (!postmasterPid) throw new Error('PostgreSQL has no pid file')
    return {
      db,
      admin,
      url: server.url,
      superuserUrl: server.superuserUrl,
      postmasterPid,
      ...(await createShop(db)),
      stop: async () => {
        await Promise.all([close(), admin.end()])
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Creates a merchant, its accounts and one order. */
async function createShop(db: Database) {
  const runtime = runtimeOn(db, { baseUrl: 'http://localhost', cardServiceTimeoutMs: 10_000 })
  installRuntime(runtime)
  const owner = { name: 'Bench', email: 'bench@example.com', password: 'correct horse battery' }
  const place = { type: 'test', country: 'SE', timeZone: 'Europe/Stockholm', currency: 'SEK' } as const
  const created = await createMerchant({ db, clock: systemClock }, { ...owner, ...place })
  const merchant = await requireMerchant(db, created.merchant)
  const now = new Date()
  const expires: [number, number] = [12, (now.getUTCFullYear() % 100) + 3]
  const card = async () =>
    tokenise(
      db,
      { pan: '4111111111111111', expires, csc: '987' },
      { merchantId: merchant.id, now: new Date() },
    )
  const context = contextOf(runtime, merchant)
  const withCard = async () =>
    (await createAccount(context, { method: [{ type: 'token', card: (await card()).token }] })).id
  const accounts: [string, ...string[]] = [await withCard()]
  while (accounts.length < accountCount) accounts.push(await withCard())
  const payment = { type: 'account', account: accounts[0] } as const
  const { id: like } = await createOrder(context, { items: 13.37, currency: 'SEK', payment })
  return { merchant, privateKey: created.privateKey, accounts, like }
}

export interface Process {
  pid: number
  /** Resolves when it has ended, for any reason. */
  ended: Promise<void>
  /** The longest block of its event loop since it was last read, in ms; for a web process only. */
  longestBlock(): Promise<number>
  kill(): void
  stop(): Promise<void>
}

/** Starts a process of the build with the same environment as `npm start` gives it. Resolves when it is ready. */
export async function startProcess(
  name: 'web' | 'worker',
  variables: Record<string, string> = {},
): Promise<Process> {
  const preload = name === 'web' ? ['--import', new URL('loop-delay.mjs', import.meta.url).href] : []
  const child = spawn(process.execPath, [...preload, ...commandOf(name, false)], {
    env: { ...environment(), NODE_ENV: 'production', ...variables },
    // Standard output is for the tables.
    stdio: ['ignore', 2, 2, 'ipc'],
  })
  const ended = once(child, 'exit').then(() => undefined)
  await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(new Error(`The ${name} process ended before it was ready`))),
  ])
  if (child.pid === undefined) throw new Error(`The ${name} process has no pid`)
  return {
    pid: child.pid,
    ended,
    longestBlock: () => longestBlock(child),
    kill: () => child.kill('SIGKILL'),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function longestBlock(child: ChildProcess): Promise<number> {
  child.send('longest block')
  const [{ longestBlockMs }] = await once(child, 'message')
  return longestBlockMs
}

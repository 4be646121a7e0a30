import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { sql } from 'drizzle-orm'
import { connect, type Database } from '@/db/client'
import { migrate } from '@/db/migrate'
import { createAccount } from '@/server/account/create-account'
import { tokenise } from '@/server/card/test/tokenise'
import { systemClock } from '@/server/core/clock'
import { environment, loadSettings, provide } from '@/server/core/config/config'
import { hashKey } from '@/server/key/issue-key'
import { createMerchant, findMerchant } from '@/server/merchant/create-merchant'
import { startEmbedded } from '@/server/process/embedded-database'
import { embeddedEnvironment } from '@/server/process/environment'
import { installRuntime, runtimeOn } from '@/server/runtime'
import { type Billing, measureBilling, memoryOf } from './billing'
import { type Depth, lengthenLists, measureDepth } from './lists'
import { median } from './median'
import { measureMinimum } from './minimum'

const connections = 16
const rounds = 3
const seconds = 8
const subscriptions = 100_000

const dataDir = mkdtempSync(path.join(tmpdir(), 'kassa-bench-'))
chmodSync(dataDir, 0o755)
process.env.DATA_DIR = dataDir
process.env.LOG_LEVEL ??= 'warn'
const port = 3987
const baseUrl = `http://127.0.0.1:${port}`
const server = await startEmbedded({ dataDir })
try {
  provide(embeddedEnvironment(loadSettings(environment()), server.url))
  await migrate(server.url)
  await run(await prepare())
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/** Creates a merchant with a card on an account, and the request that creates an order on it. */
async function prepare() {
  const { db, close } = connect(server.url)
  const runtime = runtimeOn(db, { baseUrl, cardServiceTimeoutMs: 10_000 })
  installRuntime(runtime)
  const now = new Date()
  const owner = { name: 'Bench', email: 'bench@example.com', password: 'correct horse battery' }
  const place = { type: 'test', country: 'SE', timeZone: 'Europe/Stockholm', currency: 'SEK' } as const
  const created = await createMerchant({ db, clock: systemClock }, { ...owner, ...place })
  const merchant = await findMerchant(db, created.merchant)
  if (!merchant) throw new Error('The merchant was created but cannot be found')
  const pan = '4111111111111111'
  const expires: [number, number] = [12, (now.getUTCFullYear() % 100) + 3]
  const { token } = await tokenise(db, { pan, expires, csc: '987' }, { merchantId: merchant.id, now })
  const context = { ...runtime, merchant, actor: { kind: 'system' } as const }
  const account = await createAccount(context, { method: [{ type: 'token', card: token }] })
  const request = {
    path: '/v1/order',
    headers: { authorization: `Bearer ${created.privateKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      items: 13.37,
      currency: 'SEK',
      payment: { type: 'account', account: account.id },
    }),
  }
  const { id: merchantId, timeZone } = merchant
  const lookedUp = { keyHash: hashKey(created.privateKey), merchantId, accountId: account.id }
  return { request, lookedUp, db, account: { merchantId, accountId: account.id, timeZone }, close }
}

async function run({
  request,
  lookedUp,
  db,
  account,
  close,
}: Awaited<ReturnType<typeof prepare>>): Promise<void> {
  const web = spawn(process.execPath, ['.next/kassa/web.mjs'], {
    env: {
      ...process.env,
      ...environment(),
      PORT: String(port),
      HOST: '127.0.0.1',
      BASE_URL: baseUrl,
      DATABASE_POOL: '16',
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  try {
    await once(web, 'message')
    const load = (over: Partial<autocannon.Options>) =>
      autocannon({ url: `${baseUrl}${request.path}`, connections, duration: seconds, ...over })
    const orders = () => load({ method: 'POST', headers: request.headers, body: request.body })
    await load({ method: 'POST', headers: request.headers, body: request.body, duration: 3 })
    await analysed(db)
    const results = []
    for (let round = 0; round < rounds; round++) {
      const http = await orders()
      if (http.non2xx > 0 || http.errors > 0) throw new Error(`${http.non2xx + http.errors} requests failed`)
      const minimum = await measureMinimum(server.url, lookedUp, { connections, seconds })
      const empty = await load({ method: 'OPTIONS', duration: 4 })
      results.push({ http, minimum, empty })
    }
    const { peak } = memoryOf(web.pid)
    await lengthenLists({ db, merchant: { id: account.merchantId } })
    const lists = ['/v1/account', '/v1/order']
    const depths = []
    for (const list of lists)
      depths.push(await measureDepth(`${baseUrl}${list}`, request.headers.authorization))
    web.kill('SIGTERM')
    await once(web, 'exit')
    const billing = await measureBilling(db, account, subscriptions)
    report(results, peak, depths, billing)
  } finally {
    await close()
    web.kill('SIGTERM')
  }
}

/** Waits until PostgreSQL has statistics of the first orders, which it then keeps up to date by itself. */
async function analysed(db: Database): Promise<void> {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    const [row] = await db.execute(
      sql`select from pg_stat_user_tables where relname = 'operation' and last_autoanalyze is not null`,
    )
    if (row) return
    await sleep(200)
  }
  throw new Error('PostgreSQL did not analyse its tables within a minute. Is autovacuum on?')
}

type BenchRound = {
  http: autocannon.Result
  minimum: number
  empty: autocannon.Result
}

function report(results: BenchRound[], peakMb: number, depths: Depth[], billing: Billing): void {
  const of = (pick: (round: BenchRound) => number) => median(results.map(pick))
  const http = of(({ http }) => http['2xx'] / http.duration)
  const minimum = of(({ minimum }) => minimum)
  const empty = of(({ empty }) => empty['2xx'] / empty.duration)
  const rows: [string, string][] = [
    ['machine', `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`],
    ['measured', `${connections} connections, ${rounds} rounds of ${seconds} s, medians`],
    ['orders created over HTTP', `${http.toFixed(0)}/s`],
    ['  p50', `${of(({ http }) => http.latency.p50)} ms`],
    ['  p99', `${of(({ http }) => http.latency.p99)} ms`],
    ['the minimum that PostgreSQL must do for an order', `${minimum.toFixed(0)}/s`],
    ['empty route (OPTIONS)', `${empty.toFixed(0)}/s`],
    ['orders / minimum', (http / minimum).toFixed(3)],
    ['orders / empty route', (http / empty).toFixed(3)],
    ['peak memory of the web process', `${peakMb.toFixed(0)} MB`],
    ...depths.map(({ list, first, last }): [string, string] => [
      `GET ${list}, 100 of 100,000: first, last page`,
      `${first.toFixed(1)} ms, ${last.toFixed(1)} ms, ratio ${(last / first).toFixed(2)}`,
    ]),
    [
      `${billing.subscriptions} due subscriptions billed by one worker`,
      `${billing.seconds.toFixed(0)} s, ${billing.perSecond.toFixed(0)}/s`,
    ],
    ['  billed / orders created over HTTP', (billing.perSecond / http).toFixed(2)],
    [
      '  memory of the worker after a tenth, at most',
      `${billing.earlyMb.toFixed(0)} MB, ${billing.peakMb.toFixed(0)} MB`,
    ],
  ]
  for (const [name, value] of rows) console.log(`${name.padEnd(52)}${value}`)
}

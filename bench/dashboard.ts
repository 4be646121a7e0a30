import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { connect } from '@/db/client'
import { migrate } from '@/db/migrate'
import { membership } from '@/db/schema'
import { tokenise } from '@/server/card/test/tokenise'
import { systemClock } from '@/server/core/clock'
import { environment, loadSettings, provide } from '@/server/core/config/config'
import { newId } from '@/server/core/id'
import { createMerchant } from '@/server/merchant/create-merchant'
import { requireMerchant } from '@/server/merchant/find-merchant'
import { createOrder } from '@/server/order/create-order'
import { startEmbedded } from '@/server/process/embedded-database'
import { embeddedEnvironment } from '@/server/process/environment'
import { sumAllDays } from '@/server/report/sum-days'
import { installRuntime, runtimeOn } from '@/server/runtime'
import { callerOf } from '@/server/trpc/router'
import { crowdOf, fillMerchant, idOf } from './crowd'
import { median } from './median'

interface Statement {
  query: string
  parameters: unknown[]
}

const rounds = 15
/** `--rows 3000000`: how many orders the merchant has. */
const orders = Number(process.argv[process.argv.indexOf('--rows') + 1]) || 500_000
/** `--only Home,Orders`: the beginnings of what is measured. */
const only = process.argv.includes('--only') && process.argv[process.argv.indexOf('--only') + 1]?.split(',')
const dataDir = mkdtempSync(path.join(tmpdir(), 'kassa-bench-'))
chmodSync(dataDir, 0o755)
process.env.DATA_DIR = dataDir
process.env.LOG_LEVEL ??= 'warn'
const server = await startEmbedded({ dataDir })
try {
  provide(embeddedEnvironment(loadSettings(environment()), server.url))
  await migrate(server.url)
  await run()
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/** Times the dashboard's calls for a merchant with two years of data. */
async function run(): Promise<void> {
  const sent: Statement[] = []
  const { db, close } = connect(server.url, {
    readTimeout: 0,
    onQuery: (query, parameters) => sent.push({ query, parameters }),
  })
  const runtime = runtimeOn(db, { baseUrl: 'http://localhost', cardServiceTimeoutMs: 10_000 })
  installRuntime(runtime)
  const { call, merchantId } = await prepare(runtime)
  console.log(`Filling: ${JSON.stringify(crowdOf(orders))}`)
  await fillMerchant({ db, merchant: { id: merchantId.id } }, merchantId.like, orders)
  await sumAllDays(runtime)
  await db.execute(sql`vacuum analyze daily_total, daily_recurring`)
  const explainer = postgres(server.url, { max: 1 })
  const rows: string[] = []
  for (const [name, ask] of Object.entries(questions(call))) {
    if (only && !only.some((beginning) => name.startsWith(beginning))) continue
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      sent.length = 0
      const started = performance.now()
      await ask()
      times.push(performance.now() - started)
    }
    const [first = 0, ...later] = times
    rows.push(
      `| ${name} | ${median(times).toFixed(1)} | ${Math.max(...later).toFixed(1)} | ${first.toFixed(1)} | ${sent.length} |`,
    )
    if (process.argv.includes('--explain')) await explain(explainer, name, sent)
  }
  console.log(
    [
      '| | median, ms | slowest except the first, ms | first, ms | statements |',
      '|---|---|---|---|---|',
      ...rows,
    ].join('\n'),
  )
  await explainer.end()
  await close()
}

async function prepare(runtime: ReturnType<typeof runtimeOn>) {
  const { db, clock } = runtime
  const now = clock.now()
  const owner = { name: 'Bench', email: 'bench@example.com', password: 'correct horse battery' }
  const place = { type: 'test', country: 'SE', timeZone: 'Europe/Stockholm', currency: 'SEK' } as const
  const created = await createMerchant({ db, clock: systemClock }, { ...owner, ...place })
  const merchant = await requireMerchant(db, created.merchant)
  const [member] = await db.select().from(membership)
  if (!member) throw new Error('The merchant was created without a member')
  const expires: [number, number] = [12, (now.getUTCFullYear() % 100) + 3]
  const card = await tokenise(
    db,
    { pan: '4111111111111111', expires, csc: '987' },
    { merchantId: merchant.id, now },
  )
  const context = { ...runtime, merchant, actor: { kind: 'system' } as const }
  const payment = { type: 'card' as const, card: card.token }
  const { id: like } = await createOrder(context, { items: 13.37, currency: 'SEK', payment })
  const session = { userId: member.userId, began: now, id: newId() }
  const call = callerOf({ runtime, session, merchantId: merchant.id, requestId: 'bench' })
  return { call, merchantId: { id: merchant.id, like } }
}

function questions(call: ReturnType<typeof callerOf>): Record<string, () => Promise<unknown>> {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  const [past, quarter] = [daysAgo(300), daysAgo(90)]
  const yearBefore = `${daysAgo(364)}..${daysAgo(0)}`
  return {
    'Home: all of it, 30 days': () =>
      Promise.all([call.report.home({}), call.report.todo(), call.report.ahead(), call.event.list({})]),
    'Home: today': () => call.report.home({ period: 'today' }),
    'Home: 30 days': () => call.report.home({}),
    'Home: 90 days': () => call.report.home({ period: '90d' }),
    'Home: a year': () => call.report.home({ period: yearBefore }),
    'Home: upcoming': () => call.report.ahead(),
    'Home: to do': () => call.report.todo(),
    'Events: what moved money in 90 days': () => call.event.list({ moved: 'net', start: quarter }),
    'Events: sum of what moved money in 90 days': () => call.event.totals({ moved: 'net', start: quarter }),
    'Subscriptions: movements in 90 days': () => call.report.movements({ start: quarter }),
    'Subscriptions: lost customers in 90 days': () =>
      call.report.movements({ kind: 'churn', start: quarter }),
    'Orders: newest': () => call.order.list({}),
    'Orders: by state': () => call.order.list({ status: 'refunded' }),
    'Orders: pending (one in a thousand)': () => call.order.list({ status: 'pending' }),
    'Orders: with a failure': () => call.order.list({ failed: 'yes' }),
    'Orders: by number': () => call.order.list({ number: 'N-4711' }),
    'Orders: by card': () => call.order.list({ card: '1234' }),
    'Orders: by exact amount': () => call.order.list({ least: '1234.56', most: '1234.56' }),
    'Orders: by range of amounts, in euro': () =>
      call.order.list({ least: '900', most: '905', currency: 'EUR' }),
    'Orders: by amount (none)': () => call.order.list({ least: '50000' }),
    'Orders: by rare currency': () => call.order.list({ currency: 'DKK' }),
    'Orders: by currency (none)': () => call.order.list({ currency: 'JPY' }),
    'Orders: by state and currency, long ago': () =>
      call.order.list({ status: 'cancelled', currency: 'NOK', end: past }),
    'Orders: by account': () => call.order.list({ account: idOf('A', 4711) }),
    ...orderSearches(call),
    'Attempts: newest': () => call.attempt.list({}),
    'Attempts: by customer': () => call.attempt.list({ search: 'åkesson 4' }),
    'Events: newest': () => call.event.list({}),
    'Events: failures': () => call.event.list({ type: 'fail' }),
    'Events: cancellations (none)': () => call.event.list({ type: 'cancel' }),
    'Accounts: newest': () => call.account.list({}),
    'Accounts: suspended': () => call.account.list({ status: 'suspended' }),
    'Accounts: part of a name': () => call.account.list({ search: 'åkesson 4' }),
    'Accounts: a common name': () => call.account.list({ search: 'anna' }),
    'Accounts: two letters': () => call.account.list({ search: 'xq' }),
    'Accounts: no match': () => call.account.list({ search: 'nobody is called this' }),
    'Search: a name': () => call.search.find({ text: 'moreau 777' }),
    'Search: an order’s number': () => call.search.find({ text: 'N-31415' }),
    'Search: a subscription’s number': () => call.search.find({ text: 'S-123' }),
    'Search: a subscription’s id': () => call.search.find({ text: idOf('', 123).slice(0, 4) }),
    'Fees: all': () => call.report.fees({}),
    'Fees: 90 days': () => call.report.fees({ start: quarter }),
    'Requests: newest': () => call.request.list({}),
    'Requests: failed': () => call.request.list({ outcome: 'failed' }),
    'Requests: DELETE (none)': () => call.request.list({ method: 'DELETE' }),
    'Callbacks: newest': () => call.callback.list({}),
    'Callbacks: failed': () => call.callback.list({ status: 'failed' }),
    'Callbacks: waiting (none)': () => call.callback.list({ status: 'waiting' }),
    'Callbacks: by order': () => call.callback.list({ order: idOf('O', 4711) }),
  }
}

function orderSearches(call: ReturnType<typeof callerOf>): Record<string, () => Promise<unknown>> {
  const texts = {
    'part of a number': '31415',
    'a short number': 'N-1',
    'two letters': 'xq',
    'a common name': 'anna',
    'a rare name': 'moreau 777',
    'four digits': '1234',
    'an amount': '1 234,56',
    'an amount of a currency': '900.00 EUR',
    metadata: 'shoe: 42',
    'no match': 'nobody is called this',
  }
  const list = call.order.list
  return {
    'Orders: oldest': () => list({ sort: 'oldest' }),
    'Orders: largest': () => list({ sort: 'amount-down' }),
    'Orders: largest refunded': () => list({ sort: 'amount-down', status: 'refunded' }),
    'Orders: by product': () => list({ product: 'coffee' }),
    'Orders: totals of all': () => call.order.totals({}),
    'Orders: totals of refunded': () => call.order.totals({ status: 'refunded' }),
    ...Object.fromEntries(
      Object.entries(texts).flatMap(([name, search]) => [
        [`Orders: search for ${name}`, () => list({ search })],
        [`Orders: totals of ${name}`, () => call.order.totals({ search })],
      ]),
    ),
  }
}

/** Prints PostgreSQL's plan for each statement of a call. */
async function explain(sql: postgres.Sql, name: string, statements: readonly Statement[]): Promise<void> {
  console.log(`\n### ${name}`)
  for (const { query, parameters } of statements) {
    if (!/^\s*select/i.test(query)) continue
    const plan = await sql.unsafe(`explain (analyze, costs off, timing off) ${query}`, parameters as never[])
    console.log(`-- ${query.slice(0, 100)}…`)
    console.log(plan.map((row) => row['QUERY PLAN']).join('\n'))
  }
}

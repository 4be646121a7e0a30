import { setTimeout as wait } from 'node:timers/promises'
import { measureBilling } from './billing'
import { fillMerchant } from './crowd'
import { type Kassa, type Process, startProcess } from './kassa'
import { lengthenLists, measureDepth } from './lists'
import { type Act, closedLoop, type Load, onConnections, openLoop } from './load'
import { median } from './median'
import { createMinimum, measureMinimum, pgbenchVersion } from './minimum'
import { type Options, type RequestKind, requestKinds } from './options'
import * as report from './report'
import { Shop } from './shop'
import { type DiskUsage, diskOf, memoryOf, usageOf, usagePer } from './usage'
import { countingProxy, type WireCounts } from './wire'

const port = 3987
const connectionCounts = [16, 64]
/** Median and 99th percentile of the delayed card service, in ms. */
const cardDelay = '120,380'
const delayedConnectionCounts = [64, 256]
/** Requests before the count, in which each connection prepares its statements, and counted requests. */
const counted = { before: 60, requests: 21 }

const names: Record<RequestKind, string> = {
  order: 'order by account, two lines',
  paid: 'order + charge',
  charge: 'charge',
  refund: 'refund',
  cancel: 'cancel',
  list: 'list of 20 orders',
  account: 'account by id',
}

const webOn = (variables: Record<string, string> = {}) =>
  startProcess('web', {
    PORT: String(port),
    HOST: '127.0.0.1',
    BASE_URL: `http://127.0.0.1:${port}`,
    ...variables,
  })

/** Runs the whole benchmark and prints its tables. */
export async function measure(kassa: Kassa, options: Options): Promise<void> {
  const { rows } = options
  if (rows > 0) await fill(kassa, rows)
  const minimumUrl = await createMinimum(kassa.superuserUrl)
  await heading(kassa, options)
  const worker = await startProcess('worker')
  const web = await webOn()
  try {
    const shop = new Shop(kassa, port)
    const loads = await measureLoads(kassa, { shop, web, worker, minimumUrl }, options)
    await measureLatency(shop, loads, options)
    const { now, peak } = memoryOf(web.pid)
    console.log(
      `Web process: ${now.toFixed(0)} MB resident, ${peak.toFixed(0)} MB at its peak; longest block of its event loop ${report.ms(await web.longestBlock())} ms.`,
    )
    if (options.has('lists')) await measureLists(kassa, rows)
  } finally {
    await web.stop()
  }
  try {
    await countStatements(kassa, options)
    if (options.has('delay')) await measureDelayed(kassa, options)
  } finally {
    await worker.stop()
  }
  if (options.has('billing')) await billing(kassa, options)
}

async function fill({ db, merchant, like }: Kassa, rows: number): Promise<void> {
  const started = performance.now()
  await fillMerchant({ db, merchant }, like, rows)
  console.log(`Filled with ${rows} orders in ${((performance.now() - started) / 1000).toFixed(0)} s`)
}

async function heading({ admin }: Kassa, { seconds, rounds, rows }: Options): Promise<void> {
  const [version] = await admin<{ server_version: string }[]>`show server_version`
  report.printHeading({
    postgres: `PostgreSQL ${version?.server_version ?? 'unknown'} (embedded, durable defaults)`,
    minimumBy: pgbenchVersion() ?? 'the driver',
    how: `${rows > 0 ? `Database filled with ${rows} orders` : 'Empty database'}; medians of ${rounds} × ${seconds} s.`,
  })
}

interface Tested {
  shop: Shop
  web: Process
  worker: Process
  minimumUrl: string
}

/** Measures each kind of request in turn, so that a disturbance spreads over all. Prints the first table. */
async function measureLoads(kassa: Kassa, tested: Tested, { has, seconds, rounds }: Options) {
  const { shop, web, worker, minimumUrl } = tested
  const pids = { web: web.pid, worker: worker.pid }
  const kinds = requestKinds.filter(has)
  const loads = new Map<string, Load[]>()
  const keep = (name: string, load: Load) => loads.set(name, [...(loads.get(name) ?? []), load])
  const disk: DiskUsage[] = []
  // Connections keep their plans, so the first orders come before PostgreSQL's first statistics.
  shop.learn(await closedLoop({ port, connections: 16, seconds: Math.min(seconds, 3) }, shop.acts.order))
  await analysed(kassa)
  // The first requests load pages and modules, which is not what is measured.
  await web.longestBlock()
  for (let round = 0; round < rounds; round++) {
    for (const connections of connectionCounts) {
      if (has('minimum'))
        keep(`minimum ${connections}`, await measureMinimum(minimumUrl, { connections, seconds }))
      for (const kind of kinds) {
        await shop.stockUp(kind, seconds)
        const first = await diskOf(kassa)
        const before = await usageOf(kassa, pids)
        const load = await closedLoop({ port, connections, seconds }, shop.acts[kind])
        // Work that requests leave for the background counts too.
        await wait(1000)
        const used = usagePer(load.done, before, await usageOf(kassa, pids))
        keep(`${kind} ${connections}`, { ...load, ...used })
        if (kind === 'order') {
          const last = await diskOf(kassa)
          disk.push({
            records: (last.records - first.records) / load.done,
            requests: (last.requests - first.requests) / load.done,
          })
          shop.learn(load)
        }
      }
    }
  }
  const middle = new Map([...loads].map(([name, each]) => [name, report.medians(each)]))
  const minimum = middle.get('minimum 16')?.perSecond ?? Number.NaN
  const rows = (['minimum', ...kinds] as const).flatMap((kind) =>
    connectionCounts.flatMap((connections) => {
      const load = middle.get(`${kind} ${connections}`)
      const name = kind === 'minimum' ? 'minimum in PostgreSQL' : names[kind]
      if (load) report.printFailures(name, load)
      return load ? [report.loadRow(name, connections, load, minimum)] : []
    }),
  )
  report.printTable(report.loadHeader, rows)
  if (disk.length > 0) {
    const kB = (of: keyof DiskUsage) => (median(disk.map((each) => each[of])) / 1000).toFixed(2)
    console.log(`Disk: ${kB('records')} kB per order, and ${kB('requests')} kB for the log of its request.`)
  }
  return middle
}

/** Waits until PostgreSQL has statistics on the first orders, which it then keeps up to date. */
async function analysed({ admin }: Kassa): Promise<void> {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline) {
    const [row] = await admin`
      select from pg_stat_user_tables where relname = 'operation' and (last_autoanalyze is not null or last_analyze is not null)`
    if (row) return
    await wait(200)
  }
  throw new Error('PostgreSQL did not analyse its tables within a minute. Is autovacuum on?')
}

/** Latency at half load and of single requests. */
async function measureLatency(
  shop: Shop,
  loads: Map<string, Load>,
  { has, seconds }: Options,
): Promise<void> {
  const rows: string[][] = []
  for (const kind of ['order', 'charge', 'paid'] as const) {
    const full = loads.get(`${kind} 16`)
    if (!has('half') || !full) continue
    const rate = full.perSecond / 2
    await shop.stockUp(kind, seconds)
    const half = await openLoop({ port, connections: 64, seconds, rate }, shop.acts[kind])
    report.printFailures(names[kind], half)
    rows.push(report.latencyRow(names[kind], 'half load, constant arrivals', half))
  }
  for (const kind of ['order', 'charge'] as const) {
    if (!has('single')) continue
    await shop.stockUp(kind, seconds)
    const single = await closedLoop({ port, connections: 1, seconds }, shop.acts[kind])
    rows.push(report.latencyRow(names[kind], 'one at a time', single))
  }
  report.printTable(['', 'load', 'per second', 'p50, p99 ms'], rows)
}

/** Counts, on the wire between a separate web process and PostgreSQL, what one request of each kind needs. */
async function countStatements(kassa: Kassa, { has }: Options): Promise<void> {
  const kinds = requestKinds.filter((kind) => kind !== 'paid' && has(kind))
  const proxy = await countingProxy(kassa.url)
  const web = await webOn({ DATABASE_URL: proxy.url })
  try {
    const shop = new Shop(kassa, port)
    const perRequest = async (act: Act): Promise<WireCounts> => {
      const taken: WireCounts[] = []
      await onConnections(port, 1, async ([connection]) => {
        if (!connection) return
        for (let request = 0; request < counted.before + counted.requests; request++) {
          await act(connection)
          taken.push(proxy.take())
        }
      })
      const of = (name: keyof WireCounts) => median(taken.slice(counted.before).map((each) => each[name]))
      return { statements: of('statements'), ofAcquirer: of('ofAcquirer'), roundTrips: of('roundTrips') }
    }
    const rows: string[][] = []
    for (const kind of kinds) {
      await shop.stockUp(kind, 2)
      rows.push(report.countsRow(names[kind], await perRequest(shop.acts[kind])))
    }
    report.printTable(['', 'statements', "of these the simulated acquirer's", 'round trips'], rows)
  } finally {
    await web.stop()
    proxy.close()
  }
}

/** Measures with a card service that takes as long as a real one. */
async function measureDelayed(kassa: Kassa, { seconds }: Options): Promise<void> {
  const web = await webOn({ TEST_CARD_DELAY_MS: cardDelay })
  try {
    const shop = new Shop(kassa, port)
    // A new process compiles its code while it serves the first requests.
    await closedLoop({ port, connections: 64, seconds: Math.min(seconds, 3) }, shop.acts.paid)
    const rows: string[][] = []
    for (const kind of ['order', 'paid'] as const) {
      for (const connections of delayedConnectionCounts) {
        const load = await closedLoop({ port, connections, seconds }, shop.acts[kind])
        report.printFailures(names[kind], load)
        rows.push(report.latencyRow(names[kind], `${connections} connections`, load))
      }
    }
    console.log(`With a card service that takes ${cardDelay.replace(',', ' ms (p99 ')} ms):`)
    report.printTable(['', 'load', 'per second', 'p50, p99 ms'], rows)
  } finally {
    await web.stop()
  }
}

/** Times the first and last page of long lists. */
async function measureLists(kassa: Kassa, rows: number): Promise<void> {
  if (rows === 0) await lengthenLists({ db: kassa.db, merchant: kassa.merchant })
  const cells = []
  for (const list of ['/v1/account', '/v1/order']) {
    const { first, last } = await measureDepth(
      `http://127.0.0.1:${port}${list}`,
      `Bearer ${kassa.privateKey}`,
    )
    cells.push([`\`GET ${list}\``, report.ms(first), report.ms(last), (last / first).toFixed(2)])
  }
  report.printTable(['100 rows of a long list', 'first page, ms', 'last page, ms', 'ratio'], cells)
}

async function billing(kassa: Kassa, { subscriptions }: Options): Promise<void> {
  const { perSecond, seconds, earlyMb, peakMb, used } = await measureBilling(kassa, subscriptions)
  const count = subscriptions.toLocaleString('en')
  console.log(
    `One worker billed ${count} due subscriptions in ${seconds.toFixed(0)} s, ${report.perSecond(perSecond)}/s. ` +
      `Each took ${used.worker.toFixed(2)} ms of its CPU, ${used.postgres.toFixed(2)} ms of PostgreSQL's and ${(used.wal / 1000).toFixed(1)} kB of WAL. ` +
      `Its memory: ${earlyMb.toFixed(0)} MB after a tenth, ${peakMb.toFixed(0)} MB at its peak.`,
  )
}

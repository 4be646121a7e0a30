import { setTimeout as wait } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { operation } from '@/db/schema'
import { counted } from '@/server/model/counted'
import { runtimeOn } from '@/server/runtime'
import { differences } from '@/test/differences'
import { Connection } from './connection'
import { Customer, finalResponse } from './customer'
import { type Kassa, type Process, startProcess } from './kassa'

const connections = 64
const ports = [3988, 3989] as const
/** A killed process must be replaced, and its work taken over, in the time that a run has. */
const staleSeconds = '5'
/**
 * Time between two kills. Each process lives for three of them, less the time to start: long enough to do something,
 * short enough for 200 kills in ten minutes.
 */
const pauseBetweenKills = { minMs: 1000, maxMs: 4000 }
/** Time before a request without a final response is repeated. The key of a dead attempt is held for 30 seconds. */
const pauseMs = 5000
const timeoutMs = 180_000

interface Victim {
  start(): Promise<Process>
  running: Promise<Process>
}

/**
 * Kills web processes and the worker in turn while customers create and change orders, and restarts them at once.
 * Afterwards every request is repeated. Returns whether each was done exactly once.
 */
export async function killUnderLoad(kassa: Kassa, kills: number): Promise<boolean> {
  const began = performance.now()
  const victims = [webVictim(ports[0]), workerVictim(), webVictim(ports[1])]
  try {
    const crowd = new Crowd(kassa)
    const served = crowd.serve()
    // An error in the crowd ends the run. Without this, it would end the process before the servers are stopped.
    await Promise.race([served, killInTurn(victims, kills)])
    crowd.stop()
    await Promise.all(victims.map(({ running }) => running))
    await served
    const minutes = ((performance.now() - began) / 60_000).toFixed(1)
    const requests = crowd.customers.flatMap((customer) => customer.requests)
    const repeats = crowd.customers.reduce((sum, customer) => sum + customer.repeats, 0)
    console.log(
      `${kills} kills in ${minutes} min; ${crowd.customers.length} orders, ${requests.length} requests, ${repeats} repetitions.`,
    )
    await recovered(kassa)
    const runtime = runtimeOn(kassa.db, { baseUrl: 'http://127.0.0.1', cardServiceTimeoutMs: 10_000 })
    const found = [
      ...(await repeatAll(crowd.customers)),
      ...(await compareEvents(kassa, crowd.customers)),
      ...(await differences(runtime)),
    ]
    for (const difference of found.slice(0, 50)) console.log(difference)
    console.log(
      found.length === 0
        ? 'The books agree, nothing is pending, and each request was done exactly once.'
        : `${counted(found.length, 'difference')}.`,
    )
    return found.length === 0
  } finally {
    await Promise.allSettled(victims.map(async ({ running }) => (await running).stop()))
  }
}

const webVictim = (port: number) =>
  victimOf(() =>
    startProcess('web', {
      PORT: String(port),
      HOST: '127.0.0.1',
      BASE_URL: `http://127.0.0.1:${port}`,
      OPERATION_STALE_SECONDS: staleSeconds,
      // Each line of a killed database connection would be one of thousands.
      LOG_LEVEL: 'fatal',
    }),
  )

const workerVictim = () =>
  victimOf(() => startProcess('worker', { OPERATION_STALE_SECONDS: staleSeconds, LOG_LEVEL: 'fatal' }))

function victimOf(start: () => Promise<Process>): Victim {
  const victim = { start, running: start() }
  // Callers that await the process see the failure. It must not end the benchmark before its cleanup.
  victim.running.catch(() => undefined)
  return victim
}

function restart(victim: Victim): void {
  victim.running = victim.start()
  victim.running.catch(() => undefined)
}

async function killInTurn(victims: Victim[], kills: number): Promise<void> {
  for (let kill = 1; kill <= kills; kill++) {
    const victim = victims[kill % victims.length]
    if (!victim) return
    const { minMs, maxMs } = pauseBetweenKills
    await wait(minMs + Math.random() * (maxMs - minMs))
    const running = await victim.running
    running.kill()
    await running.ended
    restart(victim)
    if (kill % 20 === 0) console.log(`${kill} kills`)
  }
}

/** Customers on a fixed number of connections. One that must wait gives up its connection. */
class Crowd {
  readonly customers: Customer[] = []
  readonly #waiting: Customer[] = []
  /** How many customers have not finished. Counting them each time would keep this process too busy to send anything. */
  #unfinished = 0
  #isStopping = false
  #stoppedAt = Number.POSITIVE_INFINITY

  constructor(private readonly kassa: Kassa) {}

  /** Resolves when the crowd was stopped and every request has its final response. */
  async serve(): Promise<void> {
    await Promise.all(Array.from({ length: connections }, (_, index) => this.#serveOn(index)))
  }

  /** No new customers from now on. */
  stop(): void {
    this.#isStopping = true
    this.#stoppedAt = performance.now()
  }

  async #serveOn(index: number): Promise<void> {
    let turn = index
    let connection: Connection | undefined
    for (;;) {
      if (performance.now() - this.#stoppedAt > timeoutMs) {
        const left = this.customers.filter(({ isDone }) => !isDone)
        const some = left.slice(0, 5).map(({ describedCurrent }) => describedCurrent)
        throw new Error(`${left.length} requests get no final response:\n${some.join('\n')}`)
      }
      if (this.#isStopping && this.#unfinished === 0) break
      connection ??= await tryToOpen(turn++)
      const customer = connection && this.#next()
      if (!connection || !customer) {
        await wait(50)
        continue
      }
      const isFinal = await customer.send(connection)
      if (!isFinal) {
        customer.repeats++
        customer.at = performance.now() + pauseMs
      }
      if (customer.isDone) this.#unfinished--
      else this.#waiting.push(customer)
      if (connection.isClosed) connection = undefined
    }
    connection?.close()
  }

  #next(): Customer | undefined {
    const now = performance.now()
    const due = this.#waiting.findIndex(({ at }) => at <= now)
    if (due >= 0) return this.#waiting.splice(due, 1)[0]
    if (this.#isStopping) return undefined
    const customer = new Customer(this.customers.length, this.kassa)
    this.customers.push(customer)
    this.#unfinished++
    return customer
  }
}

/** Opens a connection to one of the web processes; undefined while it is dead. */
const tryToOpen = (turn: number): Promise<Connection | undefined> =>
  Connection.open(ports[turn % ports.length] ?? ports[0]).catch(() => undefined)

/** Waits until no operation is pending. */
async function recovered({ db }: Kassa): Promise<void> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const pending = await db.$count(operation, eq(operation.status, 'pending'))
    if (pending === 0) return
    if (performance.now() > deadline) throw new Error(`${pending} operations are still pending`)
    await wait(200)
  }
}

/** Repeats every request with its key. Its response must be the one it had. */
async function repeatAll(customers: readonly Customer[]): Promise<string[]> {
  const left = customers.flatMap(({ requests }) => requests)
  const differences: string[] = []
  const repeatOn = async (index: number) => {
    const connection = await Connection.open(ports[index % ports.length] ?? ports[0])
    for (let request = left.pop(); request; request = left.pop()) {
      const again = await finalResponse(connection, request.text)
      const { response, text } = request
      const line = text.slice(0, text.indexOf(' HTTP'))
      if (!response || response.status >= 300)
        differences.push(`${line}: ${response?.status} ${response?.body}`)
      if (again?.status !== response?.status || again?.body !== response?.body)
        differences.push(`${line}: the repeated request got ${again?.status} ${again?.body}`)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: 16 }, (_, index) => repeatOn(index)))
  return differences
}

/** Compares the orders and events in the database with the requests. */
async function compareEvents(
  { db, merchant, like }: Kassa,
  customers: readonly Customer[],
): Promise<string[]> {
  const rows = await db.execute<{ id: string; types: string }>(sql`
    select o.id, (
      select string_agg(e.type, ' ' order by e.sequence) from order_event e
      where e.merchant_id = o.merchant_id and e.order_id = o.id) as types
    from "order" o where o.merchant_id = ${merchant.id} and o.id <> ${like}`)
  const found = new Map(rows.map(({ id, types }) => [id, types]))
  const differences: string[] = []
  for (const { orderId, requests } of customers) {
    const types = requests.map(({ event }) => event ?? 'order').join(' ')
    if (!orderId || found.get(orderId) !== types)
      differences.push(`order ${orderId}: ${found.get(orderId ?? '')} instead of ${types}`)
    found.delete(orderId ?? '')
  }
  for (const [id, types] of found) differences.push(`order ${id} (${types}) was never requested`)
  return differences
}

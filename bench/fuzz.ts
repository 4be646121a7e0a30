import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { merchantHeader } from '@/server/model/merchant-header'
import { fuzzedRequest } from '@/test/fuzz'
import { fuzzedCall, roughened } from '@/test/fuzz-http'
import { createShop, type FuzzShop, signIn } from './fuzz-shop'
import { NoResponse, type Send, type Sent, senderTo } from './send'

const { values } = parseArgs({
  options: {
    rest: { type: 'string', default: '100000' },
    trpc: { type: 'string', default: '20000' },
    base: { type: 'string', default: 'http://127.0.0.1:3000' },
    'data-dir': { type: 'string', default: '.data' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    out: { type: 'string', default: 'fuzz-failures.json' },
  },
})

const atOnce = 16
/** Requests per merchant, whose clock may be moved and whose tokens may be used up. */
const perShop = 2_000
const maxKept = 20
const seed = Number(values.seed)
const { send, close } = senderTo(values.base, atOnce)
const failures = new Map<string, unknown>()
const started = performance.now()
console.log(`Seed ${seed}`)
await fuzz('REST', Number(values.rest), async ({ known }) => {
  const requests = fuzzedRequest(known).map((request) => ({ ...request, path: `/v1${request.path}` }))
  return { requests: requests.chain(roughened), sendOne: send }
})
await fuzz('tRPC', Number(values.trpc), async ({ known, merchant }) => ({
  requests: fuzzedCall(known).chain(roughened),
  sendOne: await browserOf(merchant),
}))
close()
console.log(`${((performance.now() - started) / 1000).toFixed(0)} s`)
if (failures.size > 0) {
  console.error(`Requests without a response, or with one of 5xx, are in ${values.out}`)
  process.exitCode = 1
}

interface Fuzz {
  requests: fc.Arbitrary<Sent>
  sendOne: Send
}

async function fuzz(name: string, total: number, begin: (shop: FuzzShop) => Promise<Fuzz>): Promise<void> {
  const counts = new Map<string, number>()
  let slowest = { ms: 0, what: '' }
  for (let done = 0; done < total; done += perShop) {
    const shop = await createShop(send, await signIn(send, values['data-dir']))
    const { requests, sendOne } = await begin(shop)
    const numRuns = Math.min(perShop, total - done)
    const next = fc.sample(requests, { numRuns, seed: seed + done }).values()
    const sendAll = async () => {
      for (const request of next) {
        const began = performance.now()
        const outcome = await outcomeOf(request, sendOne)
        const ms = Math.round(performance.now() - began)
        if (ms > slowest.ms) slowest = { ms, what: `${request.method} ${request.path.slice(0, 200)}` }
        counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, sendAll))
    if ((done + numRuns) % 10_000 === 0) console.log(`${done + numRuns} ${name} calls`)
  }
  const figures = [...counts].sort().map(([outcome, count]) => `${outcome}: ${count}`)
  console.log(`${total} ${name} calls: ${figures.join(', ')}; slowest ${slowest.ms} ms: ${slowest.what}`)
}

/** Sends calls as a signed-in browser. Signs in again when one of them has signed it out. */
async function browserOf(merchant: string): Promise<Send> {
  let browser = signIn(send, values['data-dir'])
  return async (call) => {
    const used = browser
    const headers = { ...(await used), [merchantHeader]: merchant, ...call.headers }
    const received = await send({ ...call, headers })
    if (received.status === 401 && !call.headers?.cookie && used === browser)
      browser = signIn(send, values['data-dir'])
    return received
  }
}

/** Returns the status, or why there is none. Keeps the first of each kind of failure. */
async function outcomeOf(request: Sent, sendOne: Send): Promise<string> {
  try {
    const { status, body } = await sendOne(request)
    if (status >= 500) keep(`${status}`, request, body)
    return String(status)
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error
    keep(error.outcome, request, String(error.cause))
    return error.outcome
  }
}

function keep(outcome: string, request: Sent, told: string): void {
  const { body = '', ...rest } = request
  const path = request.path.replace(/\?.*/, '').replaceAll(/[\w-]{12}/g, '…')
  const kind = `${outcome} ${request.method} ${path}`
  if (failures.size >= maxKept || failures.has(kind)) return
  const failure = {
    outcome,
    told: told.slice(0, 2_000),
    ...rest,
    length: body.length,
    body: body.slice(0, 2_000),
  }
  console.error(kind, told.slice(0, 300))
  failures.set(kind, failure)
  writeFileSync(values.out, JSON.stringify([...failures.values()], null, 2))
}

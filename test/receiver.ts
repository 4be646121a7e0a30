import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { and, eq, sql } from 'drizzle-orm'
import { expect, onTestFinished } from 'vitest'
import { callbackDelivery } from '@/db/schema'
import { startDeliveries } from '@/server/callback/deliver'
import { newId } from '@/server/core/id'
import type { TestMerchant, World } from './world'

interface Received {
  id: string
  headers: IncomingHttpHeaders
  body: string
  at: number
}

export interface Receiver {
  url: string
  /** The received requests, in order. */
  received: Received[]
  ids(): string[]
}

/** Responds to a request. `received` includes this one. */
type Respond = (response: ServerResponse, received: Received[]) => void

const ok: Respond = (response) => response.writeHead(204).end()

/** Starts a receiver of callbacks on loopback, until the test ends. */
export async function receiver(respond: Respond = ok): Promise<Receiver> {
  const received: Received[] = []
  const url = await serve(async (request, response) => {
    const body = await text(request)
    const id = String(request.headers['webhook-id'])
    received.push({ id, headers: request.headers, body, at: Date.now() })
    respond(response, received)
  })
  return { url: `${url}/hook`, received, ids: () => received.map(({ id }) => id) }
}

/** Starts a web server on loopback, until the test ends. Returns its origin. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Delivers callbacks to loopback until the test ends, or until it is stopped. */
export function deliverIn({ runtime: { db } }: World) {
  const deliveries = startDeliveries(db, { networks: ['127.0.0.0/8'] })
  onTestFinished(async () => {
    await deliveries.stop()
    // A receiver of a later test may get the port of one of these.
    const left = eq(callbackDelivery.status, 'waiting')
    await db.update(callbackDelivery).set({ status: 'failed' }).where(left)
  })
  return deliveries
}

/** Delivers all callbacks of merchants. */
export async function deliverAll(world: World, ...shops: TestMerchant[]): Promise<void> {
  const { stop } = deliverIn(world)
  for (const { merchant: id } of shops) {
    const waiting = and(eq(callbackDelivery.merchantId, id), eq(callbackDelivery.status, 'waiting'))
    await eventually(() => world.runtime.db.$count(callbackDelivery, waiting)).toBe(0)
  }
  await stop()
}

/** What is due at once has been due for a second: connections of some machines disagree about the time by milliseconds. */
const dueBefore = sql`interval '1 s'`

/** Writes callbacks of one subject, each in its own transaction. Returns their ids. */
export async function addCallbacks(
  { context: { db, clock }, merchant: merchantId }: TestMerchant,
  url: string,
  { subject = newId(), times = 1 }: { subject?: string; times?: number } = {},
): Promise<string[]> {
  const ids: string[] = []
  for (let count = 1; count <= times; count += 1) {
    const id = newId()
    const payload = JSON.stringify({ type: 'test', timestamp: clock.now().toISOString(), data: {} })
    const row = { merchantId, id, url, subject, payload, type: 'test', status: 'waiting' } as const
    const nextAttempt = sql`now() - ${dueBefore}`
    await db.insert(callbackDelivery).values({ ...row, created: clock.now(), nextAttempt })
    ids.push(id)
  }
  return ids
}

/** Lets time pass for a merchant's callbacks: those that wait for their next attempt become due. */
export async function letWait({ context: { db }, merchant }: TestMerchant): Promise<void> {
  await db.execute(sql`
    update ${callbackDelivery} set next_attempt = now() - ${dueBefore}
    where merchant_id = ${merchant} and status = 'waiting'`)
}

/** Waits until the value is as expected. */
export const eventually = <T>(look: () => T) => expect.poll(look, { interval: 20 })

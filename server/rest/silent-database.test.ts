// @module-tag slow

import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Connection, connect } from '@/db/client'
import { call, type ErrorBody, getOrder, newKey, orderOf, post } from '@/test/call'
import { type Network, networkBefore } from '@/test/network'
import { type TestMerchant, testWorld } from '@/test/world'
import { installRuntime, runtime, runtimeOn } from '../runtime'

const world = testWorld()

/** After how long a statement on a silent connection fails. */
const readTimeout = 10
let shop: TestMerchant
let network: Network
let connection: Connection
let statements = 0

beforeAll(async () => {
  shop = await world.newMerchant()
  network = await networkBefore(() => world.databaseUrl)
  connection = connect(network.url, { readTimeout, onQuery: () => statements++ })
  installRuntime(runtimeOn(connection.db, { baseUrl: 'http://kassa.test', cardServiceTimeoutMs: 5000 }))
})
afterAll(async () => {
  await connection.close()
  await network.close()
})

const health = () => call<ErrorBody>(undefined, 'GET', '/health')

/** Returns what a call resolves to, and whether it did so before its statement failed. */
async function early<T>(work: Promise<T>): Promise<[T, boolean]> {
  const began = performance.now()
  const result = await work
  return [result, performance.now() - began < readTimeout * 1000 - 2000]
}

test('the health check does not wait for a database that says nothing', async () => {
  expect((await health()).status).toBe(200)
  const ofOne = statements
  network.freeze()
  const before = statements
  // A load balancer asks every second or two. Its checks must not wait in front of requests.
  const [all, isEarly] = await early(Promise.all(Array.from({ length: 20 }, health)))
  expect(statements - before).toBeLessThanOrEqual(ofOne)
  for (const { status, body, headers } of all) {
    expect([status, isEarly, headers.get('retry-after')]).toEqual([503, true, '2'])
    expect(body.content.description).toContain('does not respond')
  }
  await expect.poll(async () => (await health()).status, { timeout: 20_000 }).toBe(200)
})

test('a response does not wait until the end of its request is stored, and the request can be repeated', async () => {
  const { id } = await orderOf(shop, 100)
  const headers = newKey()
  const charge = () => post<ErrorBody>(shop, id, { type: 'charge' }, headers)
  const calls = vi.spyOn(runtime().cards.named('test'), 'capture').mockImplementationOnce(async () => {
    network.freeze()
    return { status: 'unknown', cause: new Error('The response was lost') }
  })
  const [{ status }, isEarly] = await early(charge())
  expect([status, isEarly]).toEqual([504, true])
  calls.mockRestore()
  await expect.poll(async () => (await charge()).status, { timeout: 30_000, interval: 1000 }).toBe(201)
  expect((await getOrder(shop, id)).status).toEqual({ charged: 100 })
})

import { createServer, type Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Connection, NoResponse, requestText } from './connection'
import { closedLoop, openLoop } from './load'

let server: Server
let port: number
/** Requests that the server has had since the test cleared them. */
const received: string[] = []

beforeAll(async () => {
  server = createServer(async (request, response) => {
    received.push(`${request.method} ${request.url}`)
    if (request.url === '/v1/hang-up') return request.socket.destroy()
    if (request.url === '/v1/slow') await wait(20)
    const body = JSON.stringify({ text: 'å'.repeat(50_000) })
    response.setHeader('Content-Length', Buffer.byteLength(body))
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => {
  server.close()
})

const get = (path: string) => requestText({ method: 'GET', path, key: 'sk_test' })

test('a connection returns whole responses, one after the other', async () => {
  const connection = await Connection.open(port)
  for (let request = 0; request < 3; request++) {
    const { status, body } = await connection.send(get('/order'))
    expect(status).toBe(200)
    expect(JSON.parse(body).text).toHaveLength(50_000)
  }
  connection.close()
})

test('a connection that ends rejects with no response', async () => {
  const connection = await Connection.open(port)
  await expect(connection.send(get('/hang-up'))).rejects.toThrow(NoResponse)
  await expect(connection.send(get('/order'))).rejects.toThrow(NoResponse)
})

test('a closed loop ends when there is nothing left to do, and counts what was done and what failed', async () => {
  received.length = 0
  const left = ['/order', '/order', '/hang-up', '/order']
  const load = await closedLoop({ port, connections: 1, seconds: 60 }, async (connection) => {
    const path = left.shift()
    if (path) await connection.send(get(path))
    return path !== undefined
  })
  expect(load.done).toBe(2)
  // The request that was hung up on, and the one after it on the same connection.
  expect(load.failed).toHaveLength(2)
  expect(received).toHaveLength(3)
})

test('the rate of a closed loop does not depend on how long its last request takes', async () => {
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  let slow: Connection | undefined
  const load = await closedLoop({ port, connections: 2, seconds: 0.1 }, async (connection) => {
    slow ??= connection
    if (connection === slow) {
      // By then, the other connection has ended, at 100 ms.
      await wait(50)
      now = 1000
    } else now = 100
    return true
  }).finally(() => clock.mockRestore())
  expect(load.done).toBe(2)
  expect(load.perSecond).toBeCloseTo(2 / ((0.1 + 1) / 2))
})

test('an open loop counts the time that a request waits for a connection', async () => {
  // One connection does 50 requests a second. Of 100 a second, the last one waits for half of the others.
  const aim = { port, connections: 1, seconds: 0.4, rate: 100 }
  const load = await openLoop(aim, async (connection) => {
    await connection.send(get('/slow'))
    return true
  })
  expect(load.done).toBe(40)
  expect(load.p99).toBeGreaterThan(300)
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { post } from './post'

/** Starts a server on one loopback address that counts its connections. */
async function listenerOn(host: string, port = 0) {
  let connections = 0
  const server = createServer((_, response) => response.writeHead(204).end())
  server.on('connection', () => connections++)
  server.listen(port, host)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, connections: () => connections }
}

test('a name with an allowed and a private address reaches only the allowed one', async () => {
  const inside = await listenerOn('127.0.0.1')
  const allowed = await listenerOn('127.0.0.2', inside.port)
  const resolve = async () => ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }))
  const { status } = await post(
    `http://shop.example:${inside.port}/hook`,
    { headers: {}, body: '{}' },
    { networks: ['127.0.0.2/32'], resolve },
    AbortSignal.timeout(5_000),
  )
  expect([status, allowed.connections(), inside.connections()]).toEqual([204, 1, 0])
})

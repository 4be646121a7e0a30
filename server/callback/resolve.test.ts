import { createSocket } from 'node:dgram'
import { lookup, Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { resolveBy } from './resolve'

/**
 * Starts a name server on loopback that responds to IPv4 queries with `address` and others with nothing. Without
 * `address` it never responds.
 */
async function nameServer(address?: string): Promise<Resolver> {
  const socket = createSocket('udp4')
  socket.on('message', (question, { port }) => {
    if (address === undefined) return
    const end = question.indexOf(0, 12) + 5
    const isIPv4 = question[end - 3] === 1
    const head = Buffer.from(question.subarray(0, 12))
    head.set([0x81, 0x80, 0, 1, 0, isIPv4 ? 1 : 0, 0, 0, 0, 0], 2)
    const record = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)]
    const parts = [head, question.subarray(12, end), Buffer.from(isIPv4 ? record : [])]
    socket.send(Buffer.concat(parts), port, '127.0.0.1')
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  // A busy machine may take a while for a response, and there is no need to wait for long where none comes.
  const servers = new Resolver({ timeout: address === undefined ? 100 : 30_000, tries: 1 })
  servers.setServers([`127.0.0.1:${socket.address().port}`])
  return servers
}

test('resolves a name with name servers', async () => {
  const found = await resolveBy(await nameServer('192.0.2.7'), 'shop.example')
  expect(found).toEqual([{ address: '192.0.2.7', family: 4 }])
})

test('many names with silent name servers fail in time and do not delay other names', async () => {
  const silent = await nameServer()
  const lookups = Array.from({ length: 20 }, (_, index) => resolveBy(silent, `shop${index}.example`))
  expect(await lookup('localhost')).toBeDefined()
  const results = await Promise.allSettled(lookups)
  for (const result of results) expect(result).toMatchObject({ reason: { code: 'ETIMEOUT' } })
})

test('the system resolves a name without a dot', async () => {
  const found = await resolveBy(await nameServer('192.0.2.7'), 'localhost')
  expect(found.map(({ address }) => address)).toContain('127.0.0.1')
})

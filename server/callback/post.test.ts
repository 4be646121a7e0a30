import { once } from 'node:events'
import { createServer as createSocket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { eventually, receiver, serve } from '@/test/receiver'
import { post, type Reach, Unreachable } from './post'
import { resolveHost } from './resolve'

const loopback: Reach = { networks: ['127.0.0.0/8', '::1/128'], resolve: resolveHost }
const publicOnly: Reach = { networks: [], resolve: resolveHost }
const message = { headers: { 'content-type': 'application/json' }, body: '{"ö":1}' }
const within = (ms: number) => AbortSignal.timeout(ms)

const send = (url: string, reach = loopback) => post(url, message, reach, within(5000))

test('posts the body and returns status and text', async () => {
  const there = await receiver((response) => response.writeHead(202).end('taken'))
  expect(await send(there.url)).toEqual({ status: 202, responseBody: 'taken' })
  expect(there.received).toMatchObject([
    { body: message.body, headers: { 'content-type': 'application/json', 'content-length': '8' } },
  ])
})

test('looks up a name', async () => {
  const there = await receiver()
  expect((await send(there.url.replace('127.0.0.1', 'localhost'))).status).toBe(204)
})

test.each([
  ...['127.0.0.1', '2130706433', '0177.0.0.1', '0x7f.1', '0x7f000001', '127.1', '0', '0.0.0.0', 'localhost'],
  ...['[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[64:ff9b::127.0.0.1]', '[2002:7f00:1::]'],
  ...['169.254.169.254', '10.0.0.1', '192.168.0.1', '100.64.0.1', '[fe80::1]', '[fd00::1]', '224.0.0.1'],
])('sends nothing to %s', async (host) => {
  const there = await receiver()
  const { port } = new URL(there.url)
  await expect(send(`http://${host}:${port}/hook`, publicOnly)).rejects.toThrow(Unreachable)
  expect(there.received).toEqual([])
})

test('checks a name by the addresses that it resolves to at that moment', async () => {
  const there = await receiver()
  const { port } = new URL(there.url)
  const url = `http://shop.example:${port}/hook`
  const addresses = ['8.8.8.8', '127.0.0.1']
  // Simulates a name server under a stranger's control: a public address first, then loopback.
  let lookups = 0
  const resolve = async () => [{ address: addresses[Math.min(lookups++, 1)] ?? '', family: 4 }]
  await resolve()
  await expect(send(url, { networks: [], resolve })).rejects.toThrow(
    'shop.example has no address that callbacks may go to',
  )
  // The name is looked up once per connection, so there is no second response to connect to.
  expect(lookups).toBe(2)
  expect(there.received).toEqual([])
})

test('connects only to the allowed addresses of a name', async () => {
  const there = await receiver()
  const { port } = new URL(there.url)
  const resolve = async () => [
    { address: '10.255.255.1', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ]
  expect((await send(`http://shop.example:${port}/hook`, { ...loopback, resolve })).status).toBe(204)
})

test('returns a redirect like any other response, without following it', async () => {
  const inside = await receiver()
  const there = await receiver((response) => response.writeHead(307, { location: inside.url }).end())
  expect((await send(there.url)).status).toBe(307)
  expect(inside.received).toEqual([])
})

test('reads the beginning of a long response and then drops the connection', async () => {
  let sent = 0
  const closed: boolean[] = []
  const origin = await serve((_request, response) => {
    response.writeHead(200)
    const piece = Buffer.alloc(64 * 1024, 'x')
    const more = () => {
      while (sent < 10 * 1024 * 1024 && !response.destroyed) {
        sent += piece.length
        if (!response.write(piece)) return
      }
      response.end()
    }
    response.on('drain', more)
    response.on('close', () => closed.push(response.writableFinished))
    more()
  })
  const { status, responseBody } = await send(origin)
  expect([status, responseBody]).toEqual([200, 'x'.repeat(1024)])
  await eventually(() => closed).toEqual([false])
  expect(sent).toBeLessThan(10 * 1024 * 1024)
})

test('keeps a response as text that can be stored', async () => {
  const bytes = Buffer.concat([Buffer.from('a\0b'), Buffer.from([0xff]), Buffer.from('é'.repeat(600))])
  const there = await receiver((response) => response.writeHead(200).end(bytes))
  const { responseBody } = await send(there.url)
  expect(responseBody).toBe(`a\uFFFDb\uFFFD${'é'.repeat(510)}`)
})

test('a response that breaks off counts by its status', async () => {
  const there = await receiver((response) => {
    response.writeHead(200, { 'content-length': 100 })
    response.write('begun', () => response.destroy())
  })
  expect(await send(there.url)).toEqual({ status: 200, responseBody: 'begun' })
})

test.each([
  ['before its head', () => undefined],
  [
    'in its body',
    (response: { writeHead(status: number): { write(text: string): unknown } }) =>
      void response.writeHead(200).write('…'),
  ],
])('a response that stops %s counts as no response', async (_, respond) => {
  // Begins when the request has arrived, however long that takes.
  const patience = new AbortController()
  const there = await receiver((response) => {
    respond(response)
    setTimeout(() => patience.abort(), 200)
  })
  await expect(post(there.url, message, loopback, patience.signal)).rejects.toThrow()
  expect(there.received).toHaveLength(1)
})

test.each([
  '',
  'no HTTP at all\r\n\r\n',
  'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
])('a connection that is closed after %j counts as no response', async (text) => {
  const server = createSocket((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(text))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await expect(send(`http://127.0.0.1:${port}`)).rejects.toThrow()
})

test('an address with a name that cannot be decoded fails like any other', async () => {
  await expect(send('http://%ff@127.0.0.1:9/')).rejects.toThrow()
})

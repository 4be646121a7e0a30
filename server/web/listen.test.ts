// @module-tag slow

import { connect as openSocket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tokenFor } from '@/test/call'
import { testWorld } from '@/test/world'
import { listen, type Web } from './listen'

const world = testWorld()
let web: Web
let origin: string
let pageBytes = 0

beforeAll(async () => {
  web = await listen({ port: 0, host: '127.0.0.1' }, async (request, response) => {
    if (request.url === '/broken') throw new Error('The page is broken')
    for await (const _ of request) pageBytes += _.length
    response.end('a page')
  })
  origin = `http://127.0.0.1:${web.port}`
})
afterAll(() => web.close())

/** Sends raw bytes and reads the whole response. */
async function raw(bytes: string): Promise<string> {
  const socket = openSocket(web.port, '127.0.0.1')
  let response = ''
  socket.on('data', (data) => {
    response += data
  })
  // What arrived before an error counts.
  socket.on('error', () => undefined)
  socket.write(bytes)
  await new Promise((resolve) => socket.once('close', resolve))
  return response
}

describe('over real HTTP', () => {
  test('a failure returns an error and keeps the connection', async () => {
    const response = await fetch(`${origin}/broken`)
    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({ status: 500, type: 'unknown error' })
  })

  test('/v1 is the API and everything else is a page', async () => {
    expect(await (await fetch(`${origin}/v1/health`)).json()).toEqual({ status: 'ok' })
    expect(await (await fetch(`${origin}/anything`)).text()).toBe('a page')
    expect(await (await fetch(`${origin}/v1x`)).text()).toBe('a page')
    expect((await fetch(`${origin}/v1`)).status).toBe(404)
  })

  test('passes the body of a request on, and returns the headers of its response', async () => {
    const shop = await world.newMerchant()
    const response = await fetch(`${origin}/v1/order/?`, {
      method: 'POST',
      redirect: 'error',
      headers: {
        authorization: `Bearer ${shop.privateKey}`,
        'content-type': 'application/json; charset=utf-8',
        'x-request-id': 'mine-1',
      },
      body: JSON.stringify({
        items: 1,
        currency: 'SEK',
        payment: { type: 'card', card: await tokenFor(shop) },
      }),
    })
    expect(response.status).toBe(201)
    expect(response.headers.get('x-request-id')).toBe('mine-1')
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  })

  test.each([
    ['a length above the limit', { 'content-length': '2000000' }, ''],
    [
      'chunks above the limit',
      { 'transfer-encoding': 'chunked' },
      `${'40000\r\n'}${'x'.repeat(0x40000)}\r\n`.repeat(5),
    ],
  ])('refuses a body that is too large without reading it: %s', async (_, headers, body) => {
    const lines = Object.entries({ host: 'x', 'content-type': 'application/json', ...headers })
    const head = lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')
    const response = await raw(`POST /v1/order HTTP/1.1\r\n${head}\r\n\r\n${body}`)
    expect(response).toContain('HTTP/1.1 413')
    expect(response).toContain('"type":"content too large"')
  })

  test('no page reads more than a mebibyte from any client', async () => {
    const announced = await raw(
      'POST /api/trpc/order.operate HTTP/1.1\r\nhost: x\r\ncontent-length: 2000000\r\n\r\n',
    )
    expect(announced).toContain('HTTP/1.1 413')
    pageBytes = 0
    const chunks = `${'40000\r\n'}${'x'.repeat(0x40000)}\r\n`.repeat(8)
    const inChunks = await raw(
      `POST /signin HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`,
    )
    expect(inChunks).toContain('HTTP/1.1 413')
    expect(pageBytes).toBe(0)
    const form = 'x'.repeat(100_000)
    expect(await (await fetch(`${origin}/signin`, { method: 'POST', body: form })).text()).toBe('a page')
  })

  test('an upgrade request gets a response and does not hang', async () => {
    const upgrade = 'host: x\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n'
    expect(await raw(`GET /v1/health HTTP/1.1\r\n${upgrade}`)).toContain('HTTP/1.1 200')
    expect(await raw(`GET /signin HTTP/1.1\r\n${upgrade}no request\r\n\r\n`)).toContain('HTTP/1.1 200')
  })

  test('a malformed HEAD request gets a response without a body', async () => {
    const response = await raw('HEAD /\u00e9 HTTP/1.1\r\nhost: x\r\n\r\n')
    expect(response).toMatch(/^HTTP\/1\.1 400 [\s\S]*\r\n\r\n$/)
  })

  test.each([
    ['data that is not HTTP', 'hello\r\n\r\n', 400],
    ['an unknown method', 'BREW /v1/order HTTP/1.1\r\nhost: x\r\n\r\n', 400],
    ['TRACE', 'TRACE /v1/order HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 405],
    ['TRACE for a page', 'TRACE /signin HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 405],
    ['an invalid encoding', 'GET /v1/order/%E0%A4%A HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 404],
    [
      'a path that looks like an address',
      'GET //evil.example/v1/order HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
      200,
    ],
    ['a page with the character 0', 'GET /logo/AAAAAAAA/%00 HTTP/1.1\r\nhost: x\r\n\r\n', 400],
    ['a query with the character 0', 'GET /signin?to=%00 HTTP/1.1\r\nhost: x\r\n\r\n', 400],
    ['a page with an invalid encoding', 'GET /dashboard/%E0%A4%A HTTP/1.1\r\nhost: x\r\n\r\n', 400],
    ['an invalid Host', 'GET /v1/health HTTP/1.1\r\nhost: %%%\r\nconnection: close\r\n\r\n', 200],
  ])('responds to %s', async (_, bytes, status) => {
    expect(await raw(bytes)).toContain(`HTTP/1.1 ${status}`)
  })

  test('closing waits for the running request, whose response says that its connection ends', async () => {
    const own = await listen({ port: 0, host: '127.0.0.1' }, async (_, response) => {
      closing = own.close()
      await new Promise((done) => setTimeout(done, 100))
      response.end('finished')
    })
    let closing: Promise<void> | undefined
    const response = await fetch(`http://127.0.0.1:${own.port}/`)
    expect([response.headers.get('connection'), await response.text()]).toEqual(['close', 'finished'])
    await closing
    await expect(fetch(`http://127.0.0.1:${own.port}/`)).rejects.toThrow()
  })

  test('while closing, a request on an idle connection still gets its response, which says that it ends', async () => {
    const own = await listen({ port: 0, host: '127.0.0.1' }, (_, response) => void response.end('a page'))
    const socket = openSocket(own.port, '127.0.0.1')
    let received = ''
    socket.on('data', (data) => (received += data))
    const ended = new Promise((resolve) => socket.once('close', resolve))
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    await expect.poll(() => received).toContain('a page')
    const closing = own.close()
    // Load balancers notice the end of a connection only later than this.
    await new Promise((resolve) => setTimeout(resolve, 50))
    received = ''
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
    await ended
    expect(received).toMatch(/^HTTP\/1.1 200.*connection: close.*a page/is)
    await closing
  })
})

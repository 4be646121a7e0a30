// @module-tag slow

import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testWorld } from '@/test/world'
import { cachePages } from './cached-pages'
import { listen, type Web } from './listen'
import { targetOf } from './target'

testWorld()
let web: Web
let impatient: Web
let rendered = 0

beforeAll(async () => {
  const pages = cachePages((request, response) => {
    if (request.url === '/docs') rendered++
    response.setHeader('content-type', 'text/html')
    response.write(`page ${request.url} `)
    response.end(`nonce ${response.getHeader('content-security-policy')}`)
  })
  web = await listen({ port: 0, host: '127.0.0.1' }, pages)
  impatient = await listen({ port: 0, host: '127.0.0.1' }, pages, {
    headersTimeout: 1000,
    requestTimeout: 1500,
    keepAliveTimeout: 1000,
    connectionsCheckingInterval: 50,
  })
})
afterAll(() => Promise.all([web.close(), impatient.close()]))

/** Sends raw bytes and returns everything that arrives until the server closes the connection. */
async function raw(bytes: string, { port } = web): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let received = ''
  socket.on('data', (data) => {
    received += data
  })
  // What arrived before an error counts.
  socket.on('error', () => undefined)
  socket.write(bytes)
  // Half open: a client that does not close its side must not keep the socket open.
  await new Promise<void>((resolve) => {
    socket.once('end', resolve)
    socket.once('close', resolve)
  })
  socket.destroy()
  return received
}

const request = (target: string, method = 'GET', headers = 'Host: kassa.test\r\n', body = '') =>
  raw(`${method} ${target} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n${body}`)

const statusOf = (response: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1])
const bodyOf = (response: string) => JSON.parse(response.slice(response.indexOf('\r\n\r\n') + 4))

test('an address of a page has at most a hundred parameters', async () => {
  expect(statusOf(await request(`/login?${'a&'.repeat(99)}a`))).toBe(200)
  const refused = await request(`/login?${'a&'.repeat(100)}a`)
  expect(statusOf(refused)).toBe(414)
  expect(refused).toContain('The address has more than 100 parameters. Use fewer.')
})

describe("a target that is not spelled like the API's paths", () => {
  test.each([
    ...['//v1/health', '///v1/health', '/v1\\health', '/\\v1/health', '/v1\\', '/V1/health', '/v1;x/health'],
    ...[
      '/x/../v1/health',
      '/./v1/health',
      '/%761/health',
      '/%2576%31/health',
      '/%2Fv1/health',
      '//%76%31/order?x=1',
    ],
    ...[
      '/v1/order/../../v1//health',
      '/v1/nothing',
      '/v1/%2e%2e%2fhealth',
      '/v1/%00',
      '/v1/health%00',
      '/v1//health',
    ],
    ...[
      'http://kassa.test//v1/health',
      'http://kassa.test/V1/health',
      'HTTP://x/v1\\health',
      '/v1/;health',
      '/v1/health;a',
    ],
  ])('%s is not found, in the documented form', async (target) => {
    const response = await request(target)
    expect(statusOf(response), response).toBe(404)
    expect(bodyOf(response)).toMatchObject({ status: 404, type: 'not found', content: { type: 'path' } })
    expect(response).not.toMatch(/^location:/im)
  })

  test.each([
    ...[
      'http://kassa.test/v1/health',
      'https://other.example:444/v1/health',
      'HTTP://x/v1/health',
      '/v1/health/',
      '/v1/health?',
    ],
  ])('%s reaches the API', async (target) => {
    const response = await request(target)
    expect(statusOf(response), response).toBe(200)
    expect(bodyOf(response)).toEqual({ status: 'ok' })
  })

  test.each(['/dashboard', '//evil.example/a', '/v1x', '/a/v1', '/docs/v1', 'http://kassa.test/dashboard'])(
    '%s is a page',
    (target) => expect(targetOf(target).kind).toBe('page'),
  )
})

test('OPTIONS * lists the methods', async () => {
  const response = await request('*', 'OPTIONS')
  expect(statusOf(response)).toBe(204)
  expect(response).toMatch(/^allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r$/im)
  expect([400, 404]).toContain(statusOf(await request('*')))
})

describe('an unusual request gets a response', () => {
  const post = 'POST /v1/order HTTP/1.1\r\nHost: x\r\n'
  test.each([
    ['HTTP/1.0', 'GET /v1/health HTTP/1.0\r\n\r\n', 200],
    ['without Host', 'GET /v1/health HTTP/1.1\r\nConnection: close\r\n\r\n', 200],
    ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n', 405],
    [
      'an upgrade',
      'GET /v1/health HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n',
      200,
    ],
    [
      'an unknown Expect header',
      'GET /v1/health HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nConnection: close\r\n\r\n',
      200,
    ],
    ['two content lengths', `${post}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`, 400],
    [
      'both a length and chunks',
      `${post}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    ['an unknown encoding', `${post}Transfer-Encoding: gzip\r\n\r\nx`, 400],
    ['a malformed chunk', `${post}Connection: close\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`, 400],
    ['lines that end without CR', 'GET /v1/health HTTP/1.1\nHost: x\n\n', 400],
    ['a NUL in a header', 'GET /v1/health HTTP/1.1\r\nHost: x\r\nA: \0\r\n\r\n', 400],
    ['a long address', `GET /v1/order?number=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ['long headers', `GET /v1/order HTTP/1.1\r\nHost: x\r\nA: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    [
      'a large body that waits for 100 Continue',
      `${post}Expect: 100-continue\r\nContent-Length: 2000000\r\nConnection: close\r\n\r\n`,
      413,
    ],
  ])('%s', async (_, bytes, status) => {
    const response = await raw(bytes)
    const last = response.slice(response.lastIndexOf('HTTP/1.1 '))
    expect(statusOf(last), response).toBe(status)
    if (status < 400) return
    expect(bodyOf(last)).toMatchObject({ status, content: { description: expect.any(String) } })
    expect(last.toLowerCase()).toMatch(/^x-request-id: [\da-f-]{36}\r$/m)
    expect(last.toLowerCase()).toMatch(/^access-control-allow-origin: \*\r$/m)
  })
})

describe('a request gets its own response', () => {
  const health = 'GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n'
  const form = 'POST /signin HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\na=b'
  test.each([
    ['if a NUL follows it', `${health}\0`, [200, 400]],
    ['if its body is longer than its length', `${form}c`, [200, 400]],
    ['if it is sent twice and nonsense follows', `${health}${health}nonsense\r\n\r\n`, [200, 200, 400]],
    ['if the next one does not arrive in time', `${form}GET /v1/health HTTP/1.1\r\nA: `, [200, 408]],
    ['if the connection closes after it', `${form.replace('Host', 'Connection: close\r\nHost')}\0`, [200]],
  ])('%s', async (_, bytes, statuses) => {
    const response = await raw(bytes, impatient)
    expect([...response.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))).toEqual(
      statuses,
    )
  })
})

test('a client that sends a whole large body can read why it was refused', async () => {
  const body = 'x'.repeat(8_000_000)
  const response = await request('/v1/order', 'POST', `Host: x\r\nContent-Length: ${body.length}\r\n`, body)
  expect(statusOf(response)).toBe(413)
  expect(bodyOf(response)).toMatchObject({ type: 'content too large' })
})

describe('a connection that takes too long is closed, with a response if there was a request', () => {
  test('in the head of a request', async () => {
    const response = await raw('GET /v1/health HTTP/1.1\r\nHost: x\r\nA: ', impatient)
    expect(statusOf(response)).toBe(408)
    expect(bodyOf(response)).toMatchObject({ status: 408 })
  })
  test('in the body of a request', async () => {
    const response = await raw(
      'POST /v1/order HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{',
      impatient,
    )
    expect(statusOf(response)).toBe(408)
  })
  test('in the body of a form', async () => {
    const response = await raw('POST /signin HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\na=', impatient)
    expect(response).toMatch(/^HTTP\/1\.1 (200|408)/)
  })
  test('before any request', async () => {
    expect(await raw('', impatient)).toBe('')
  })
  test('after a request', async () => {
    expect(statusOf(await raw('GET /v1/health HTTP/1.1\r\nHost: x\r\n\r\n', impatient))).toBe(200)
  })
})

test('an idle connection is kept longer than proxies keep theirs', async () => {
  const response = await fetch(`http://127.0.0.1:${web.port}/v1/health`)
  expect(Number(/timeout=(\d+)/.exec(response.headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThanOrEqual(
    65,
  )
  await response.text()
})

describe('pages that are the same for everybody are rendered once', () => {
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${web.port}${path}`, { headers })

  test.each(['/docs', '/v1/openapi.json'])('%s, which browsers may keep', async (path) => {
    await (await get(path)).text()
    const first = await get(path, { 'accept-encoding': 'identity' })
    const text = await first.text()
    const tag = first.headers.get('etag') ?? ''
    expect(tag).toMatch(/^"[\w-]{20,}"$/)
    expect(await (await get(path)).text()).toBe(text)
    const again = await get(path, { 'if-none-match': tag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('a page keeps the policy that allows its scripts', async () => {
    await get('/docs')
    const before = rendered
    const page = await get('/docs')
    expect(rendered).toBe(before)
    expect(await page.text()).toContain(page.headers.get('content-security-policy'))
  })

  test.each([{ rsc: '1' }, { 'next-router-state-tree': 'x' }])(
    'requests for parts of the page are rendered each time: %j',
    async (headers) => {
      const before = rendered
      await (await get('/docs', headers as unknown as Record<string, string>)).text()
      expect(rendered).toBe(before + 1)
    },
  )

  test('a query does not render it again, and other pages are rendered each time', async () => {
    await (await get('/docs')).text()
    const before = rendered
    expect(await (await get('/docs?a=1')).text()).toContain('page /docs ')
    expect(rendered).toBe(before)
    expect(await (await get('/docs?_rsc=1')).text()).toContain('page /docs?_rsc=1')
    expect((await get('/dashboard')).headers.get('etag')).toBeNull()
  })
})

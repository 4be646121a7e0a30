import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { accountWith, call, getOrder, orderOf, post, routed, visa } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import { endpoints } from '../web/routes'
import type { Definition } from './endpoint'
import { openEndpoint } from './handle'
import { ok } from './responses'

const world = testWorld()

let shop: TestMerchant
let ids: { account: string; order: string }

beforeAll(async () => {
  shop = await world.newMerchant()
  ids = { account: (await accountWith(shop, visa)).id, order: (await orderOf(shop, 100)).id }
})

/** Sends a request as a browser or server would, and returns the raw response. */
const fetchRaw = (method: string, path: string, init: RequestInit = {}) =>
  routed(new Request(`http://kassa.test/v1${path}`, { method, ...init }))
const withKey = (headers: Record<string, string> = {}) => ({
  headers: { authorization: `Bearer ${shop.privateKey}`, ...headers },
})

test('a response that cannot be serialised becomes an error, not a cut connection', async () => {
  const definition: Definition = {
    ...{ method: 'GET', path: '/odd', id: 'odd', tag: 'Service', summary: 'Odd', keys: [] },
    responses: ok(z.unknown(), 'Nothing'),
  }
  const odd = openEndpoint(definition, async () => ({ body: { amount: 1n } }))
  const response = await odd(
    new Request('http://kassa.test/v1/odd', { headers: { 'x-request-id': 'odd-1' } }),
  )
  expect([response.status, response.headers.get('x-request-id')]).toEqual([500, 'odd-1'])
  expect(await response.json()).toMatchObject({ status: 500, type: 'unknown error' })
})

const paths = () =>
  [...new Set(endpoints.map(({ definition }) => definition.path))].map((template) =>
    template.replace('{accountId}', ids.account).replace('{orderId}', ids.order),
  )
const readable = () => [
  ...[
    '/account',
    `/account/${ids.account}`,
    `/account/${ids.account}/order`,
    '/order',
    `/order/${ids.order}`,
  ],
  ...['/health', '/openapi.json'],
]

describe('X-Request-Id', () => {
  test.each(['r-1', crypto.randomUUID(), 'trace:a/b=c+d@e_f.g', 'x'.repeat(128)])(
    'is returned if it is valid: %s, on success and on error',
    async (id) => {
      for (const path of ['/account', '/account/nobody', '/nowhere']) {
        const { headers } = await call(shop.privateKey, 'GET', path, undefined, { 'x-request-id': id })
        expect(headers.get('x-request-id')).toBe(id)
      }
      const refused = await call(undefined, 'POST', '/order', {}, { 'x-request-id': id })
      expect(refused.headers.get('x-request-id')).toBe(id)
    },
  )

  test.each(['', 'x'.repeat(129), 'a b', 'a"b', '<script>', 'a\tb', 'a,b', 'é'])(
    'is replaced if it is invalid: %j',
    async (id) => {
      const { headers } = await call(shop.privateKey, 'GET', '/account', undefined, { 'x-request-id': id })
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    },
  )

  test('is new for each request', async () => {
    const seen = new Set<string | null>()
    for (let count = 0; count < 10; count++) {
      seen.add((await call(shop.privateKey, 'GET', '/account')).headers.get('x-request-id'))
    }
    expect(seen.size).toBe(10)
  })
})

describe('any web page may call the API', () => {
  const isOpen = ({ headers }: Response) => {
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.has('access-control-allow-credentials')).toBe(false)
    const exposed = headers.get('access-control-expose-headers')?.toLowerCase().split(/, */)
    expect(exposed).toEqual(expect.arrayContaining(['link', 'x-request-id', 'retry-after']))
  }

  test('and read successes and every kind of error', async () => {
    const origin = { origin: 'https://shop.example' }
    const json = { ...withKey({ 'content-type': 'application/json', ...origin }) }
    const responses: [number, Response][] = [
      [200, await fetchRaw('GET', '/account', withKey(origin))],
      [400, await fetchRaw('POST', '/order', { ...json, body: '{' })],
      [401, await fetchRaw('GET', '/account', { headers: origin })],
      [403, await fetchRaw('GET', '/account', { headers: { authorization: `Bearer ${shop.publicKey}` } })],
      [404, await fetchRaw('GET', '/nowhere', withKey(origin))],
      [405, await fetchRaw('PUT', '/order', { ...json, body: '{}' })],
      [415, await fetchRaw('POST', '/order', { ...withKey({ 'content-type': 'text/plain' }), body: 'x' })],
    ]
    for (const [status, response] of responses) {
      expect(response.status).toBe(status)
      isOpen(response)
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    }
  })

  test('after a preflight, without a key, on every path', async () => {
    for (const path of paths()) {
      for (const each of [path, `${path}/`]) {
        const response = await fetchRaw('OPTIONS', each, { headers: { origin: 'https://shop.example' } })
        expect([response.status, await response.text()]).toEqual([204, ''])
        isOpen(response)
        const allowed = response.headers.get('access-control-allow-headers')?.toLowerCase().split(/, */)
        expect(allowed).toEqual(expect.arrayContaining(['authorization', 'content-type', 'idempotency-key']))
        const methods = response.headers.get('access-control-allow-methods')?.split(/, */)
        const here = endpoints.filter(({ definition }) => {
          const template = definition.path.replace('{accountId}', ids.account).replace('{orderId}', ids.order)
          return template === path
        })
        expect(methods).toEqual(expect.arrayContaining(here.map(({ definition }) => definition.method)))
      }
    }
    expect((await fetchRaw('OPTIONS', '/nowhere')).status).toBe(404)
  })
})

describe('a slash at the end', () => {
  test('changes nothing and causes no redirect', async () => {
    for (const path of readable()) {
      const [plain, slashed] = [
        await fetchRaw('GET', path, withKey()),
        await fetchRaw('GET', `${path}/`, withKey()),
      ]
      expect([plain.status, slashed.status], path).toEqual([200, 200])
      expect(await slashed.text()).toBe(await plain.text())
    }
    const order = await orderOf(shop, 10)
    const change = [{ id: order.id, event: [{ type: 'charge', items: 4 }] }]
    expect((await call(shop.privateKey, 'PATCH', '/order/', change)).status).toBe(200)
    expect((await post(shop, `${order.id}`, { type: 'cancel' })).status).toBe(201)
    expect((await getOrder(shop, order.id)).status).toEqual({ charged: 4, cancelled: 6 })
    for (const path of paths()) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH']) {
        const body = method === 'GET' ? {} : { body: '{}' }
        const { status } = await fetchRaw(method, `${path}/`, body)
        expect([200, 401, 405], `${method} ${path}/`).toContain(status)
      }
    }
  })
})

describe('HEAD', () => {
  test('responds like GET, without a body', async () => {
    for (const path of readable()) {
      const [get, head] = [await fetchRaw('GET', path, withKey()), await fetchRaw('HEAD', path, withKey())]
      expect([head.status, await head.text()]).toEqual([get.status, ''])
      for (const name of ['content-type', 'link', 'access-control-allow-origin']) {
        expect(head.headers.get(name)).toBe(get.headers.get(name))
      }
    }
  })

  test('has no body for an error either', async () => {
    for (const [path, status] of [
      ['/account', 401],
      ['/order/x', 401],
      ['/nowhere', 404],
      ['/card', 405],
    ] as const) {
      const response = await fetchRaw('HEAD', path)
      expect([response.status, await response.text()], path).toEqual([status, ''])
    }
  })
})

test('no response contains null, and every date-time has milliseconds', async () => {
  const bare = await accountWith(shop)
  const failing = await orderOf(shop, [{ price: 10 }], { pan: '4000000000005126' })
  await post(shop, failing.id, { type: 'charge' })
  await post(shop, failing.id, { type: 'refund' })
  const responses = [
    ...(await Promise.all(readable().map((path) => call(shop.privateKey, 'GET', path)))),
    await call(shop.privateKey, 'GET', `/account/${bare.id}`),
    await call(shop.privateKey, 'PUT', `/account/${bare.id}/customer`, {}),
    await call(shop.privateKey, 'POST', `/account/${bare.id}/key`),
    await call(shop.publicKey, 'POST', '/card', { pan: visa, expires: [12, 40], csc: '987' }),
    await call(shop.privateKey, 'GET', `/order/${failing.id}`),
    await call(shop.privateKey, 'PATCH', '/order', [{ id: failing.id, event: [{ type: 'cancel' }] }]),
    await call(undefined, 'GET', '/order'),
    await call(shop.privateKey, 'POST', '/order', { nope: 1 }),
  ]
  for (const { text } of responses) {
    const check = (value: unknown, path: string): void => {
      expect(value, path).not.toBeNull()
      if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !path.includes('example')) {
        expect(value, path).toMatch(/T\d\d:\d\d:\d\d\.\d{3}Z$/)
      }
      if (typeof value !== 'object' || value === null) return
      for (const [name, inner] of Object.entries(value)) check(inner, `${path}.${name}`)
    }
    check(JSON.parse(text), '')
  }
})

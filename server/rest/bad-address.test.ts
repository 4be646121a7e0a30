import { beforeAll, describe, expect, test } from 'vitest'
import { everything } from '@/test/bodies'
import { accountWith, call, type ErrorBody, orderOf, visa } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'

const world = testWorld()

let shop: TestMerchant
let ids: { account: string; order: string }

beforeAll(async () => {
  shop = await world.newMerchant()
  ids = { account: (await accountWith(shop, visa)).id, order: (await orderOf(shop, 100)).id }
})

const ask = (method: string, path: string, body?: unknown) =>
  call<ErrorBody>(shop.privateKey, method, path, body)

describe('a malformed id', () => {
  const strange = [
    ...['%00', 'abcdefghijklmno%00', '%2F', 'a%2Fb', '%E0%A4%A', '%', '%ff', '%2e%2e%2f', '%0d%0a', '%20'],
    ...['null', 'undefined', '0', '-1', "'", '"', '{accountId}', '*', 'é', '💳', '__proto__', 'constructor'],
    ...['ME', 'abcdefghijklmnopq', 'abcdefghijklmno1', 'x'.repeat(5000), `${'%41'.repeat(1000)}`],
  ]

  test.each(strange)('responds not found to %j', async (id) => {
    const before = await everything(world.runtime.db)
    const requests: [string, string, unknown?][] = [
      ['GET', `/account/${id}`],
      ['PUT', `/account/${id}/customer`, {}],
      ['PUT', `/account/${id}/metadata`, {}],
      ['PUT', `/account/${ids.account}/subscription/${id}/metadata`, {}],
      ['PUT', `/order/${id}/metadata`, {}],
      ['POST', `/account/${id}/method`, { type: 'token', card: 'x' }],
      ['PUT', `/account/${id}/method`, []],
      ['POST', `/account/${id}/link`],
      ['POST', `/account/${id}/key`],
      ['POST', `/account/${id}/erasure`],
      ['POST', `/order/${id}/erasure`],
      ['GET', `/account/${id}/order`],
      ['GET', `/order/${id}`],
      ['POST', `/order/${id}/event`, { type: 'charge' }],
    ]
    for (const [method, path, body] of requests) {
      const response = await ask(method, path, body)
      expect([response.status, response.body.type], `${method} ${path}`).toEqual([404, 'not found'])
    }
    expect(await everything(world.runtime.db)).toBe(before)
  })

  test('accepts a percent-encoded id', async () => {
    const encoded = Array.from(ids.order, (c) => `%${c.charCodeAt(0).toString(16)}`).join('')
    expect((await ask('GET', `/order/${encoded}`)).status).toBe(200)
  })
})

test.each([
  '',
  '/',
  '/accounts',
  '/order/x/y',
  '/account/x/nope',
  '//order',
  '/order//',
  '/healthz',
  '/v1/order',
])('the path %j is unknown', async (path) => {
  const { body } = await ask('GET', path)
  expect(body).toMatchObject({ status: 404, type: 'not found', content: { type: 'path' } })
})

describe('a method that a path does not have', () => {
  const allowed = {
    '/account': ['POST', 'GET'],
    '/account/{account}': ['GET'],
    '/account/{account}/customer': ['PUT'],
    '/account/{account}/language': ['PUT'],
    '/account/{account}/metadata': ['PUT'],
    '/account/{account}/subscription/abcd/metadata': ['PUT'],
    '/order/{order}/metadata': ['PUT'],
    '/account/{account}/method': ['POST', 'PUT'],
    '/account/{account}/link': ['POST'],
    '/account/{account}/key': ['POST'],
    '/account/{account}/order': ['GET'],
    '/account/{account}/subscription': ['POST', 'GET'],
    '/account/{account}/subscription/abcd': ['PUT', 'PATCH', 'DELETE'],
    '/account/{account}/subscription/abcd/preview': ['GET'],
    '/account/{account}/subscription/abcd/plan': ['PUT', 'DELETE'],
    '/order': ['POST', 'GET', 'PATCH'],
    '/order/{order}': ['GET'],
    '/order/{order}/event': ['POST'],
    '/card': ['POST'],
    '/clock': ['GET', 'POST'],
    '/health': ['GET'],
    '/openapi.json': ['GET'],
  }

  test.each(Object.entries(allowed))('%s', async (template, methods) => {
    const path = template.replace('{account}', ids.account).replace('{order}', ids.order)
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
      if (methods.includes(method)) continue
      for (const each of [path, `${path}/`]) {
        const { body, headers } = await ask(method, each, method === 'GET' ? undefined : {})
        const description = expect.stringMatching(
          new RegExp(`^This path does not support ${method}\\. Use (?!.*OPTIONS)`),
        )
        expect(body, method).toMatchObject({
          ...{ status: 405, type: 'method not allowed', content: { description } },
        })
        const head = methods.includes('GET') ? ['HEAD'] : []
        expect(headers.get('allow')?.split(', ').sort()).toEqual([...methods, ...head, 'OPTIONS'].sort())
      }
    }
  })
})

describe('an invalid query argument', () => {
  const lists = () => ['/account', '/order', `/account/${ids.account}/order`]
  const refused = async (path: string, property?: string) => {
    const { status, body, text } = await ask('GET', path)
    expect([status, body.type], `${path} ${text}`).toEqual([400, 'invalid query argument'])
    if (property !== undefined) expect(body.content.property, path).toBe(property)
  }
  const cursor = (text: string) => Buffer.from(text).toString('base64url')

  test.each([
    ...['0', '-1', '1001', '1.5', '', 'ten', 'NaN', 'Infinity', '1e309', '%00', '0x10', '1e2', '%2010', '+5'],
    ...['true', 'null', '[]', '٣', '9'.repeat(400)],
  ])('limit=%s', async (limit) => {
    for (const list of lists()) await refused(`${list}?limit=${limit}`, 'limit')
  })

  test('gets a message about whole numbers if it is another number', async () => {
    const preview = `/account/${ids.account}/subscription/abcd/preview`
    for (const path of ['/order?limit=1.5', '/order?limit=-1', `${preview}?count=1.5`]) {
      const { body } = await ask('GET', path)
      expect(body.content.description, path).toMatch(/^(limit|count) must be a whole number\.$/)
    }
    expect((await ask('GET', '/order?limit=0')).body.content.description).toBe('limit must be at least 1.')
    expect((await ask('GET', '/order?limit=1001')).body.content.description).toBe(
      'limit must be at most 1000.',
    )
  })

  test.each([
    ...['', 'x', '%00', '!!!!', 'null', cursor('1.abc'), cursor('x.abcdefghijklmnop')],
    ...[
      cursor('-1.abcdefghijklmnop'),
      cursor('999999999999999.abcdefghijklmnop'),
      cursor('1.abcdefghijklmnop\n'),
    ],
    ...[`${cursor('1.abcdefghijklmnop')}!`, `${cursor('1.abcdefghijklmnop')}%20`, '1.abcdefghijklmnop'],
    ...[cursor("1.abcdefghijklmn'"), 'a'.repeat(5000)],
  ])('after=%s', async (after) => {
    for (const list of lists()) await refused(`${list}?after=${after}`, 'after')
  })

  test('given more than once', async () => {
    for (const list of lists()) await refused(`${list}?limit=5&limit=5`, 'limit')
    await refused('/order?number=1&number=2', 'number')
  })

  test.each(['Limit', 'offset', '__proto__', 'constructor', 'toString', 'hasOwnProperty', ''])(
    'with the unknown name %j',
    async (name) => {
      for (const list of lists()) {
        const { body } = await ask('GET', `${list}?${name}=1`)
        expect(body).toMatchObject({
          type: 'invalid query argument',
          content: { type: 'unknown property', property: name },
        })
      }
    },
  )

  test.each([
    ...['2026-02-30', '2026-13-01', '26-01-01', '2026-1-1', '', 'today', '2026-01-01T00:00:00Z', '20260101'],
    ...[
      '0000-01-01',
      '0001-01-01',
      '0999-12-31',
      '9999-01-01',
      '9999-12-31',
      '+002026-01-01',
      '-2026-01-01',
      '0000-00-00',
      '%00',
    ],
  ])('with %j as start or end', async (day) => {
    await refused(`/order?start=${day}`, 'start')
    await refused(`/order?end=${day}`, 'end')
  })

  test.each(['1000-01-01', '1582-10-10', '1899-12-31', '9998-12-31'])(
    'accepts a distant day, %s',
    async (day) => {
      const past = day < '2000'
      const from = await call<unknown[]>(shop.privateKey, 'GET', `/order?start=${day}`)
      const to = await call<unknown[]>(shop.privateKey, 'GET', `/order?end=${day}`)
      expect([from.status, to.status], from.text + to.text).toEqual([200, 200])
      expect([from.body.length, to.body.length]).toEqual(past ? [1, 0] : [0, 1])
    },
  )

  test.each([
    ['/order', 'status', ['created', 'Ordered', '', 'toString']],
    ['/order', 'currency', ['sek', 'ZZZ', '']],
    ['/order', 'number', ['', 'x'.repeat(501), '%00']],
    ['/order', 'account', ['', 'x'.repeat(501), '%00']],
    ['/account', 'status', ['ordered', 'ACTIVE', '']],
    ['/account', 'number', ['', 'x'.repeat(501), '%00']],
    ['/account', 'email', ['', 'x'.repeat(501), 'a%00b@example.com']],
    ['/account', 'search', ['', 'x'.repeat(501), '%00']],
  ])('%s: %s', async (list, name, values) => {
    for (const value of values) await refused(`${list}?${name}=${value}`, name)
  })

  test.each(['%', '%25', "'", '"', '\\', '%5C', '%5C%25', '%F0%9F%92%B3', '%ff', '{}', '🙂'])(
    'accepts a search for %s',
    async (search) => {
      expect((await ask('GET', `/account?search=${search}`)).body).toEqual([])
    },
  )
})

import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { accountWith, call, type ErrorBody, orderOf, tokenFor, visa } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'

const world = testWorld()

type Path = (string | number)[]

interface Row {
  name: string
  /** Properties that may not be left out. */
  required: string[]
  body: unknown
}

const client = { ip: '203.0.113.7', browser: 'Firefox' }
const customer = {
  type: 'person',
  identityNumber: '1',
  id: 'c1',
  name: 'Jane',
  address: { street: 'Storgatan 1', zipCode: '111 22', city: 'Stockholm', countryCode: 'SE' },
  email: 'jane@example.com',
  phone: '+46 8 1',
}
const line = { name: 'Coffee', price: 9.5, quantity: 2, unit: 'kg', vat: 25 }
const event = { type: 'charge', items: [line] }

/** Every endpoint with a body, and a body with every property that it takes. The tokens and ids are none. */
const rows: Row[] = [
  {
    name: 'POST /account',
    required: ['method', 'method.0.type', 'method.0.card'],
    body: { number: 'A-1', customer, method: [{ type: 'token', card: 'x', client }] },
  },
  { name: 'PUT /account/{account}/customer', required: [], body: customer },
  {
    name: 'POST /account/{account}/method',
    required: ['type', 'card'],
    body: { type: 'token', card: 'x', client: { ip: '::1', browser: { language: 'sv', depth: 24 } } },
  },
  { name: 'PUT /account/{account}/method', required: ['0.token'], body: [{ token: 'x' }] },
  {
    name: 'POST /order',
    required: ['items', 'items.0.price', 'currency', 'payment', 'payment.type', 'payment.card'],
    body: {
      number: '1',
      items: [line],
      currency: 'SEK',
      payment: { type: 'card', card: 'x', client },
      callback: 'https://example.com/a',
    },
  },
  {
    name: 'POST /order',
    required: ['payment.account'],
    body: { items: line, currency: 'SEK', payment: { type: 'account', account: 'x' } },
  },
  {
    name: 'PATCH /order',
    required: ['0.id', '0.event', '0.event.0.type'],
    body: [{ id: 'x', event: [event] }],
  },
  { name: 'POST /order/{order}/event', required: ['type'], body: event },
  {
    name: 'POST /card',
    required: ['pan', 'expires', 'csc'],
    body: { pan: visa, expires: [12, 40], csc: '987' },
  },
]

let shop: TestMerchant
let ids: Record<string, string>

beforeAll(async () => {
  shop = await world.newMerchant()
  const account = await accountWith(shop, visa)
  ids = { account: account.id, order: (await orderOf(shop, [line])).id }
})

function send(row: Row, body: unknown, headers?: Record<string, string>) {
  const [method = '', path = ''] = row.name
    .replaceAll(/\{(\w+)\}/g, (_, id: string) => ids[id] ?? '')
    .split(' ')
  return call<ErrorBody>(shop.privateKey, method, path, body, headers)
}

/** All that the database holds, but for when keys were last used. */
async function everything(): Promise<string> {
  const { db } = world.runtime
  const tables = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'api_key'`,
  )
  const parts = tables.map(({ name }) => `select '${name}' as name, t::text as row from "${name}" t`)
  const rows = await db.execute(sql.raw(`${parts.join(' union all ')} order by 1, 2`))
  return JSON.stringify(rows)
}

const copy = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** The value with what is at `path` replaced; undefined takes it away. Works for `__proto__` too. */
function withAt(value: unknown, path: Path, replacement: unknown): unknown {
  const [first, ...rest] = path
  if (first === undefined) return replacement
  const changed = copy(value) as object
  const inner = withAt(Reflect.get(changed, first), rest, replacement)
  if (inner === undefined) Reflect.deleteProperty(changed, first)
  else Object.defineProperty(changed, first, { value: inner, enumerable: true, configurable: true })
  return changed
}

/** Every value in a body, with its path. */
const walk = (value: unknown, path: Path = []): [Path, unknown][] => [
  [path, value],
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) =>
        walk(inner, [...path, Array.isArray(value) ? Number(name) : name]),
      )
    : []),
]

/** As an error names it: `items[2].price`. */
const shown = (path: Path) =>
  path.reduce<string>((text, p) => (typeof p === 'number' ? `${text}[${p}]` : text ? `${text}.${p}` : p), '')

/** JSON text with a number as it is written, which need not be one that a double holds. */
const withNumber = (body: unknown, path: Path, number: string) =>
  JSON.stringify(withAt(body, path, '@number')).replace('"@number"', number)

const wrongTypes: Record<string, unknown[]> = {
  string: [null, true, 7, [], {}, ['x']],
  number: [null, true, '7', 'NaN', '', {}, [{}]],
  array: [null, true, 'x', {}, { 0: {} }],
  object: [null, true, [], [[]], [null]],
}

const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value)

describe.each(rows)('$name $required', (row) => {
  test('refuses wrong types for every property, and changes nothing', async () => {
    const before = await everything()
    for (const [path, value] of walk(row.body)) {
      for (const wrong of wrongTypes[kindOf(value)] ?? []) {
        const { status, body, text } = await send(row, JSON.stringify(withAt(row.body, path, wrong)))
        const what = `${shown(path)} = ${JSON.stringify(wrong)}: ${text}`
        expect([400, 400], what).toEqual([status, body.status])
        expect(['malformed content', 'missing property', 'invalid content'], what).toContain(body.type)
        if (wrong === null || wrong === true) expect(body.type, what).toBe('malformed content')
        expect(body.content.property ?? '', what).toContain(shown(path))
      }
    }
    expect(await everything()).toBe(before)
  })

  test('refuses a body without a required property', async () => {
    for (const property of row.required) {
      const path = property.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))
      const { body } = await send(row, withAt(row.body, path, undefined))
      expect(body, property).toMatchObject({
        status: 400,
        type: 'missing property',
        content: { property: shown(path) },
      })
    }
  })

  test('refuses unknown properties at every level, and names them', async () => {
    for (const [path, value] of walk(row.body)) {
      // An object of the browser's properties may hold any.
      if (kindOf(value) !== 'object' || path.at(-1) === 'browser') continue
      for (const name of ['nope', '__proto__', 'constructor', 'toString', 'Type', '']) {
        const unknown = [...path, name]
        const { status, body, text } = await send(row, withAt(row.body, unknown, { type: 'x' }))
        expect(status, `${shown(path)} + ${name}: ${text}`).toBe(400)
        expect(body, `${shown(path)} + ${name}`).toMatchObject({
          type: 'malformed content',
          content: { type: 'unknown property', property: shown(unknown) },
        })
      }
    }
  })

  test('refuses texts that are too long or cannot be stored', async () => {
    const before = await everything()
    for (const [path, value] of walk(row.body)) {
      if (typeof value !== 'string' || path.at(-1) === 'id') continue
      for (const bad of [
        'x'.repeat(501),
        'a\0b',
        'a\ud800b',
        '',
        `https://example.com/\0`,
        'https://a/\udc00',
      ]) {
        const { status, body, text } = await send(row, withAt(row.body, path, bad))
        const what = `${shown(path)} = ${JSON.stringify(bad)}: ${text.slice(0, 200)}`
        // What is not looked up in the schema is looked up in the database, and found nowhere.
        expect([400, 400], what).toEqual([status, body.status])
      }
    }
    expect(await everything()).toBe(before)
  })

  test('refuses numbers that are none of its own', async () => {
    const before = await everything()
    for (const [path, value] of walk(row.body)) {
      if (typeof value !== 'number' || path.includes('browser')) continue
      for (const bad of ['1e308', '1e999', '-1e999', '-1', '9007199254740993', '0.0000001', '5e-324']) {
        const { status, body, text } = await send(row, withNumber(row.body, path, bad))
        expect([400, 400], `${shown(path)} = ${bad}: ${text}`).toEqual([status, body.status])
      }
      for (const bad of ['NaN', 'Infinity', '0x10', '01', '1.', '.5', '+1', '1_000']) {
        const { body } = await send(row, withNumber(row.body, path, bad))
        expect(body, bad).toMatchObject({ type: 'malformed content', content: { type: 'JSON' } })
      }
    }
    expect(await everything()).toBe(before)
  })

  test('refuses what is no JSON', async () => {
    const bad = [
      '',
      ' ',
      '{',
      '[',
      '{"a":1,}',
      "{'a':1}",
      '{} {}',
      'undefined',
      '// x\n{}',
      '\u0000',
      '{"a":"\n"}',
    ]
    for (const body of [...bad, new Uint8Array([0x22, 0xff, 0x22]), new Uint8Array([0xed, 0xa0, 0x80])]) {
      const answer = await send(row, body)
      expect(answer.body, String(body)).toMatchObject({ status: 400, type: 'malformed content' })
    }
    const deep = await send(row, '['.repeat(500_000) + ']'.repeat(500_000))
    expect(deep.body).toMatchObject({ status: 400, type: 'malformed content' })
  })

  test('takes JSON of at most 1 MiB, and nothing else', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/jsonp',
      'json',
      ' ',
    ]) {
      const { body } = await send(row, row.body, { 'content-type': type })
      expect(body, type).toMatchObject({ status: 415, type: 'unsupported media type' })
    }
    const text = JSON.stringify(row.body)
    const { body } = await send(row, text.padEnd(1_048_577))
    expect(body).toMatchObject({ status: 413, type: 'content too large' })
    for (const type of [
      'application/json',
      'Application/JSON; charset=utf-8',
      'application/merge-patch+json',
    ]) {
      expect((await send(row, text.padEnd(1_048_576), { 'content-type': type })).status).not.toBe(415)
    }
  })
})

describe('a change to several orders with one malformed entry changes none', () => {
  test.each([
    ['an event of an unknown type', { id: 'x', event: [{ type: 'chargeback' }] }],
    ['no event', { id: 'x', event: [] }],
    ['a misspelt property', { id: 'x', event: [{ type: 'charge', item: 1 }] }],
    ['null', null],
    ['101 events', { id: 'x', event: Array(101).fill({ type: 'charge', items: 1 }) }],
  ])('%s', async (_, entry) => {
    const good = { id: ids.order, event: [{ type: 'charge' }] }
    const before = await everything()
    const { body } = await call<ErrorBody>(shop.privateKey, 'PATCH', '/order', [good, entry])
    expect(body.status).toBe(400)
    expect(body.content.property).toMatch(/^\[1\]/)
    expect(await everything()).toBe(before)
  })
})

test('a token survives a request that was refused for its form', async () => {
  const card = await tokenFor(shop)
  const payment = { type: 'card', card }
  await call(shop.publicKey, 'POST', '/order', { items: 10, currency: 'SEK', payment, nope: 1 })
  await call(shop.publicKey, 'POST', '/order', { items: 10.001, currency: 'SEK', payment })
  expect((await call(shop.publicKey, 'POST', '/order', { items: 10, currency: 'SEK', payment })).status).toBe(
    201,
  )
})

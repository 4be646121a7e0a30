// @module-tag slow

import { beforeAll, describe, expect, test } from 'vitest'
import { type BodyRow, bodyRows, everything, line, shown, walk, withAt } from '@/test/bodies'
import { accountWith, call, type ErrorBody, orderOf, tokenFor, visa } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'

const world = testWorld()
const database = () => everything(world.runtime.db)

let shop: TestMerchant
let ids: Record<string, string>

beforeAll(async () => {
  shop = await world.newMerchant()
  const account = await accountWith(shop, visa)
  ids = { account: account.id, order: (await orderOf(shop, [line])).id }
})

function send({ name }: BodyRow, body: unknown, headers?: Record<string, string>) {
  const [method = '', path = ''] = name.replaceAll(/\{(\w+)\}/g, (_, id: string) => ids[id] ?? '').split(' ')
  return call<ErrorBody>(shop.privateKey, method, path, body, headers)
}

const wrongTypes: Record<string, unknown[]> = {
  string: [null, true, 7, [], {}, ['x']],
  number: [null, true, '7', 'NaN', '', {}, [{}]],
  array: [null, true, 'x', { nope: 1 }, { 0: {} }],
  object: [null, true, [], [[]], [null]],
}

const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value)

describe.each(bodyRows)('$name $required', (row) => {
  test('refuses wrong types for every property, and changes nothing', async () => {
    const before = await database()
    for (const [path, value] of walk(row.body)) {
      // May be a text or an object with many properties.
      if (path.includes('browser')) continue
      for (const wrong of wrongTypes[kindOf(value)] ?? []) {
        const { status, body, text } = await send(row, JSON.stringify(withAt(row.body, path, wrong)))
        const what = `${shown(path)} = ${JSON.stringify(wrong)}: ${text}`
        expect([status, body.status], what).toEqual([400, 400])
        expect(['malformed content', 'missing property', 'invalid content'], what).toContain(body.type)
        if (wrong === null || wrong === true) expect(body.type, what).toBe('malformed content')
        expect(body.content.property ?? '', what).toContain(shown(path))
      }
    }
    expect(await database()).toBe(before)
  })

  test.each(row.required)('refuses a body without %s', async (property) => {
    const path = property.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))
    const { body } = await send(row, withAt(row.body, path, undefined))
    expect(body).toMatchObject({ status: 400, type: 'missing property', content: { property: shown(path) } })
  })

  test('refuses unknown properties at every level, and names them', async () => {
    for (const [path, value] of walk(row.body)) {
      // An object with the browser's properties may have any name in it.
      if (kindOf(value) !== 'object' || path.at(-1) === 'browser') continue
      for (const name of ['nope', '__proto__', 'constructor', 'toString', 'Type']) {
        const unknown = [...path, name]
        const { body, text } = await send(row, withAt(row.body, unknown, { type: 'x' }))
        expect(body, text).toMatchObject({
          status: 400,
          type: 'malformed content',
          content: { type: 'unknown property', property: shown(unknown) },
        })
      }
    }
  })

  test('refuses invalid JSON', async () => {
    const texts = ['', ' ', '{', '[', '{"a":1,}', "{'a':1}", '{} {}', 'undefined', '// x\n{}', '\0', '"\n"']
    const bytes = [
      [0x22, 0xff, 0x22],
      [0x22, 0xed, 0xa0, 0x80, 0x22],
    ]
    for (const body of [...texts, ...bytes.map((each) => new Uint8Array(each))]) {
      const response = await send(row, body)
      expect(response.body, String(body)).toMatchObject({
        status: 400,
        type: 'malformed content',
        content: { type: 'JSON' },
      })
    }
  })

  test('refuses lists in lists at any depth', async () => {
    const { body } = await send(row, '['.repeat(500_000) + ']'.repeat(500_000))
    expect(body).toMatchObject({ status: 400, type: 'malformed content' })
  })

  test('accepts only JSON of at most 1 MiB, not compressed', async () => {
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
    for (const encoding of ['gzip', 'br', 'identity, gzip', 'x']) {
      const { body } = await send(row, row.body, { 'content-encoding': encoding })
      expect(body, encoding).toMatchObject({ status: 415, content: { type: 'Content-Encoding' } })
    }
    const text = JSON.stringify(row.body)
    const { body } = await send(row, text.padEnd(1_048_577))
    expect(body).toMatchObject({ status: 413, type: 'content too large' })
    for (const type of ['application/json', 'Application/JSON; charset=utf-8', 'application/x+json']) {
      const { status } = await send(row, text.padEnd(1_048_576), { 'content-type': type })
      expect([413, 415]).not.toContain(status)
    }
    const { status } = await send(row, row.body, { 'content-encoding': 'Identity' })
    expect(status).not.toBe(415)
  })
})

describe('a response stays small, however many problems there are', () => {
  const names = Array.from({ length: 90_000 }, (_, index) => [`p${index}`, 1])
  const many = {
    'entries of a list': `[${'1,'.repeat(90_000)}1]`,
    'objects in a list': `[${'{},'.repeat(45_000)}{}]`,
    properties: JSON.stringify(Object.fromEntries(names)),
    'properties further in': JSON.stringify([Object.fromEntries(names)]),
  }

  test.each(Object.entries(many))('%s', async (_, text) => {
    for (const row of bodyRows) {
      const response = await send(row, text)
      expect(response.status).toBe(400)
      expect(response.text.length, row.name).toBeLessThan(1_048_576)
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
    const before = await database()
    const { body } = await call<ErrorBody>(shop.privateKey, 'PATCH', '/order', [good, entry])
    expect(body.status).toBe(400)
    expect(body.content.property).toMatch(/^\[1\]/)
    expect(await database()).toBe(before)
  })
})

describe('a request without content', () => {
  const ask = (body: unknown) => call<ErrorBody>(shop.privateKey, 'POST', `/account/${ids.account}/key`, body)

  test.each([undefined, '{}', ' {} '])('may be sent %j', async (body) => {
    expect((await ask(body)).status).toBe(201)
  })

  test.each(['[]', 'null', '""', '0', '{"days":3}', '{', '{"__proto__":1}'])('refuses %j', async (body) => {
    const before = await database()
    expect((await ask(body)).body).toMatchObject({ status: 400, type: 'malformed content' })
    expect(await database()).toBe(before)
  })
})

test('a token survives a request that was refused for its content', async () => {
  const payment = { type: 'card', card: await tokenFor(shop) }
  const order = (more: object) =>
    call(shop.publicKey, 'POST', '/order', { items: 10, currency: 'SEK', payment, ...more })
  for (const wrong of [{ nope: 1 }, { items: 10.001 }, { items: [{ price: 0 }] }, { currency: 'ZZZ' }]) {
    expect((await order(wrong)).status).toBe(400)
  }
  expect((await order({})).status).toBe(201)
})

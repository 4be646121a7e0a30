// @module-tag slow

import { beforeAll, describe, expect, test } from 'vitest'
import { type BodyRow, bodyRows, everything, line, shown, walk, withAt, withNumber } from '@/test/bodies'
import { accountWith, call, type ErrorBody, getOrder, orderOf, visa } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import type { Order } from '../model/order/schemas'

const world = testWorld()
const database = () => everything(world.runtime.db)

let shop: TestMerchant
let ids: Record<string, string>

beforeAll(async () => {
  shop = await world.newMerchant()
  const account = await accountWith(shop, visa)
  ids = { account: account.id, order: (await orderOf(shop, [line])).id }
})

function send({ name }: BodyRow, body: unknown) {
  const [method = '', path = ''] = name.replaceAll(/\{(\w+)\}/g, (_, id: string) => ids[id] ?? '').split(' ')
  return call<ErrorBody>(shop.privateKey, method, path, body)
}

describe.each(bodyRows)('$name $required', (row) => {
  test('refuses texts that are too long or cannot be stored', async () => {
    const before = await database()
    for (const [path, value] of walk(row.body)) {
      // The id of an order in a change to several is looked up, so only that entry fails.
      if (typeof value !== 'string' || shown(path) === '[0].id') continue
      const lookedUp = ['card', 'account', 'token'].includes(String(path.at(-1)))
      for (const bad of [
        'x'.repeat(5000),
        'a\0b',
        'a\ud800b',
        '',
        'https://a.example/\0',
        'https://a/\udc00',
      ]) {
        const { status, body, text } = await send(row, withAt(row.body, path, bad))
        const what = `${shown(path)} = ${JSON.stringify(bad)}: ${text.slice(0, 200)}`
        expect([status, body.status], what).toEqual([400, 400])
        if (!lookedUp) expect(body.content.property, what).toContain(shown(path))
      }
    }
    expect(await database()).toBe(before)
  })

  test('refuses numbers that are out of bounds or invalid in JSON', async () => {
    const before = await database()
    for (const [path, value] of walk(row.body)) {
      if (typeof value !== 'number' || path.includes('browser')) continue
      // Negative numbers count days from the end of a month, back to its first day.
      const below = path.includes('offset') ? '-32' : '-1'
      for (const bad of ['1e308', '1e999', '-1e999', below, '9007199254740993', '0.0000001', '5e-324']) {
        const { status, body, text } = await send(row, withNumber(row.body, path, bad))
        const what = `${shown(path)} = ${bad}: ${text}`
        expect([status, body.status], what).toEqual([400, 400])
        expect(body.content.property, what).toBe(shown(path))
      }
      for (const bad of ['NaN', 'Infinity', '0x10', '01', '1.', '.5', '+1', '1_000']) {
        const { body } = await send(row, withNumber(row.body, path, bad))
        expect(body, bad).toMatchObject({ type: 'malformed content', content: { type: 'JSON' } })
      }
    }
    expect(await database()).toBe(before)
  })
})

const order = (items: unknown, currency = 'SEK') =>
  call<Order & ErrorBody>(shop.privateKey, 'POST', '/order', {
    items,
    currency,
    payment: { type: 'account', account: ids.account },
  })

describe('POST /order', () => {
  test.each([
    [13.375, 'SEK'],
    [1000.5, 'JPY'],
    [1.2345, 'KWD'],
    [1.23456, 'CLF'],
    [0.001, 'EUR'],
    [5e-324, 'SEK'],
    [0, 'SEK'],
    [-1, 'SEK'],
    [-0.01, 'SEK'],
    [9_999_999_999_999.99 + 1, 'SEK'],
    [1e15, 'JPY'],
    [1_000_000_000_000, 'KWD'],
  ])('refuses the amount %s %s', async (items, currency) => {
    const { body } = await order(items, currency)
    expect(body).toMatchObject({ status: 400, type: 'invalid content', content: { property: 'items' } })
  })

  test.each([
    [0.01, 'SEK'],
    [9_999_999_999_999.99, 'SEK'],
    [1, 'JPY'],
    [999_999_999_999_999, 'JPY'],
    [0.001, 'KWD'],
    [999_999_999_999.999, 'KWD'],
    [0.0001, 'CLF'],
    [0.1 + 0.7, 'SEK'],
    [1.1, 'SEK'],
    [4.35, 'EUR'],
    [1.005e2, 'EUR'],
  ])('returns the amount %s %s as it was sent', async (items, currency) => {
    const { status, body } = await order(items, currency)
    expect(status).toBe(items === 0.1 + 0.7 ? 400 : 201)
    if (status === 201) {
      expect(body.payment.amount).toBe(items)
      expect(body.status).toEqual({ ordered: items })
      expect(await getOrder(shop, body.id)).toEqual(body)
    }
  })

  test.each([
    ['no lines', [], 'items'],
    ['501 lines', Array(501).fill({ price: 1 }), 'items'],
    ['10,001 units', [{ price: 1, quantity: 10_000 }, { price: 1 }], 'items'],
    ['a million units', Array(500).fill({ price: 1, quantity: 1_000_000 }), 'items'],
    ['more than a million units of one line', [{ price: 1, quantity: 1_000_001 }], 'items[0].quantity'],
    ['a quantity of 0', [{ price: 1, quantity: 0 }], 'items[0].quantity'],
    ['a negative quantity', [{ price: 1, quantity: -1 }], 'items[0].quantity'],
    ['a negative price', [{ price: 5 }, { price: -1 }], 'items[1].price'],
    ['VAT below 0', [{ price: 1, vat: -1 }], 'items[0].vat'],
    ['VAT above 100', [{ price: 1, vat: 100.5 }], 'items[0].vat'],
    ['seven decimals', [{ price: 1.0000001 }], 'items[0].price'],
    ['lines that cost nothing', [{ price: 0 }, { price: 0.001 }], 'items'],
    ['lines that cost too much', Array(20).fill({ price: 999_999_999_999 }), 'items'],
  ])('refuses %s', async (_, items, property) => {
    const { body } = await order(items)
    expect(body).toMatchObject({ status: 400, type: 'invalid content', content: { property } })
  })

  test.each([
    ['500 lines', Array(500).fill({ price: 1 }), 500],
    ['10,000 units', [{ price: 0.01, quantity: 10_000 }], 100],
    ['a large fractional quantity', [{ price: 1, quantity: 999_999.5 }], 999_999.5],
    ['six decimals', { price: 0.000001, quantity: 10_000 }, 0.01],
    ['VAT of 100 %', { price: 1, vat: 100 }, 2],
  ])('accepts %s', async (_, items, amount) => {
    const { body } = await order(items)
    expect(body.status).toEqual({ ordered: amount })
  })

  test.each(['sek', 'SE', 'ZZZ', 'XXX', 'XAU', 'SEK ', 'ＳＥＫ', 'toString'])(
    'refuses the currency %j',
    async (currency) => {
      const { body } = await order(10, currency)
      expect(body).toMatchObject({ status: 400, content: { property: 'currency' } })
    },
  )
})

test.each([
  ['an unknown country', { address: { countryCode: 'XX' } }, 'address.countryCode'],
  ['a country in lower case', { address: { countryCode: 'se' } }, 'address.countryCode'],
  ['a country of three letters', { address: { countryCode: 'SWE' } }, 'address.countryCode'],
  ['an e-mail address without a domain', { email: 'jane@' }, 'email'],
  ['two e-mail addresses', { email: 'a@example.com, b@example.com' }, 'email'],
  ['a header in an e-mail address', { email: 'a@example.com\r\nBcc: b@example.com' }, 'email'],
  ['an unknown type', { type: 'company' }, 'type'],
])('refuses a customer with %s', async (_, customer, property) => {
  const { body } = await call<ErrorBody>(shop.privateKey, 'PUT', `/account/${ids.account}/customer`, customer)
  expect(body).toMatchObject({ status: 400, content: { property } })
})

describe('a callback', () => {
  const orderWith = (callback: string) => {
    const payment = { type: 'account', account: ids.account }
    const content = { items: 1, currency: 'SEK', payment, callback }
    return call<Order>(shop.privateKey, 'POST', '/order', content)
  }

  test.each([
    ...['ftp://example.com', 'javascript:alert(1)', 'example.com', '//example.com', 'https://', 'http:a b'],
    ...['http:///a', 'https://例え.jp/', 'https://example.com/å', 'https://example.com/a b', 'https://a/%zz'],
    ...['https://example.com:99999/', 'https://a/<b>'],
    ...['https://example.com/\0', 'https://example.com/\ud800', `https://example.com/${'x'.repeat(2000)}`],
  ])('refuses %j', async (callback) => {
    const { body } = await orderWith(callback)
    expect(body).toMatchObject({ status: 400, content: { property: 'callback' } })
  })

  test.each([
    ...['https://example.com', 'http://localhost:3000/x', 'http://[::1]:8080/', 'HTTPS://EXAMPLE.COM/A'],
    ...['https://example.com/a?b=c&d=%C3%A5#e', "https://user:pw@example.com/~a/(b)'c;d,e"],
    `https://example.com/${'x'.repeat(1980)}`,
  ])('keeps %j unchanged', async (callback) => {
    expect((await orderWith(callback)).body.callback).toBe(callback)
  })
})

test('refuses more than 1,000 orders in one change, and more than 10 cards on a new account', async () => {
  const change = { id: 'x', event: [{ type: 'charge' }] }
  const changes = await call<ErrorBody>(shop.privateKey, 'PATCH', '/order', Array(1001).fill(change))
  expect(changes.body).toMatchObject({ status: 400, type: 'invalid content' })
  const method = Array(11).fill({ type: 'token', card: 'x' })
  const account = await call<ErrorBody>(shop.privateKey, 'POST', '/account', { method })
  expect(account.body).toMatchObject({ type: 'invalid content', content: { property: 'method' } })
})

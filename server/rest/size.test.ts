// @module-tag slow

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '@/db/client'
import { paymentColumns } from '@/test/bulk'
import { accountWith, call, type ErrorBody, tokenFor, visa } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import { maxPublicBodyBytes } from '../http/body'
import type { Account } from '../model/account'
import type { Order } from '../model/order/schemas'
import { exportOrders } from '../order/export-orders'
import { listen, type Web } from '../web/listen'

const world = testWorld()
/** The largest page in bytes. It may exceed this by one row. */
const maxPageBytes = 2_000_000
const orders = 24

let shop: TestMerchant
let web: Web
let account: Account

/** Half of it compresses well and the other half not at all, like real input. */
const line = (n: number) => ({
  name: (n % 2 ? 'x'.repeat(500) : randomBytes(375).toString('base64')).slice(0, 500),
  unit: 'y'.repeat(500),
  price: 1,
})

beforeAll(async () => {
  shop = await world.newMerchant()
  account = await accountWith(shop, visa)
  web = await listen({ port: 0, host: '127.0.0.1' }, (_, response) => {
    response.end('a page')
  })
  const items = Array.from({ length: 500 }, (_, n) => line(n))
  const payment = { type: 'account', account: account.id }
  const { body } = await call<Order>(shop.privateKey, 'POST', '/order', { items, currency: 'SEK', payment })
  // Copies of the same order, each a second older than the previous one.
  await world.runtime.db.execute(sql`
    insert into "order" (merchant_id, id, currency, amount, account_id, ${paymentColumns}, service_reference, lines, ordered, charged,
      refunded, cancelled, pending, denied, created)
    select merchant_id, 'B' || translate(lpad(n::text, 15, '0'), '0123456789', 'abcdefghij'), currency, amount, account_id,
      ${paymentColumns}, service_reference, lines, ordered, 0, 0, 0, 0, 0, created - n * interval '1 second'
    from "order", generate_series(1, ${orders - 1}::int) n where id = ${body.id}`)
})
afterAll(() => web.close())

interface Fetched {
  status: number
  bytes: Buffer
  link: string | undefined
}

/** Fetches over a real connection. */
async function fetched(path: string, { privateKey } = shop): Promise<Fetched> {
  const headers = { authorization: `Bearer ${privateKey}` }
  const request = get(`http://127.0.0.1:${web.port}/v1${path}`, { headers })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  const { link } = response.headers
  return { status: response.statusCode ?? 0, bytes: Buffer.concat(chunks), link: [link ?? []].flat()[0] }
}

const ordersIn = ({ bytes }: Fetched): Order[] => JSON.parse(bytes.toString())

const nextOf = (link: string | undefined) =>
  /^<http:\/\/kassa\.test\/v1([^>]+)>; rel="next"$/.exec(link ?? '')?.[1]

describe('lists of large orders', () => {
  test.each(['/order', '/account/:id/order'])(
    'end at 2 MB, and their pages are complete: %s',
    async (path) => {
      const ids: string[] = []
      let at: string | undefined = `${path.replace(':id', account.id)}?limit=1000`
      while (at !== undefined) {
        const page: Fetched = await fetched(at)
        expect(page.status).toBe(200)
        expect(page.bytes.length).toBeLessThanOrEqual(maxPageBytes)
        const shown = ordersIn(page)
        expect(shown.length).toBeGreaterThan(0)
        ids.push(...shown.map(({ id }) => id))
        at = nextOf(page.link)
      }
      expect([ids.length, new Set(ids).size]).toEqual([orders, orders])
    },
  )

  test('with many units are cut by the size of the response, not by the stored size', async () => {
    const other = await world.newMerchant()
    const payer = await accountWith(other, visa)
    const payment = { type: 'account', account: payer.id }
    const items = [{ name: 'Screw', price: 0.01, quantity: 10_000 }]
    for (let each = 0; each < 25; each++)
      await call(other.publicKey, 'POST', '/order', { items, currency: 'SEK', payment })
    const { text, headers } = await call<Order[]>(other.privateKey, 'GET', '/order?limit=1000')
    expect(text.length).toBeLessThanOrEqual(maxPageBytes)
    expect(headers.get('link')).toContain('rel="next"')
  })

  test('put an order that is larger than a page on its own page', async () => {
    const other = await world.newMerchant()
    await accountWith(other, visa)
    const card = await tokenFor(other)
    const items = Array.from({ length: 10 }, () => ({ name: 'x', price: 0.01, quantity: 1000 }))
    const payment = { type: 'card', card }
    const { body } = await call<Order>(other.privateKey, 'POST', '/order', {
      items,
      currency: 'SEK',
      payment,
    })
    const size = sql`repeat('long ', 600000)`
    await world.runtime.db.execute(sql`
      update "order" set lines = jsonb_set(lines::jsonb, '{0,name}', to_jsonb(${size})) where id = ${body.id}`)
    await call(other.privateKey, 'POST', '/order', {
      ...{ items: 1, currency: 'SEK' },
      payment: { type: 'card', card: await tokenFor(other) },
    })
    const first = await fetched('/order', other)
    expect(ordersIn(first)).toHaveLength(1)
    const second = await fetched(nextOf(first.link) ?? '', other)
    expect(ordersIn(second).map(({ id }) => id)).toEqual([body.id])
    expect(second.bytes.length).toBeGreaterThan(maxPageBytes)
    expect(second.link).toBeUndefined()
  })
})

test('a list of large accounts ends at 2 MB', async () => {
  const other = await world.newMerchant()
  const { id } = await accountWith(other, visa)
  await world.runtime.db.execute(sql`
    insert into account (merchant_id, id, customer, status, created)
    select merchant_id, 'B' || translate(lpad(n::text, 15, '0'), '0123456789', 'abcdefghij'),
      jsonb_build_object('name', repeat('n', 500), 'identityNumber', repeat('i', 500), 'phone', repeat('p', 500), 'id', repeat('c', 500)),
      'created', created - n * interval '1 second'
    from account, generate_series(1, 999) n where id = ${id}`)
  const ids: string[] = []
  let at: string | undefined = '/account?limit=1000'
  let pages = 0
  while (at !== undefined) {
    const { bytes, link }: Fetched = await fetched(at, other)
    expect(bytes.length).toBeLessThanOrEqual(maxPageBytes)
    ids.push(...JSON.parse(bytes.toString()).map((each: Account) => each.id))
    at = nextOf(link)
    pages++
  }
  expect([new Set(ids).size, pages]).toEqual([1000, 2])
})

test('the export of large orders does not read their lines', async () => {
  const statements: string[] = []
  const { db, close } = connect(world.databaseUrl, { onQuery: (query) => statements.push(query) })
  let bytes = 0
  for await (const chunk of exportOrders({ ...shop.context, db }, {})) bytes += chunk.length
  await close()
  expect(bytes).toBeGreaterThan(orders * 100)
  expect(bytes).toBeLessThan(orders * 1000)
  const reading = statements.filter((statement) => statement.includes('from "order"'))
  expect(reading).not.toEqual([])
  expect(reading.filter((statement) => statement.includes('"lines"'))).toEqual([])
})

test('an export that nobody reads ends', async () => {
  const reader = exportOrders(shop.context, {}).getReader()
  await reader.read()
  await reader.cancel()
  expect((await reader.read()).done).toBe(true)
})

describe('a body', () => {
  const order = (bytes: number) => {
    const text = (name: string) =>
      JSON.stringify({
        items: [{ name: 'x', price: 1 }],
        currency: 'SEK',
        number: 'n',
        payment: { type: 'account', account: account.id, client: { browser: { agent: name } } },
      })
    return text('').length > bytes ? '' : `${text('')}${' '.repeat(bytes - text('').length)}`
  }
  const send = (key: string, bytes: number) => call<ErrorBody>(key, 'POST', '/order', order(bytes))

  test('may have 64 KiB with a public key, and 1 MiB with the private key', async () => {
    const refused = await send(shop.publicKey, maxPublicBodyBytes + 1)
    expect(refused).toMatchObject({ status: 413, body: { status: 413, type: 'content too large' } })
    expect(refused.body.content.description).toContain('64 KiB')
    // Gets past the size check to its content.
    expect((await send(shop.publicKey, maxPublicBodyBytes)).body.type).not.toBe('content too large')
    expect((await send(shop.privateKey, maxPublicBodyBytes + 1)).body.type).not.toBe('content too large')
    expect((await send(shop.privateKey, 1_048_577)).status).toBe(413)
  })
})

// @module-tag slow

import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { acquirerFault, idempotentRequest } from '@/db/schema'
import { accountWith, call, type ErrorBody, isReplay, newKey, orderOf, tokenFor, visa } from '@/test/call'
import { differences } from '@/test/differences'
import { type TestMerchant, testWorld } from '@/test/world'
import { decideVerification } from '../card/test/verification'
import { open } from '../core/crypto'
import type { Account } from '../model/account'
import type { Order } from '../model/order/schemas'

const world = testWorld({ cardServiceTimeoutMs: 2500 })

let shop: TestMerchant
let account: Account

beforeAll(async () => {
  shop = await world.newMerchant()
  account = await accountWith(shop, visa)
  await call(shop.privateKey, 'PUT', `/account/${account.id}/customer`, { email })
})

const rows = (key: string) => world.runtime.db.$count(idempotentRequest, sql`key = ${key}`)
const orders = async () => (await call<Order[]>(shop.privateKey, 'GET', '/order?limit=1000')).body.length
const byAccount = () => ({ items: 7, currency: 'SEK', payment: { type: 'account', account: account.id } })

const email = 'asa@example.com'

const challengeOf = ({ content }: ErrorBody) => content.details?.data as { pareq: string }

describe('the first response is replayed byte for byte', () => {
  test.each<[string, string, () => string, () => unknown | Promise<unknown>, number]>([
    [
      'an account',
      'POST',
      () => '/account',
      async () => ({ number: '1', method: [{ type: 'token', card: await tokenFor(shop) }] }),
      201,
    ],
    ['a customer', 'PUT', () => `/account/${account.id}/customer`, () => ({ name: 'Åsa  ', email }), 200],
    ['a login link', 'POST', () => `/account/${account.id}/link`, () => undefined, 201],
    [
      'a card',
      'POST',
      () => `/account/${account.id}/method`,
      async () => ({ type: 'token', card: await tokenFor(shop) }),
      201,
    ],
    ['an account key', 'POST', () => `/account/${account.id}/key`, () => undefined, 201],
    ['an order', 'POST', () => '/order', byAccount, 201],
    [
      'a change to orders',
      'PATCH',
      () => '/order',
      async () => [{ id: (await orderOf(shop, 10)).id, event: [{ type: 'charge' }] }],
      200,
    ],
    [
      'a partly failed change',
      'PATCH',
      () => '/order',
      () => [{ id: 'x', event: [{ type: 'charge' }] }],
      207,
    ],
    ['a token', 'POST', () => '/card', () => ({ pan: visa, expires: [12, 40], csc: '987' }), 201],
    ['an unknown id', 'POST', () => '/order/x/event', () => ({ type: 'charge' }), 404],
    [
      'an account without a card',
      'POST',
      () => '/order',
      async () => ({ ...byAccount(), payment: { type: 'account', account: (await accountWith(shop)).id } }),
      400,
    ],
  ])('%s', async (_, method, path, bodyOf, status) => {
    const [body, headers] = [await bodyOf(), newKey()]
    const first = await call(shop.privateKey, method, path(), body, headers)
    expect([first.status, isReplay(first)]).toEqual([status, false])
    const before = await orders()
    for (let again = 0; again < 2; again++) {
      const replay = await call(shop.privateKey, method, path(), body, headers)
      expect([replay.status, replay.text, isReplay(replay)]).toEqual([status, first.text, true])
      expect(replay.headers.get('content-type')).toBe(first.headers.get('content-type'))
    }
    expect(await orders()).toBe(before)
  })
})

test('a stored response reveals nothing to a reader of the database', async () => {
  const headers = newKey()
  const key = headers['idempotency-key']
  await call(shop.privateKey, 'PUT', `/account/${account.id}/customer`, { email })
  const asks: [string, unknown][] = [
    [`/account/${account.id}/link`, undefined],
    [`/account/${account.id}/key`, undefined],
    ['/card', { pan: visa, expires: [12, 40], csc: '987' }],
  ]
  for (const [index, [path, body]] of asks.entries()) {
    const each = { 'idempotency-key': `${key} ${index}` }
    const response = await call<Record<string, unknown>>(shop.privateKey, 'POST', path, body, each)
    const [row] = await world.runtime.db
      .select()
      .from(idempotentRequest)
      .where(sql`key = ${each['idempotency-key']}`)
    const { key: secret, token, iin, last4, contact } = response.body
    for (const clear of [secret, token, iin, last4, contact].filter((each) => each !== undefined)) {
      expect(JSON.stringify(row)).not.toContain(clear)
    }
    expect(row?.body && open(row.body, `idempotent_request ${row.merchantId} ${row.origin}`)).toBe(
      response.text,
    )
    const replay = await call(shop.privateKey, 'POST', path, body, each)
    expect([isReplay(replay), replay.text]).toEqual([true, response.text])
  }
})

test('a response that was stored before responses were sealed is replayed too', async () => {
  const headers = newKey()
  const make = () => call(shop.privateKey, 'POST', '/account', { method: [] }, headers)
  const first = await make()
  await world.runtime.db
    .update(idempotentRequest)
    .set({ body: first.text })
    .where(sql`key = ${headers['idempotency-key']}`)
  expect((await make()).text).toBe(first.text)
})

test('the same key for another request is a conflict, and nothing is done', async () => {
  const headers = newKey()
  const order = byAccount()
  await call(shop.privateKey, 'POST', '/order', order, headers)
  const before = await orders()
  const others: [string, string, unknown][] = [
    ['POST', '/order', { ...order, items: 8 }],
    ['POST', '/order', `${JSON.stringify(order)} `],
    ['POST', '/account', { method: [] }],
    ['PATCH', '/order', []],
    ['PUT', `/account/${account.id}/customer`, {}],
  ]
  for (const [method, path, body] of others) {
    const { body: error } = await call<ErrorBody>(shop.privateKey, method, path, body, headers)
    expect(error).toMatchObject({ status: 409, type: 'conflict', content: { type: 'Idempotency-Key' } })
  }
  expect(await orders()).toBe(before)
})

test('a request that fails validation or authentication stores nothing', async () => {
  const headers = newKey()
  await call(shop.privateKey, 'POST', '/order', { nope: 1 }, headers)
  await call(shop.privateKey, 'POST', '/order', '{', headers)
  await call(shop.privateKey, 'POST', '/order', 'x', { ...headers, 'content-type': 'text/plain' })
  await call('sk_test_x', 'POST', '/order', byAccount(), headers)
  await call(undefined, 'POST', '/order', byAccount(), headers)
  await call(shop.publicKey, 'PATCH', '/order', [], headers)
  expect(await rows(headers['idempotency-key'])).toBe(0)
  const { status } = await call(shop.privateKey, 'POST', '/order', byAccount(), headers)
  expect(status).toBe(201)
})

test.each<[string, string, string, object, object]>([
  ['an amount that is too fine', 'POST', '/order', { items: 1.001 }, { items: 1 }],
  ['lines that cost nothing', 'POST', '/order', { items: [{ price: 0 }] }, { items: [{ price: 1 }] }],
  ['too many units', 'POST', '/order', { items: [{ price: 1, quantity: 10_001 }] }, { items: 1 }],
  ['too large an amount', 'POST', '/order', { items: [{ price: 9e11, quantity: 9999 }] }, { items: 1 }],
  [
    'an account that does not exist',
    'POST',
    '/order',
    { payment: { type: 'account', account: 'A'.repeat(16) } },
    {},
  ],
  ['an end before the start', 'POST', '/subscription', { end: '2020-01-01' }, {}],
])('%s stores nothing, so the corrected body can use the same key', async (_, method, to, wrong, right) => {
  const headers = newKey()
  const order = { ...byAccount(), items: 7 }
  const subscription = { items: 7, currency: 'SEK', schedule: 'yearly' }
  const [path, body] = to === '/order' ? [to, order] : [`/account/${account.id}${to}`, subscription]
  const before = await orders()
  const refused = await call<ErrorBody>(shop.privateKey, method, path, { ...body, ...wrong }, headers)
  expect([refused.status, refused.body.type]).toEqual([400, 'invalid content'])
  expect(await rows(headers['idempotency-key'])).toBe(0)
  const accepted = await call(shop.privateKey, method, path, { ...body, ...right }, headers)
  expect([accepted.status, isReplay(accepted)]).toEqual([201, false])
  expect(await orders()).toBe(before + (to === '/order' ? 1 : 0))
})

test('a decline is stored: the card is not tried again', async () => {
  const headers = newKey()
  const payment = { type: 'card', card: await tokenFor(shop, '4000000000009995') }
  const order = { items: 10, currency: 'SEK', payment }
  const first = await call<ErrorBody>(shop.publicKey, 'POST', '/order', order, headers)
  expect(first.body.content.details).toEqual({ code: 'insufficient funds' })
  const again = await call(shop.publicKey, 'POST', '/order', order, headers)
  expect([again.status, again.text, isReplay(again)]).toEqual([400, first.text, true])
})

describe('a required verification is not stored', () => {
  const requests: [string, () => string, (card: string) => unknown][] = [
    ['an order', () => '/order', (card) => ({ items: 10, currency: 'SEK', payment: { type: 'card', card } })],
    ['a card', () => `/account/${account.id}/method`, (card) => ({ type: 'token', card })],
    ['an account', () => '/account', (card) => ({ method: [{ type: 'token', card }] })],
  ]

  test.each(requests)('%s succeeds afterwards with the same key, once', async (_, path, bodyOf) => {
    const headers = newKey()
    const body = bodyOf(await tokenFor(shop, '4000002760003184'))
    const ask = () => call<ErrorBody>(shop.publicKey, 'POST', path(), body, headers)
    const first = await ask()
    expect(first.body.content.description).toBe('verification required')
    expect((await ask()).text).toBe(first.text)
    const { pareq } = challengeOf(first.body)
    await decideVerification(world.runtime.db, pareq, 'approved')
    const done = await ask()
    expect([done.status, isReplay(done)]).toEqual([201, false])
    const replay = await ask()
    expect([replay.status, replay.text, isReplay(replay)]).toEqual([201, done.text, true])
  })

  test('an account with a card that was stored before the verification succeeds too', async () => {
    const headers = newKey()
    const tokens = [await tokenFor(shop), await tokenFor(shop, '4000002760003184')]
    const body = { method: tokens.map((card) => ({ type: 'token', card })) }
    const first = await call<ErrorBody>(shop.publicKey, 'POST', '/account', body, headers)
    const { pareq } = challengeOf(first.body)
    await decideVerification(world.runtime.db, pareq, 'approved')
    const done = await call<Account>(shop.publicKey, 'POST', '/account', body, headers)
    expect(done.body.method?.map(({ last4 }) => last4)).toEqual(['1111', '3184'])
  })
})

describe('a card service that does not respond in time is called again with the same key', () => {
  const fault = (kind: 'authorise' | 'capture' | 'store') =>
    world.runtime.db
      .insert(acquirerFault)
      .values({ merchantId: shop.merchant, kind, fault: 'timeout', remaining: 1 })
      .onConflictDoUpdate({ target: [acquirerFault.merchantId, acquirerFault.kind], set: { remaining: 1 } })

  test.each<['authorise' | 'capture' | 'store', () => Promise<[string, unknown]>]>([
    ['authorise', async () => ['/order', byAccount()]],
    ['capture', async () => [`/order/${(await orderOf(shop, 10)).id}/event`, { type: 'charge', items: 4 }]],
    ['store', async () => ['/account', { method: [{ type: 'token', card: await tokenFor(shop) }] }]],
  ])('%s', async (kind, request) => {
    const [path, body] = await request()
    const headers = newKey()
    const before = await orders()
    await fault(kind)
    const first = await call<ErrorBody>(shop.privateKey, 'POST', path, body, headers)
    expect([first.status, first.body.type]).toEqual([504, 'backend timeout'])
    const again = await call(shop.privateKey, 'POST', path, body, headers)
    expect([again.status, isReplay(again)]).toEqual([201, false])
    expect(await orders()).toBe(before + (kind === 'authorise' ? 1 : 0))
    expect(await differences(world.runtime, shop.merchant)).toEqual([])
  })
})

test('keys of public, private and account keys are independent', async () => {
  const headers = newKey()
  const ownerOf = async (id: string) =>
    (await call<{ key: string }>(shop.privateKey, 'POST', `/account/${id}/key`)).body.key
  const callers = [
    shop.publicKey,
    shop.privateKey,
    await ownerOf(account.id),
    await ownerOf((await accountWith(shop, visa)).id),
    (await world.newMerchant()).privateKey,
  ]
  const card = { pan: visa, expires: [12, 40], csc: '987' }
  for (const key of callers) expect(isReplay(await call(key, 'POST', '/card', card, headers))).toBe(false)
  expect(await rows(headers['idempotency-key'])).toBe(5)
  // The same account with another key is the same caller.
  const again = await call(await ownerOf(account.id), 'POST', '/card', card, headers)
  expect(isReplay(again)).toBe(true)
})

test.each([
  [0, 400],
  [1, 201],
  [255, 201],
  [256, 400],
])('a key of %i characters gets the status %i', async (length, status) => {
  const headers = { 'idempotency-key': 'k'.repeat(length) }
  const response = await call<ErrorBody>(shop.privateKey, 'POST', '/account', { method: [] }, headers)
  expect(response.status).toBe(status)
  if (status === 400) expect(response.body.type).toBe('malformed content')
})

test('a request with a trailing slash in its path repeats the one without', async () => {
  const headers = newKey()
  const first = await call<Account>(shop.privateKey, 'POST', '/account', { method: [] }, headers)
  const again = await call<Account>(shop.privateKey, 'POST', '/account/', { method: [] }, headers)
  expect([again.status, again.body.id, isReplay(again)]).toEqual([201, first.body.id, true])
})

import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { apiKey, merchant } from '@/db/schema'
import { accountWith, call, type ErrorBody, orderOf, post, tokenFor, visa } from '@/test/call'
import { giveAddress, monthly, newMethod, newShop, planFor, type Shop } from '@/test/keys-shop'
import { testWorld } from '@/test/world'
import { days, later } from '../core/clock'
import { issueKey, type KeyKind } from '../key/issue-key'
import type { Account } from '../model/account'
import { endpoints } from '../web/routes'

const world = testWorld()

const one = '/account/{accountId}/subscription/{subscriptionId}'

interface Row {
  name: string
  keys: KeyKind[]
  body?: (shop: Shop) => unknown
  /** The status for an account key, if its success differs from a private key's. */
  toAccount?: number
  /** Creates what each call is about, because a call ends the use of it, or needs another kind of it. */
  onNew?: (shop: Shop) => Promise<{ accountId: string } | { orderId: string }>
}

const newAccount = async (shop: Shop) => ({ accountId: (await accountWith(shop)).id })

/** An order without account of which nothing is reserved. */
async function finishedOrder(shop: Shop) {
  const { id } = await orderOf(shop, 10)
  await post(shop, id, { type: 'cancel' })
  return { orderId: id }
}

/** Who may call each endpoint, and a valid body for it. */
const table: Row[] = [
  { name: 'POST /account', keys: ['public', 'private'], body: () => ({ method: [] }) },
  { name: 'GET /account', keys: ['private'] },
  { name: 'GET /account/{accountId}', keys: ['private', 'account'] },
  { name: 'PUT /account/{accountId}/language', keys: ['private'], body: () => ({ language: 'sv' }) },
  { name: 'PUT /account/{accountId}/customer', keys: ['private', 'account'], body: () => ({ name: 'Jane' }) },
  { name: 'POST /account/{accountId}/method', keys: ['public', 'private', 'account'], body: newMethod },
  {
    name: 'PUT /account/{accountId}/method',
    keys: ['private', 'account'],
    body: ({ account }) => account.method.map(({ token }) => ({ token })),
  },
  // No body, but a customer to send it to.
  { name: 'POST /account/{accountId}/link', keys: ['private', 'account'], body: giveAddress, toAccount: 204 },
  { name: 'POST /account/{accountId}/key', keys: ['private'] },
  { name: 'POST /account/{accountId}/erasure', keys: ['private'], onNew: newAccount },
  ...['account/{accountId}', 'order/{orderId}', 'account/{accountId}/subscription/{subscriptionId}'].map(
    (path): Row => ({ name: `PUT /${path}/metadata`, keys: ['private'], body: () => ({ cart: 'c_1' }) }),
  ),
  { name: 'GET /account/{accountId}/order', keys: ['private', 'account'] },
  { name: 'POST /account/{accountId}/subscription', keys: ['private'], body: () => monthly },
  { name: 'GET /account/{accountId}/subscription', keys: ['private', 'account'] },
  { name: `PUT ${one}`, keys: ['private'], body: () => monthly },
  { name: `PATCH ${one}`, keys: ['private'], body: () => ({ items: 11 }) },
  { name: `GET ${one}/preview`, keys: ['private', 'account'] },
  { name: `PUT ${one}/plan`, keys: ['private'], body: planFor },
  { name: `DELETE ${one}/plan`, keys: ['private'] },
  { name: `DELETE ${one}`, keys: ['private', 'account'] },
  {
    name: 'POST /order',
    keys: ['public', 'private'],
    body: ({ account }) => ({
      items: 10,
      currency: 'SEK',
      payment: { type: 'account', account: account.id },
    }),
  },
  { name: 'GET /order', keys: ['private'] },
  { name: 'GET /clock', keys: ['private'] },
  { name: 'POST /clock', keys: ['private'], body: () => ({ advance: { days: 1 } }) },
  {
    name: 'PATCH /order',
    keys: ['private'],
    body: ({ orderId }) => [{ id: orderId, event: [{ type: 'charge', items: 1 }] }],
  },
  { name: 'GET /order/{orderId}', keys: ['private'] },
  { name: 'POST /order/{orderId}/erasure', keys: ['private'], onNew: finishedOrder },
  { name: 'GET /order/{orderId}/document', keys: ['private', 'account'] },
  { name: 'GET /document', keys: ['private', 'account'] },
  { name: 'GET /document/{documentId}', keys: ['private', 'account'] },
  { name: 'POST /order/{orderId}/event', keys: ['private'], body: () => ({ type: 'charge', items: 1 }) },
  {
    name: 'POST /card',
    keys: ['public', 'private', 'account'],
    body: () => ({ pan: visa, expires: [12, 40], csc: '987' }),
  },
]

async function send<T>(row: Row, key: string | undefined, shop: Shop, ids: Record<string, string> = {}) {
  const body = await row.body?.(shop)
  const [method = '', template = ''] = row.name.split(' ')
  const known: Record<string, string> = {
    accountId: shop.account.id,
    orderId: shop.orderId,
    documentId: shop.documentId,
    subscriptionId: shop.subscriptionId,
    ...(await row.onNew?.(shop)),
    ...ids,
  }
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => known[name] ?? '')
  return call<T>(key, method, path, body)
}

let shop: Shop
let other: Shop
const dead = { expired: '', revoked: '' }

beforeAll(async () => {
  shop = await newShop(world)
  other = await newShop(world)
  const { db, clock } = world.runtime
  const now = clock.now()
  const issue = { kind: 'private', name: 'Old' } as const
  dead.expired = (await issueKey(shop.context, { ...issue, expires: now })).key
  const revoked = await issueKey(shop.context, { ...issue, expires: later(now, days(1)) })
  await db.update(apiKey).set({ revoked: now }).where(eq(apiKey.id, revoked.id))
  dead.revoked = revoked.key
})

test('every endpoint that needs a key has a row here', () => {
  const wanting = endpoints.filter(({ definition }) => definition.keys.length > 0)
  expect(table.map(({ name }) => name).sort(), 'Add the endpoint to `table` in this file').toEqual(
    wanting.map(({ definition }) => `${definition.method} ${definition.path}`).sort(),
  )
})

describe.each(table)('$name', (row) => {
  test.each([
    ['no key', () => undefined],
    ['an unknown key', () => `sk_test_${'x'.repeat(43)}`],
    ['a malformed key', () => 'é,;"'],
    ['a truncated key', () => shop.privateKey.slice(0, -1)],
    ['an expired key', () => dead.expired],
    ['a revoked key', () => dead.revoked],
  ])('%s is not authorized', async (_, key) => {
    const { status, body, headers } = await send<ErrorBody>(row, key(), shop)
    expect([status, body.status, body.type]).toEqual([401, 401, 'not authorized'])
    expect(headers.get('www-authenticate')).toBe('Bearer')
  })

  test.each(['public', 'private', 'account'] as const)(
    'a %s key is allowed or refused as documented',
    async (kind) => {
      const key = { public: shop.publicKey, private: shop.privateKey, account: shop.accountKey }[kind]
      const response = await send<ErrorBody>(row, key, shop, kind === 'account' ? { accountId: 'me' } : {})
      if (row.keys.includes(kind)) {
        if (kind === 'account' && row.toAccount) return expect(response.status).toBe(row.toAccount)
        return expect(statusesOf(row.name), response.text).toContain(response.status)
      }
      expect([response.status, response.body.status, response.body.type]).toEqual([403, 403, 'forbidden'])
    },
  )
})

/** The success statuses of an endpoint. */
const statusesOf = (name: string) =>
  endpoints
    .filter(({ definition: { method, path } }) => `${method} ${path}` === name)
    .flatMap(({ definition }) => Object.keys(definition.responses).map(Number))

const onAccount = table.filter(({ name }) => name.includes('{accountId}'))
const withId = table.filter(({ name }) => name.includes('{'))

describe('`me`', () => {
  test.each(onAccount)('$name: an account key may not use account ids, not even its own', async (row) => {
    for (const accountId of [shop.account.id, other.account.id, 'nobody']) {
      const { status, body } = await send<ErrorBody>(row, shop.accountKey, shop, { accountId })
      expect([status, body.type]).toEqual([403, 'forbidden'])
    }
  })

  test.each(onAccount)('$name: `me` does not exist for a private key', async (row) => {
    const { status, body } = await send<ErrorBody>(row, shop.privateKey, shop, { accountId: 'me' })
    expect([status, body.type]).toEqual([404, 'not found'])
    expect(body.content.description).toBe("`me` is only for account keys. Use the account's id.")
  })

  test('an account key acts on its own account', async () => {
    const { body } = await call<Account>(shop.accountKey, 'GET', '/account/me')
    expect(body.id).toBe(shop.account.id)
  })
})

describe('another merchant', () => {
  test.each(withId)('$name returns the same bytes for its ids as for unknown ids', async (row) => {
    const keys = row.keys.includes('public') ? [shop.publicKey, shop.privateKey] : [shop.privateKey]
    for (const key of keys) {
      const foreign = await send(row, key, shop, {
        accountId: other.account.id,
        orderId: other.orderId,
        documentId: other.documentId,
      })
      const unknown = await send(row, key, shop, {
        accountId: 'abcdefghijklmnop',
        orderId: 'abcdefghijklmnop',
        documentId: 'abcdefghijklmnop',
      })
      const swapped = await send(row, key, shop, {
        accountId: shop.orderId,
        orderId: shop.account.id,
        documentId: shop.orderId,
      })
      expect([foreign.status, unknown.status, swapped.status]).toEqual([404, 404, 404])
      expect(foreign.text).toBe(unknown.text)
      expect(swapped.text).toBe(unknown.text)
    }
  })

  test('its orders in a PATCH do not exist', async () => {
    const of = (id: string) => call(shop.privateKey, 'PATCH', '/order', [{ id, event: [{ type: 'charge' }] }])
    const foreign = await of(other.orderId)
    const unknown = await of('abcdefghijklmnop')
    expect(foreign.status).toBe(207)
    expect(foreign.text.replace(other.orderId, 'abcdefghijklmnop')).toBe(unknown.text)
  })

  test('its account in a body is treated like an unknown id', async () => {
    const of = (account: string) =>
      call<ErrorBody>(shop.publicKey, 'POST', '/order', {
        items: 10,
        currency: 'SEK',
        payment: { type: 'account', account },
      })
    const foreign = await of(other.account.id)
    expect([foreign.status, foreign.body.type, foreign.body.content.property]).toEqual([
      400,
      'invalid content',
      'payment.account',
    ])
    expect(foreign.text).toBe((await of('abcdefghijklmnop')).text)
  })

  test('its lists leave out what belongs to the other merchant', async () => {
    const orders = await call<unknown[]>(shop.privateKey, 'GET', `/order?account=${other.account.id}`)
    const accounts = await call<unknown[]>(shop.privateKey, 'GET', `/account?search=${other.account.id}`)
    const documents = await call<unknown[]>(shop.privateKey, 'GET', `/document?order=${other.orderId}`)
    expect([orders.body, accounts.body, documents.body]).toEqual([[], [], []])
  })

  test.each([
    [
      'POST /order',
      'payment.card',
      (card: string) => ({ items: 1, currency: 'SEK', payment: { type: 'card', card } }),
    ],
    ['POST /account', 'method[0].card', (card: string) => ({ method: [{ type: 'token', card }] })],
    ['POST /account/{accountId}/method', 'card', (card: string) => ({ type: 'token', card })],
  ])('its card token is invalid for %s', async (name, property, bodyOf) => {
    const body = bodyOf(await tokenFor(other))
    const response = await send<ErrorBody>({ name, keys: [], body: () => body }, shop.privateKey, shop)
    expect(response.body).toMatchObject({
      status: 400,
      type: 'invalid content',
      content: { type: 'model.Card', property },
    })
  })

  test('its method is not on the account', async () => {
    const path = `/account/${shop.account.id}/method`
    const selection = other.account.method.map(({ token }) => ({ token }))
    const { body } = await call<ErrorBody>(shop.privateKey, 'PUT', path, selection)
    expect(body).toMatchObject({ type: 'invalid content', content: { property: '[0].token' } })
  })
})

test('a merchant can forbid public keys to pay by account, but not the private key', async () => {
  const own = await newShop(world)
  const allow = (publicKeyPaysByAccount: boolean) =>
    world.runtime.db.update(merchant).set({ publicKeyPaysByAccount }).where(eq(merchant.id, own.merchant))
  const pay = (key: string, payment: unknown = { type: 'account', account: own.account.id }) =>
    call<ErrorBody>(key, 'POST', '/order', { items: 10, currency: 'SEK', payment })
  await allow(false)
  expect((await pay(own.publicKey)).body).toMatchObject({ status: 403, type: 'forbidden' })
  expect((await pay(own.privateKey)).status).toBe(201)
  expect((await pay(own.publicKey, { type: 'card', card: await tokenFor(own) })).status).toBe(201)
  await allow(true)
  expect((await pay(own.publicKey)).status).toBe(201)
})

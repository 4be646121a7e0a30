import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { account, acquirerToken, method } from '@/db/schema'
import { accountWith, call, type ErrorBody, tokenFor, visa } from '@/test/call'
import { readDuring } from '@/test/race'
import { type TestMerchant, testWorld } from '@/test/world'
import { days, minutes } from '../core/clock'
import type { Account, Customer, Method } from '../model/account'

const world = testWorld()

let shop: TestMerchant
const mastercard = '5555555555554444'
const amex = '378282246310005'

beforeAll(async () => {
  shop = await world.newMerchant()
})

const create = <T = Account>(body: unknown, headers?: Record<string, string>, key = shop.privateKey) =>
  call<T>(key, 'POST', '/account', body, headers)
const read = async (id: string) => (await call<Account>(shop.privateKey, 'GET', `/account/${id}`)).body
const add = (id: string, card: string, key = shop.privateKey) =>
  call<Method & ErrorBody>(key, 'POST', `/account/${id}/method`, { type: 'token', card })
const select = (id: string, tokens: string[], key = shop.privateKey) =>
  call<Method[] & ErrorBody>(
    key,
    'PUT',
    `/account/${id}/method`,
    tokens.map((token) => ({ token })),
  )
const cardKey = async (id: string) =>
  (await call<{ key: string; expires: string }>(shop.privateKey, 'POST', `/account/${id}/key`)).body
const token = async (card: string) => ({ type: 'token', card: await tokenFor(shop, card) })
const accounts = async () =>
  (await call<Account[]>(shop.privateKey, 'GET', '/account?limit=1000')).body.length

const customer: Customer = {
  type: 'organisation',
  identityNumber: '556000-0000',
  id: 'c-1',
  name: 'Åsas Café & Söner AB "💳"',
  address: { street: 'Storgatan 1', zipCode: '111 22', city: 'Malmö', countryCode: 'SE' },
  email: 'Asa.Oberg+shop@Example.com',
  phone: '+46 40 1',
}

describe('POST /account', () => {
  test('returns the documented account and keeps it', async () => {
    const method = [await token(visa), await token(mastercard)]
    const { status, body } = await create({ number: '10042', customer, method }, {}, shop.publicKey)
    expect(status).toBe(201)
    expect(body).toMatchObject({ number: '10042', customer, status: 'created', subscription: [] })
    expect(body.id).toMatch(/^[A-Za-z]{16}$/)
    expect(body.method).toMatchObject([
      { type: 'card', scheme: 'visa', iin: '411111', last4: '1111' },
      { type: 'card', scheme: 'mastercard', iin: '555555', last4: '4444' },
    ])
    expect(await read(body.id)).toEqual({ ...body, status: 'active' })
  })

  test('leaves out properties that were not given', async () => {
    const { body } = await create({ method: [] })
    expect(body).toEqual({ id: body.id, method: [], status: 'created', subscription: [] })
    expect((await read(body.id)).status).toBe('created')
  })

  test('accepts the same card twice as one method', async () => {
    const { body } = await create({ method: [await token(visa), await token(mastercard), await token(visa)] })
    expect(body.method.map(({ last4 }) => last4)).toEqual(['1111', '4444'])
    expect((await read(body.id)).method).toEqual(body.method)
  })

  test.each([
    ['4000000000000002', 'card declined'],
    ['4000000000009995', 'insufficient funds'],
    ['4100000000000019', 'suspected fraud'],
  ])('creates no account with a card that is refused (%s)', async (pan, code) => {
    const before = await accounts()
    const { body } = await create<ErrorBody>({ customer, method: [await token(pan)] })
    expect(body).toMatchObject({
      type: 'invalid content',
      content: { type: 'Card', property: 'method[0].card', details: { code } },
    })
    expect(await accounts()).toBe(before)
  })

  test.each([undefined, 'a key'])(
    'uses up no token if one is invalid or given twice (Idempotency-Key: %s)',
    async (key) => {
      const good = [await token(visa), await token(mastercard)]
      const [used, expired] = [await token(visa), await token(visa)]
      await create({ method: [used] })
      await world.runtime.db
        .update(acquirerToken)
        .set({ validUntil: sql`now()` })
        .where(eq(acquirerToken.id, JSON.parse(atob(expired.card.split('.')[1] ?? '')).id))
      const headers = key === undefined ? {} : { 'idempotency-key': key }
      const before = await accounts()
      for (const bad of [used, expired, { type: 'token', card: 'x' }, good[0] ?? used]) {
        const each = key === undefined ? headers : { 'idempotency-key': `${key} ${bad.card}`.slice(0, 255) }
        const { body } = await create<ErrorBody>({ method: [...good, bad] }, each)
        expect(body).toMatchObject({ content: { type: 'model.Card', property: 'method[2].card' } })
      }
      expect(await accounts()).toBe(before)
      expect((await create({ method: good })).status).toBe(201)
    },
  )
})

describe('PUT /account/{id}/customer', () => {
  test('replaces the whole customer and returns it', async () => {
    const { body } = await create({ customer, method: [] })
    const path = `/account/${body.id}/customer`
    for (const next of [{ name: 'Jane' }, customer, {}, { address: {} }] satisfies Customer[]) {
      const echo = await call<Customer>(shop.privateKey, 'PUT', path, next)
      expect([echo.status, echo.body]).toEqual([200, next])
      expect((await read(body.id)).customer).toEqual(next)
    }
  })

  test('with an account key', async () => {
    const { id } = await accountWith(shop)
    const { key } = await cardKey(id)
    expect((await call(key, 'PUT', '/account/me/customer', customer)).body).toEqual(customer)
    expect((await call<Account>(key, 'GET', '/account/me')).body.customer).toEqual(customer)
  })
})

describe('POST /account/{id}/method', () => {
  test('returns the method with any kind of key, and makes the account active', async () => {
    const { id } = await accountWith(shop)
    const own = await cardKey(id)
    const additions: [string, string, string][] = [
      [id, visa, shop.publicKey],
      [id, mastercard, shop.privateKey],
      ['me', amex, own.key],
    ]
    for (const [account, pan, key] of additions) {
      const { status, body } = await add(account, await tokenFor(shop, pan), key)
      expect(status).toBe(201)
      expect(body).toMatchObject({ type: 'card', iin: pan.slice(0, 6), last4: pan.slice(-4) })
      expect((await read(id)).method.at(-1)).toEqual(body)
    }
    expect(await read(id)).toMatchObject({ status: 'active', method: [{ last4: '1111' }, {}, {}] })
  })

  test('renews a card that is already on the account: it stays one method, with its token and place', async () => {
    const { id, method } = await accountWith(shop, visa, mastercard)
    const renewed = await call<{ token: string }>(shop.publicKey, 'POST', '/card', {
      pan: visa,
      expires: [1, 40],
      csc: '987',
    })
    const { body } = await add(id, renewed.body.token)
    expect(body).toEqual({ ...method[0], expires: [1, 40] })
    expect((await read(id)).method).toEqual([body, method[1]])
  })

  test('creates one method for the same card 10 times at once', async () => {
    const { id } = await accountWith(shop)
    const tokens = await Promise.all(Array.from({ length: 10 }, () => tokenFor(shop)))
    const responses = await Promise.all(tokens.map((card) => add(id, card)))
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(201))
    expect((await read(id)).method).toHaveLength(1)
  })

  test('changes nothing with a card that is refused', async () => {
    const { id } = await accountWith(shop)
    const { body } = await add(id, await tokenFor(shop, '4000000000000069'))
    expect(body.content).toMatchObject({ property: 'card', details: { code: 'card expired' } })
    expect(await read(id)).toMatchObject({ status: 'created', method: [] })
  })
})

describe('PUT /account/{id}/method', () => {
  test('reorders, removes, and makes the first the default', async () => {
    const { id, method } = await accountWith(shop, visa, mastercard, amex)
    const [a = '', b = '', c = ''] = method.map((each) => each.token)
    const { status, body } = await select(id, [c, a])
    expect(status).toBe(200)
    expect(body).toEqual([method[2], method[0]])
    expect((await read(id)).method).toEqual(body)
    const payment = { type: 'account', account: id }
    const paid = await call(shop.publicKey, 'POST', '/order', { items: 1, currency: 'SEK', payment })
    expect(paid.body).toMatchObject({ payment: { last4: '0005', scheme: 'amex', card: c } })
    expect((await select(id, [b])).body.content).toMatchObject({ property: '[0].token' })
    await add(id, await tokenFor(shop, mastercard))
    expect((await read(id)).method.map(({ last4 }) => last4)).toEqual(['0005', '1111', '4444'])
  })

  test('without methods, leaves the account without a card and with the status created', async () => {
    const { id } = await accountWith(shop, visa)
    expect((await select('me', [], (await cardKey(id)).key)).body).toEqual([])
    expect(await read(id)).toMatchObject({ status: 'created', method: [] })
    const payment = { type: 'account', account: id }
    const order = { items: 1, currency: 'SEK', payment }
    const { body } = await call<ErrorBody>(shop.publicKey, 'POST', '/order', order)
    expect(body).toMatchObject({ type: 'invalid content', content: { property: 'payment.account' } })
  })

  test('rejects a duplicate method, one of another account, and a one-time token, and changes nothing', async () => {
    const { id, method } = await accountWith(shop, visa, mastercard)
    const [first = ''] = method.map((each) => each.token)
    const other = (await accountWith(shop, visa)).method[0]?.token ?? ''
    for (const bad of [first, other, await tokenFor(shop), 'x']) {
      const { body } = await select(id, [first, bad])
      expect(body).toMatchObject({ type: 'invalid content', content: { property: '[1].token' } })
    }
    expect((await read(id)).method).toEqual(method)
  })
})

test('accents are returned as they were sent, and found however they are written', async () => {
  const names = ['Zoë Núñez'.normalize('NFC'), 'Zoë Núñez'.normalize('NFD')]
  for (const name of names) {
    const number = `${name} Ö`
    const { body } = await create({ number, customer: { name }, method: [] })
    expect(await read(body.id)).toMatchObject({ number, customer: { name } })
  }
  for (const search of names) {
    const path = `/account?search=${encodeURIComponent(search.toUpperCase())}`
    const found = await call<Account[]>(shop.privateKey, 'GET', path)
    expect(found.body.map((each) => each.customer?.name).sort()).toEqual(names.toSorted())
  }
})

test('an account key is valid for 3 days', async () => {
  const { id } = await accountWith(shop)
  const { key, expires } = await cardKey(id)
  expect(key).toMatch(/^ak_test_[0-9A-Za-z]{43}$/)
  expect(Math.round((Date.parse(expires) - world.clock.now().getTime()) / 60_000)).toBe(3 * 24 * 60)
  world.clock.advance(days(3) - minutes(1))
  expect((await call(key, 'GET', '/account/me')).status).toBe(200)
  world.clock.advance(minutes(1))
  expect((await call(key, 'GET', '/account/me')).status).toBe(401)
})

test('an account is read with its cards at one moment, so that its status matches them', async () => {
  const { db } = world.runtime
  const other = await accountWith(shop, visa)
  const { id } = await accountWith(shop)
  const [card] = await db.select().from(method).where(eq(method.accountId, other.id))
  if (!card) throw new Error('The card was not stored')
  const { expiresOn: _, ...copy } = card
  const shown = await readDuring(db, {
    table: method,
    read: () => read(id),
    change: async (tx) => {
      await tx.insert(method).values({ ...copy, accountId: id, id: 'copied', token: 'copied' })
      await tx.update(account).set({ status: 'active' }).where(eq(account.id, id))
    },
  })
  expect(shown).toMatchObject({ status: 'active', method: [{ last4: '1111' }] })
})

// @module-tag slow

import { beforeAll, describe, expect, test } from 'vitest'
import { acquirerFault } from '@/db/schema'
import { accountWith, call, type ErrorBody, getOrder, newKey, tokenFor } from '@/test/call'
import { differences } from '@/test/differences'
import { type TestMerchant, testWorld } from '@/test/world'
import { minutes } from '../core/clock'
import type { Account } from '../model/account'
import type { Order } from '../model/order/schemas'
import { decideVerification, enterVerification, findVerification } from './test/verification'

const world = testWorld({ cardServiceTimeoutMs: 2500 })

let shop: TestMerchant

beforeAll(async () => {
  shop = await world.newMerchant()
})

const verified = '4000002760003184'

/** The three requests that use a card token. */
const requests: [string, string, (card: string) => unknown, string][] = [
  [
    'an order',
    '/order',
    (card) => ({ items: 10, currency: 'SEK', payment: { type: 'card', card } }),
    'payment.card',
  ],
  ['an account', '/account', (card) => ({ method: [{ type: 'token', card }] }), 'method[0].card'],
  ['a method', '/account/{account}/method', (card) => ({ type: 'token', card }), 'card'],
]

const pareqOf = ({ content }: ErrorBody) => (content.details as { data: { pareq: string } }).data.pareq
const respond = (pareq: string, outcome: 'approved' | 'rejected') =>
  decideVerification(world.runtime.db, pareq, outcome)

describe.each(requests)('3-D Secure: %s', (_, template, bodyOf, property) => {
  const begin = async (pan: string) => {
    const account = await accountWith(shop)
    const path = template.replace('{account}', account.id)
    const body = bodyOf(await tokenFor(shop, pan))
    const ask = <T = ErrorBody>() => call<T>(shop.publicKey, 'POST', path, body)
    const first = await ask()
    return { account, ask, first: first.body, pareq: pareqOf(first.body) }
  }

  test('returns where the cardholder is verified', async () => {
    const { first, pareq } = await begin(verified)
    expect(first).toEqual({
      status: 400,
      type: 'malformed content',
      content: {
        property: 'payment.card',
        type: 'Card.Token',
        description: 'verification required',
        details: { visible: true, method: 'POST', url: 'http://kassa.test/bank', data: { pareq } },
      },
    })
  })

  test('succeeds once approved, with the same token, once', async () => {
    const { ask, pareq } = await begin(verified)
    await respond(pareq.toUpperCase(), 'approved')
    expect((await ask()).status).toBe(201)
    expect((await ask()).body.content.type).toBe('model.Card')
  })

  test('is declined once rejected, and the first response stands', async () => {
    const { ask, pareq } = await begin(verified)
    await respond(pareq, 'rejected')
    await respond(pareq, 'approved')
    expect((await ask()).body).toMatchObject({
      type: 'invalid content',
      content: { type: 'Card', property, details: { code: '3ds authentication failure' } },
    })
    expect((await ask()).body.content.type).toBe('model.Card')
  })

  test('asks for the same verification until the cardholder responds or the token expires', async () => {
    const { account, ask, first } = await begin(verified)
    for (let again = 0; again < 3; again++) expect((await ask()).body).toEqual(first)
    world.clock.advance(minutes(61))
    expect((await ask()).body.content.type).toBe('model.Card')
    const now = await call<Account>(shop.privateKey, 'GET', `/account/${account.id}`)
    expect(now.body).toMatchObject({ status: 'created', method: [] })
  })

  test.each([
    ['4000008260003178', 'insufficient funds'],
    ['4000008400001629', 'card declined'],
  ])('%s: approved, then %s', async (pan, code) => {
    const { ask, pareq } = await begin(pan)
    await respond(pareq, 'approved')
    expect((await ask()).body).toMatchObject({ type: 'invalid content', content: { details: { code } } })
  })
})

describe('an approval', () => {
  const begin = async () => {
    const card = await tokenFor(shop, verified)
    const account = await accountWith(shop)
    const requests = {
      pay: (items: number, currency = 'SEK', headers: Record<string, string> = {}) =>
        call<Order & ErrorBody>(
          shop.publicKey,
          'POST',
          '/order',
          { items, currency, payment: { type: 'card', card } },
          headers,
        ),
      store: () =>
        call<ErrorBody>(shop.privateKey, 'POST', `/account/${account.id}/method`, { type: 'token', card }),
    }
    const pareqFor = async (response: Promise<{ body: ErrorBody }>) => {
      const { body } = await response
      expect(body.content.description).toBe('verification required')
      return pareqOf(body)
    }
    return { ...requests, pareqFor }
  }

  test.each([
    ['a larger amount', 99_999.5, 'SEK'],
    ['a smaller amount', 0.99, 'SEK'],
    ['the same amount in another currency', 1, 'EUR'],
    ['the same number of minor units in another currency', 100, 'JPY'],
  ])('does not pay %s', async (_, items, currency) => {
    const { pay, pareqFor } = await begin()
    const small = await pareqFor(pay(1))
    await respond(small, 'approved')
    const other = await pareqFor(pay(items, currency))
    expect(other).not.toBe(small)
    // The token is not used up: the approved amount can still be paid.
    expect((await pay(1)).status).toBe(201)
    await respond(other, 'approved')
    expect((await pay(items, currency)).body.content.type).toBe('model.Card')
    expect(await differences(world.runtime, shop.merchant)).toEqual([])
  })

  test('for storing does not pay, and one for paying does not store', async () => {
    const paying = await begin()
    await respond(await paying.pareqFor(paying.store()), 'approved')
    await paying.pareqFor(paying.pay(1))
    expect((await paying.store()).status).toBe(201)
    const storing = await begin()
    await respond(await storing.pareqFor(storing.pay(1)), 'approved')
    await storing.pareqFor(storing.store())
    expect((await storing.pay(1)).status).toBe(201)
  })

  test('is for one of several verifications of a token, in any order', async () => {
    const { pay, pareqFor } = await begin()
    const one = await pareqFor(pay(1))
    const two = await pareqFor(pay(2))
    const three = await pareqFor(pay(3))
    expect(new Set([one, two, three]).size).toBe(3)
    await respond(two, 'rejected')
    await respond(three, 'approved')
    expect(await pareqFor(pay(1))).toBe(one)
    expect((await pay(3)).status).toBe(201)
    expect((await pay(3)).body.content.type).toBe('model.Card')
  })

  test('pays once, however often it is used at the same moment', async () => {
    const { pay, pareqFor } = await begin()
    await respond(await pareqFor(pay(1)), 'approved')
    const responses = await Promise.all(Array.from({ length: 10 }, () => pay(1)))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    const others = responses.filter(({ status }) => status !== 201)
    expect(others.every(({ body }) => body.content.type === 'model.Card')).toBe(true)
    expect(await differences(world.runtime, shop.merchant)).toEqual([])
  })

  test('is valid for a repetition with the same Idempotency-Key, which then returns the same order', async () => {
    const { pay, pareqFor } = await begin()
    const key = newKey()
    const pareq = await pareqFor(pay(1, 'SEK', key))
    expect(await pareqFor(pay(1, 'SEK', key))).toBe(pareq)
    await respond(pareq, 'approved')
    const paid = await pay(1, 'SEK', key)
    expect(paid.status).toBe(201)
    expect((await pay(1, 'SEK', key)).body.id).toBe(paid.body.id)
  })

  test.each(['timeout', 'fail'] as const)(
    'survives a card service that responds with a %s',
    async (fault) => {
      const { pay, pareqFor } = await begin()
      const key = newKey()
      await respond(await pareqFor(pay(1, 'SEK', key)), 'approved')
      await world.runtime.db
        .insert(acquirerFault)
        .values({ merchantId: shop.merchant, kind: 'authorise', fault, remaining: 1 })
        .onConflictDoUpdate({
          target: [acquirerFault.merchantId, acquirerFault.kind],
          set: { fault, remaining: 1 },
        })
      expect((await pay(1, 'SEK', key)).status).toBeGreaterThanOrEqual(500)
      const retry = fault === 'timeout' ? key : newKey()
      expect((await pay(1, 'SEK', retry)).status).toBe(201)
      expect(await differences(world.runtime, shop.merchant)).toEqual([])
    },
  )

  test.each([
    ['approved', 'rejected'],
    ['rejected', 'approved'],
  ] as const)('%s first, then %s: the first response is final', async (first, second) => {
    const { pay, pareqFor } = await begin()
    const pareq = await pareqFor(pay(1))
    for (const outcome of [first, second, second])
      expect(await respond(pareq, outcome)).toMatchObject({ outcome: first })
    expect((await pay(1)).status).toBe(first === 'approved' ? 201 : 400)
    expect(await respond(pareq, second)).toMatchObject({ outcome: first })
    expect((await pay(1)).body.content.type).toBe('model.Card')
  })

  test('is one of many simultaneous responses, which all see the same', async () => {
    const { pay, pareqFor } = await begin()
    const pareq = await pareqFor(pay(1))
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => respond(pareq, index % 2 ? 'approved' : 'rejected')),
    )
    const outcomes = new Set(responses.map((verification) => verification?.outcome))
    expect(outcomes.size).toBe(1)
    expect((await pay(1)).status).toBe(outcomes.has('approved') ? 201 : 400)
  })

  test('shows its purpose, and keeps the return address saved before the response', async () => {
    const { pay, store, pareqFor } = await begin()
    const paying = await pareqFor(pay(99.5, 'EUR'))
    expect(await findVerification(world.runtime.db, paying)).toMatchObject({
      money: { amount: 9950n, currency: 'EUR' },
      scheme: 'visa',
      last4: '3184',
    })
    const storing = await pareqFor(store())
    expect(await findVerification(world.runtime.db, storing)).toMatchObject({ money: undefined })
    await enterVerification(world.runtime.db, paying, { termUrl: 'https://shop.test/paid' })
    await respond(paying, 'approved')
    await enterVerification(world.runtime.db, paying, { termUrl: 'https://evil.test' })
    expect((await findVerification(world.runtime.db, paying))?.termUrl).toBe('https://shop.test/paid')
  })
})

test('a stored card needs no new verification', async () => {
  const account = await accountWith(shop)
  const card = await tokenFor(shop, verified)
  const add = () =>
    call<ErrorBody>(shop.privateKey, 'POST', `/account/${account.id}/method`, { type: 'token', card })
  await respond(pareqOf((await add()).body), 'approved')
  expect((await add()).status).toBe(201)
  const payment = { type: 'account', account: account.id }
  for (let time = 0; time < 2; time++) {
    const order = { items: 10, currency: 'SEK', payment }
    const { status, body } = await call<Order>(shop.publicKey, 'POST', '/order', order)
    expect([status, (await getOrder(shop, body.id)).payment.last4]).toEqual([201, '3184'])
  }
})

test('an unknown verification is not found', async () => {
  for (const pareq of ['', 'x', crypto.randomUUID(), "' or 1=1 --"]) {
    expect(await respond(pareq, 'approved')).toBeUndefined()
  }
})

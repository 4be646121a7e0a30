import { beforeAll, describe, expect, test } from 'vitest'
import { accountWith, call, type ErrorBody, getOrder, tokenFor } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import type { Account } from '../account/schemas'
import { minutes } from '../clock/clock'
import type { Order } from '../order/schemas'
import { answerVerification } from './test/verification'

const world = testWorld()

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
const answer = (pareq: string, outcome: 'approved' | 'rejected') =>
  answerVerification(world.runtime.db, pareq, outcome)

describe.each(requests)('3-D Secure: %s', (_, template, bodyOf, property) => {
  const begin = async (pan: string) => {
    const account = await accountWith(shop)
    const path = template.replace('{account}', account.id)
    const body = bodyOf(await tokenFor(shop, pan))
    const ask = <T = ErrorBody>() => call<T>(shop.publicKey, 'POST', path, body)
    const first = await ask()
    return { account, ask, first: first.body, pareq: pareqOf(first.body) }
  }

  test('answers where the cardholder is verified', async () => {
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

  test('goes through once approved, with the same token, once', async () => {
    const { ask, pareq } = await begin(verified)
    await answer(pareq.toUpperCase(), 'approved')
    expect((await ask()).status).toBe(201)
    expect((await ask()).body.content.type).toBe('model.Card')
  })

  test('is declined once rejected, and the first answer stands', async () => {
    const { ask, pareq } = await begin(verified)
    await answer(pareq, 'rejected')
    await answer(pareq, 'approved')
    expect((await ask()).body).toMatchObject({
      type: 'invalid content',
      content: { type: 'Card', property, details: { code: '3ds authentication failure' } },
    })
    expect((await ask()).body.content.type).toBe('model.Card')
  })

  test('asks for the same verification until it is answered, and no longer than the token lives', async () => {
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
    await answer(pareq, 'approved')
    expect((await ask()).body).toMatchObject({ type: 'invalid content', content: { details: { code } } })
  })
})

test('a stored card needs no new verification', async () => {
  const account = await accountWith(shop)
  const card = await tokenFor(shop, verified)
  const add = () =>
    call<ErrorBody>(shop.privateKey, 'POST', `/account/${account.id}/method`, { type: 'token', card })
  await answer(pareqOf((await add()).body), 'approved')
  expect((await add()).status).toBe(201)
  const payment = { type: 'account', account: account.id }
  for (let time = 0; time < 2; time++) {
    const order = { items: 10, currency: 'SEK', payment }
    const { status, body } = await call<Order>(shop.publicKey, 'POST', '/order', order)
    expect([status, (await getOrder(shop, body.id)).payment.last4]).toEqual([201, '3184'])
  }
})

test('a verification that nobody asked for is none', async () => {
  for (const pareq of ['', 'x', crypto.randomUUID(), "' or 1=1 --"]) {
    expect(await answer(pareq, 'approved')).toBeUndefined()
  }
})

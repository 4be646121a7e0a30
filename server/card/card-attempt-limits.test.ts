// @module-tag slow

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { acquirerFault } from '@/db/schema'
import { accountWith, call, type ErrorBody, post, tokenFor, visa } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import { createAccountKey } from '../account/account-key'
import { hours, minutes } from '../core/clock'
import { createKey } from '../key/manage-keys'
import { changeMerchant } from '../merchant/change-merchant'
import type { Account } from '../model/account'
import type { Order } from '../model/order/schemas'
import { cardAttempts } from './card-attempt-limits'

const world = testWorld({ pool: 20 })
const declined = '4000000000000002'
const storedThenDeclined = '4000000000000341'

let shop: TestMerchant

beforeEach(async () => {
  shop = await world.newMerchant()
})

afterEach(() => vi.restoreAllMocks())

const limits = (cardLimits: object) => changeMerchant(shop.context, { cardLimits })
const from = (source: string) => ({ 'x-kassa-source': source })
const expires = [12, 40]

const enter = (key = shop.publicKey, source = '192.0.2.1') =>
  call<ErrorBody>(key, 'POST', '/card', { pan: visa, expires, csc: '987' }, from(source))

/** Created with the private key, which has no limit on cards. */
const token = (pan = declined) => tokenFor({ publicKey: shop.privateKey, privateKey: '' }, pan)

async function order(pan: string, { key = shop.publicKey, source = '192.0.2.1' } = {}) {
  const payment = { type: 'card', card: await token(pan) }
  return call<Order & ErrorBody>(key, 'POST', '/order', { items: 10, currency: 'SEK', payment }, from(source))
}

const statuses = (responses: { status: number }[]) => responses.map(({ status }) => status)
const times = <T>(count: number, act: () => Promise<T>) => Promise.all(Array.from({ length: count }, act))

const refusal = {
  status: 429,
  body: { status: 429, type: 'too many requests', content: { type: 'Card' } },
}

describe('entered cards', () => {
  test('are limited by source address, even simultaneous ones, and the response says when to continue', async () => {
    await limits({ cardsPerSource: 5 })
    const responses = await times(12, () => enter())
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(5)
    const refused = responses.find(({ status }) => status === 429)
    expect(refused).toMatchObject(refusal)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(50)
    expect(refused?.body.content.description).toMatch(
      / Try again in (\d+ seconds|1 minute)\. Requests with the private key are not limited/,
    )
    expect((await enter(shop.publicKey, '192.0.2.2')).status).toBe(201)
    world.clock.advance(minutes(1))
    expect((await enter()).status).toBe(201)
  })

  test('are limited to 60 a minute by default', async () => {
    const responses = await times(73, () => enter())
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(60)
  })

  test('are limited by key and by merchant', async () => {
    await limits({ cardsPerKey: 3, cardsPerMerchant: 4 })
    const other = await createKey(shop.context, { kind: 'public', name: 'Other' })
    const each = (key: string, count: number, net: string) =>
      Promise.all(Array.from({ length: count }, (_, n) => enter(key, `${net}.${n}`)))
    expect(statuses(await each(shop.publicKey, 4, '192.0.2')).sort()).toEqual([201, 201, 201, 429])
    expect(statuses(await each(other.key, 3, '198.51.100')).sort()).toEqual([201, 429, 429])
  })

  test('that are refused for a source address do not count for others', async () => {
    await limits({ cardsPerSource: 2, cardsPerKey: 4, cardsPerMerchant: 4 })
    await times(20, () => enter(shop.publicKey, '192.0.2.66'))
    expect(statuses(await times(2, () => enter()))).toEqual([201, 201])
  })

  test('that are refused for a key do not count for their source address', async () => {
    await limits({ cardsPerSource: 3, cardsPerKey: 1 })
    const responses = [await enter(), await enter(), await enter(), await enter()]
    expect(statuses(responses)).toEqual([201, 429, 429, 429])
    const wanted = { kind: 'public', name: 'Till' } as const
    const { key } = await createKey(shop.context, wanted)
    expect((await enter(key)).status).toBe(201)
  })

  test('are unlimited for a private key and limited for an account key', async () => {
    await limits({ cardsPerSource: 1, cardsPerKey: 1, cardsPerMerchant: 1 })
    const account = await accountWith({ publicKey: shop.privateKey, privateKey: shop.privateKey }, visa)
    const { key } = await createAccountKey(shop.context, account.id)
    expect(statuses(await times(3, () => enter(shop.privateKey)))).toEqual([201, 201, 201])
    expect(statuses(await times(2, () => enter(key))).sort()).toEqual([201, 429])
  })
})

describe('declined cards', () => {
  const add = async (path: string, key: string, pan = declined) => {
    const method = { type: 'token', card: await token(pan) }
    const body = path === '/account' ? { method: [method] } : method
    return call<Account & ErrorBody>(key, 'POST', path, body, from('192.0.2.1'))
  }

  test('are limited by source address over all ways to attempt a card', async () => {
    await limits({ declinesPerSource: 4 })
    const { id } = await accountWith(shop, visa)
    const { id: payer } = await accountWith(shop, storedThenDeclined)
    const byAccount = () =>
      call(
        shop.publicKey,
        'POST',
        '/order',
        { items: 1, currency: 'SEK', payment: { type: 'account', account: payer } },
        from('192.0.2.1'),
      )
    const responses = [
      await order(declined),
      await add('/account', shop.publicKey),
      await add(`/account/${id}/method`, shop.publicKey),
      await byAccount(),
    ]
    expect(statuses(responses)).toEqual([400, 400, 400, 400])
    const refused = [
      await order(visa),
      await add('/account', shop.publicKey, visa),
      await add(`/account/${id}/method`, shop.publicKey, visa),
      await byAccount(),
    ]
    expect(statuses(refused)).toEqual([429, 429, 429, 429])
    expect(refused[0]).toMatchObject(refusal)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(3500)
    expect((await order(visa, { source: '192.0.2.2' })).status).toBe(201)
    world.clock.advance(hours(1))
    expect((await order(visa)).status).toBe(201)
  })

  test('never exceed the limit, however many are attempted at once', async () => {
    await limits({ declinesPerSource: 6 })
    const responses = statuses(await times(30, () => order(declined)))
    expect(responses.filter((status) => status === 400)).toHaveLength(6)
    expect(responses.filter((status) => status === 429)).toHaveLength(24)
  })

  test('never stop accepted cards from paying, however many there are at once', async () => {
    await limits({ declinesPerSource: 3 })
    expect(new Set(statuses(await times(12, () => order(visa))))).toEqual(new Set([201]))
  })

  test('are counted exactly after processes have died in the middle of attempts with accepted cards', async () => {
    await limits({ declinesPerSource: 4 })
    const service = world.runtime.cards.named('test')
    const lost = new Promise<never>(() => {})
    const calls = vi.spyOn(service, 'authorize')
    for (let each = 0; each < 3; each++) calls.mockImplementationOnce(() => lost)
    // Nobody hears of these requests again, as if their process had been killed.
    for (let each = 0; each < 3; each++) void order(visa)
    await expect.poll(() => calls.mock.calls.length).toBe(3)
    expect((await order(declined)).status).toBe(400)
    world.clock.advance(minutes(1))
    const responses = [await order(declined), await order(declined), await order(declined)]
    expect(statuses(responses)).toEqual([400, 400, 400])
    const refused = await order(visa)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500)
  })

  test('are limited by key and by merchant; refusals for a source address do not count', async () => {
    await limits({ declinesPerSource: 2, declinesPerKey: 4, declinesPerMerchant: 5 })
    const other = await createKey(shop.context, { kind: 'public', name: 'Other' })
    for (let each = 0; each < 8; each++) await order(declined, { source: '192.0.2.66' })
    expect((await order(visa)).status).toBe(201)
    for (const source of ['192.0.2.2', '192.0.2.3']) await order(declined, { source })
    expect((await order(visa)).status).toBe(429)
    expect((await order(visa, { key: other.key })).status).toBe(201)
    await order(declined, { key: other.key, source: '192.0.2.4' })
    expect((await order(visa, { key: other.key })).status).toBe(429)
  })

  test('of the private key are not limited', async () => {
    await limits({ declinesPerSource: 1, declinesPerKey: 1, declinesPerMerchant: 1 })
    const responses = await times(3, () => order(declined, { key: shop.privateKey }))
    expect(statuses(responses)).toEqual([400, 400, 400])
    expect((await order(visa)).status).toBe(201)
  })

  test('that are refused can be repeated with their Idempotency-Key later', async () => {
    await limits({ declinesPerSource: 1 })
    await order(declined)
    const body = { items: 10, currency: 'SEK', payment: { type: 'card', card: await token(visa) } }
    const send = () =>
      call(shop.publicKey, 'POST', '/order', body, { ...from('192.0.2.1'), 'idempotency-key': 'one' })
    expect((await send()).status).toBe(429)
    world.clock.advance(minutes(59))
    expect((await send()).status).toBe(429)
    world.clock.advance(minutes(1))
    // The token has expired by now. That it is checked shows that the request is no longer refused.
    expect((await send()).status).toBe(400)
  })

  test('of a moved test clock still count for an hour', async () => {
    await limits({ declinesPerSource: 1 })
    await order(declined)
    await call(shop.privateKey, 'POST', '/clock', { advance: { days: 2 } })
    expect((await order(visa)).status).toBe(429)
  })
})

test('an order that was begun is completed when repeated, however many cards were declined since', async () => {
  const fault = {
    merchantId: shop.merchant,
    kind: 'authorise',
    fault: 'timeout',
    delayMs: 0,
    remaining: 1,
  } as const
  await world.runtime.db.insert(acquirerFault).values(fault)
  await limits({ declinesPerSource: 1 })
  const body = { items: 10, currency: 'SEK', payment: { type: 'card', card: await token(visa) } }
  const send = () =>
    call<Order>(shop.publicKey, 'POST', '/order', body, { ...from('192.0.2.1'), 'idempotency-key': 'one' })
  expect((await send()).status).toBe(504)
  await order(declined)
  expect((await order(visa)).status).toBe(429)
  expect(await send()).toMatchObject({ status: 201, body: { status: { ordered: 10 } } })
})

test('the dashboard shows how many were declined and refused', async () => {
  await limits({ cardsPerSource: 2, declinesPerSource: 1 })
  await times(5, () => enter())
  for (const pan of [declined, visa, visa]) await order(pan)
  expect(await cardAttempts(shop.context)).toEqual({ cards: 2, declined: 1, refused: 5 })
  const { context } = await world.newMerchant()
  expect(await cardAttempts(context)).toEqual({ cards: 0, declined: 0, refused: 0 })
})

test('an order paid by account records no attempt', async () => {
  const { id } = await accountWith(shop, visa)
  const before = await cardAttempts(shop.context)
  await limits({ declinesPerSource: 1 })
  const pay = () =>
    call<Order>(shop.publicKey, 'POST', '/order', {
      ...{ items: 1, currency: 'SEK' },
      payment: { type: 'account', account: id },
    })
  expect(new Set(statuses(await times(10, pay)))).toEqual(new Set([201]))
  const { body } = await pay()
  expect((await post(shop, body.id, { type: 'charge' })).status).toBe(201)
  expect(await cardAttempts(shop.context)).toEqual(before)
})

import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { operation } from '@/db/schema'
import { callbacksOf } from '@/test/billing'
import {
  accountWith,
  call,
  type ErrorBody,
  getOrder,
  newKey,
  orderOf,
  post,
  tokenFor,
  visa,
} from '@/test/call'
import { deferred } from '@/test/deferred'
import { differences } from '@/test/differences'
import { type TestMerchant, testWorld } from '@/test/world'
import type { Authorised, Outcome } from '../model/card/service'
import type { Event, Order } from '../model/order/schemas'
import { recoverOperations } from './recover'

const world = testWorld()

afterEach(() => vi.restoreAllMocks())

const service = () => world.runtime.cards.named('test')

/** Holds the first call of `method` until the test responds to it. `reached` resolves when the call arrives. */
function holdFirst(method: 'authorize' | 'capture') {
  const response = deferred<Outcome<Authorised>>()
  const calls = vi.spyOn(service(), method).mockImplementationOnce(() => response.promise)
  const reached = () => expect.poll(() => calls.mock.calls.length).toBe(1)
  return { respond: response.resolve, reached }
}

const recover = () => recoverOperations(world.runtime, { staleSeconds: 0, onError: () => {} })

const failed: Outcome<Authorised> = { status: 'failed', cause: new Error('The service is down') }
const unknown: Outcome<Authorised> = { status: 'unknown', cause: new Error('The service is silent') }

const pendingOf = ({ merchant }: TestMerchant) =>
  world.runtime.db.$count(operation, and(eq(operation.merchantId, merchant), eq(operation.status, 'pending')))

describe('a charge that the worker has taken over', () => {
  test('is not completed by a failure that only the first attempt saw', async () => {
    const shop = await world.newMerchant()
    const { id } = await orderOf(shop, 100)
    const first = holdFirst('capture')
    const charge = post(shop, id, { type: 'charge' })
    await first.reached()
    vi.spyOn(service(), 'find').mockResolvedValueOnce(unknown)
    await recover()
    first.respond(failed)
    // The worker's attempt decides, so the caller learns that the outcome is open, not that nothing happened.
    expect((await charge).status).toBe(504)
    expect(await pendingOf(shop)).toBe(1)
    await recover()
    const order = await getOrder(shop, id)
    expect(order.event.map(({ type }) => type)).toEqual(['order', 'charge'])
    expect(await differences(world.runtime, shop.merchant)).toEqual([])
  })

  test('is returned as the worker completed it', async () => {
    const shop = await world.newMerchant()
    const { id } = await orderOf(shop, 100)
    const first = holdFirst('capture')
    const charge = post<Event>(shop, id, { type: 'charge' })
    await first.reached()
    await recover()
    first.respond(failed)
    const { status, body } = await charge
    expect([status, body.type]).toEqual([201, 'charge'])
    expect((await getOrder(shop, id)).status).toEqual({ charged: 100 })
  })

  test('stays failed if it failed before the worker took it over', async () => {
    const shop = await world.newMerchant()
    const { id } = await orderOf(shop, 100)
    const first = holdFirst('capture')
    const charge = post<ErrorBody>(shop, id, { type: 'charge' })
    await first.reached()
    first.respond(failed)
    expect((await charge).status).toBe(502)
    expect((await recover()).taken).toBe(0)
    expect((await getOrder(shop, id)).event.map(({ type }) => type)).toEqual(['order', 'fail'])
  })
})

describe('an order that the worker has taken over', () => {
  const outcomes: [string, Outcome<Authorised>][] = [
    ['a failure', failed],
    ['an invalid token', { status: 'invalid token' }],
  ]

  test.each(outcomes)(
    'is returned as the worker completed it, though the first attempt saw %s',
    async (_, outcome) => {
      const shop = await world.newMerchant()
      const first = holdFirst('authorize')
      const payment = { type: 'card', card: await tokenFor(shop) }
      const create = call<Order>(shop.publicKey, 'POST', '/order', { items: 10, currency: 'SEK', payment })
      await first.reached()
      await recover()
      first.respond(outcome)
      const { status, body } = await create
      expect([status, body.status]).toEqual([201, { ordered: 10 }])
      expect(await differences(world.runtime, shop.merchant)).toEqual([])
    },
  )

  /** Holds the first authorisation after the card service has made it, until `respond` is called. */
  function holdAuthorised() {
    const authorize = service().authorize.bind(service())
    const response = deferred<void>()
    const calls = vi.spyOn(service(), 'authorize').mockImplementationOnce(async (given) => {
      const outcome = await authorize(given)
      await response.promise
      return outcome
    })
    const reached = () => expect.poll(() => calls.mock.calls.length).toBe(1)
    return { respond: response.resolve, reached }
  }

  test('notifies its callback once, though both attempts record it', async () => {
    const shop = await world.newMerchant()
    const account = await accountWith(shop, visa)
    const first = holdAuthorised()
    const create = call<Order>(shop.privateKey, 'POST', '/order', {
      ...{ items: 10, currency: 'SEK', callback: 'https://example.com/hook' },
      payment: { type: 'account', account: account.id },
    })
    await first.reached()
    await expect.poll(async () => (await recover()).completed).toBe(1)
    first.respond()
    expect((await create).status).toBe(201)
    expect((await callbacksOf(shop)).map(({ type }) => type)).toEqual(['order.created'])
  })

  test.each([
    ['without', undefined],
    ['with', 'https://example.com/hook'],
  ])('exists if another attempt records a failure at the same moment, %s a callback', async (_, callback) => {
    const shop = await world.newMerchant()
    const first = holdAuthorised()
    const payment = { type: 'card', card: await tokenFor(shop) }
    const content = { items: 10, currency: 'SEK', callback, payment }
    const headers = { 'idempotency-key': randomUUID() }
    const create = call<Order>(shop.privateKey, 'POST', '/order', content, headers)
    await first.reached()
    // Recorded like a failure after which a repeated request begins another operation.
    await world.runtime.db.transaction(async (tx) => {
      const failure = { status: 'failed', code: 'acquirer error', origin: null } as const
      await tx.update(operation).set(failure).where(eq(operation.merchantId, shop.merchant))
      first.respond()
      // The order waits for this transaction.
      await wait(200)
    })
    expect((await getOrder(shop, (await create).body.id)).status).toEqual({ ordered: 10 })
    expect(await callbacksOf(shop)).toHaveLength(callback === undefined ? 0 : 1)
    expect(await differences(world.runtime, shop.merchant)).toEqual([])
  })

  test('exists if the first attempt reserved money, though the worker saw a failure', async () => {
    const shop = await world.newMerchant()
    const first = holdAuthorised()
    const create = orderOf(shop, 100)
    await first.reached()
    vi.spyOn(service(), 'find').mockResolvedValueOnce(failed)
    await recover()
    expect(await pendingOf(shop)).toBe(0)
    first.respond()
    expect((await getOrder(shop, (await create).id)).status).toEqual({ ordered: 100 })
    expect(await differences(world.runtime, shop.merchant)).toEqual([])
  })
})

test('a refused refund notifies the callback of its order', async () => {
  const shop = await world.newMerchant()
  const { body } = await call<Order>(shop.privateKey, 'POST', '/order', {
    ...{ items: 10, currency: 'SEK', callback: 'https://example.com/hook' },
    payment: { type: 'card', card: await tokenFor(shop, '4000000000005126') },
  })
  await post(shop, body.id, { type: 'charge' })
  expect((await post(shop, body.id, { type: 'refund' })).status).toBe(400)
  const notified = await callbacksOf(shop)
  expect(notified.map(({ type }) => type)).toEqual(['order.created', 'order.charged', 'order.failed'])
  expect(notified.at(-1)?.data.order?.event.at(-1)).toMatchObject({ type: 'fail', original: 'refund' })
})

test('a PATCH with an Idempotency-Key charges each of its orders', async () => {
  const shop = await world.newMerchant()
  const orders = [await orderOf(shop, 100), await orderOf(shop, 50)]
  const headers = newKey()
  const changes = orders.map(({ id }) => ({
    id,
    event: [
      { type: 'charge', items: 10 },
      { type: 'charge', items: 5 },
    ],
  }))
  expect((await call(shop.privateKey, 'PATCH', '/order', changes, headers)).status).toBe(200)
  const after = await Promise.all(orders.map(({ id }) => getOrder(shop, id)))
  expect(after.map(({ status }) => status.charged)).toEqual([15, 15])
})

test('a charge that the card service has just made is not a difference while Kassa waits for it', async () => {
  const shop = await world.newMerchant()
  const { id } = await orderOf(shop, 100)
  const capture = service().capture.bind(service())
  vi.spyOn(service(), 'capture').mockImplementationOnce(async (given) => {
    await capture(given)
    return unknown
  })
  expect((await post(shop, id, { type: 'charge' })).status).toBe(504)
  expect(await differences(world.runtime, shop.merchant)).toEqual([
    expect.stringMatching(/^charge \S+ is still pending$/),
  ])
  await recover()
  expect(await differences(world.runtime, shop.merchant)).toEqual([])
})

test('an operation that stays open is taken over less often with each attempt, but never stops being so', async () => {
  const shop = await world.newMerchant()
  const { id } = await orderOf(shop, 100)
  const lose = async () => {
    vi.spyOn(service(), 'capture').mockResolvedValueOnce(unknown)
    expect((await post(shop, id, { type: 'charge', items: 50 })).status).toBe(504)
  }
  const { db } = world.runtime
  const own = and(eq(operation.merchantId, shop.merchant), eq(operation.status, 'pending'))
  const pendingAfter = async (seconds: number, attempts = 3) => {
    const attempted = new Date(Date.now() - seconds * 1000)
    await db.update(operation).set({ attempts, attempted }).where(own)
    await recoverOperations(world.runtime, { staleSeconds: 100, onError: () => {} })
    return pendingOf(shop)
  }
  await lose()
  expect(await pendingAfter(290)).toBe(1)
  expect(await pendingAfter(310)).toBe(0)
  await lose()
  expect(await pendingAfter(1990, 500)).toBe(1)
  expect(await pendingAfter(2010, 500)).toBe(0)
})

// @module-tag slow

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type * as z from 'zod'
import { connect } from '@/db/client'
import { operation, orderEvent } from '@/db/schema'
import {
  accountWith,
  type CallResult,
  call,
  type ErrorBody,
  getOrder,
  isReplay,
  orderOf,
  post,
  tokenFor,
  visa,
} from '@/test/call'
import { differences } from '@/test/differences'
import { waitingForLock } from '@/test/race'
import { whileStopped } from '@/test/stopped-connection'
import { testWorld } from '@/test/world'
import type { Order, OrderOutcome as OutcomeSchema } from '../model/order/schemas'
import { chargeCancelOrRefund } from './charge-cancel-refund'
import { newOperation } from './new-operation'

type OrderOutcome = z.infer<typeof OutcomeSchema>

const world = testWorld({ pool: 20 })

const sum = (status: Order['status']) =>
  Object.values(status).reduce((total, part) => total + Math.round(part * 100), 0) / 100

test('50 charges at once never exceed the order', async () => {
  const shop = await world.newMerchant()
  const { id } = await orderOf(shop, 100)
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => post(shop, id, { type: 'charge', items: 7 })),
  )
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(14)
  for (const { status, body } of responses.filter(({ status }) => status !== 201)) {
    expect([status, body.type]).toEqual([400, 'invalid content'])
  }
  expect((await getOrder(shop, id)).status).toEqual({ charged: 98, ordered: 2 })
  expect(await differences(world.runtime)).toEqual([])
})

test('50 charges, refunds and cancellations of lines at once leave every unit in one state', async () => {
  const shop = await world.newMerchant()
  const { id } = await orderOf(shop, [{ name: 'Coffee', price: 3.33, quantity: 30, vat: 25 }])
  const types = ['charge', 'refund', 'cancel', 'charge', 'refund'] as const
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      post(shop, id, {
        type: types[index % types.length],
        items: [{ name: 'Coffee', quantity: 1 + (index % 3) }],
      }),
    ),
  )
  expect(responses.every(({ status }) => status === 201 || status === 400)).toBe(true)
  const order = await getOrder(shop, id)
  expect(sum(order.status)).toBe(124.88)
  expect(order.items).toMatchObject({ quantity: 30, status: expect.any(Array) })
  expect(order.event.map(({ type }) => type)).toHaveLength(
    1 + responses.filter(({ status }) => status === 201).length,
  )
  expect(await differences(world.runtime)).toEqual([])
})

test('50 refunds at once of a charged order refund it once', async () => {
  const shop = await world.newMerchant()
  const { id } = await orderOf(shop, 49.99)
  await post(shop, id, { type: 'charge' })
  const responses = await Promise.all(Array.from({ length: 50 }, () => post(shop, id, { type: 'refund' })))
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
  expect((await getOrder(shop, id)).status).toEqual({ refunded: 49.99 })
})

test('a token used 20 times at once creates one order', async () => {
  const shop = await world.newMerchant()
  const payment = { type: 'card', card: await tokenFor(shop) }
  const responses = await Promise.all(
    Array.from({ length: 20 }, () =>
      call(shop.publicKey, 'POST', '/order', { items: 5, currency: 'SEK', payment }),
    ),
  )
  expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(400)])
  expect(await differences(world.runtime)).toEqual([])
})

test('20 requests at once with one Idempotency-Key create one order', async () => {
  const shop = await world.newMerchant()
  const account = await accountWith(shop, visa)
  const order = { items: 5, currency: 'SEK', payment: { type: 'account', account: account.id } }
  const headers = { 'idempotency-key': 'only once' }
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => call<Order>(shop.publicKey, 'POST', '/order', order, headers)),
  )
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201, 409]))
  const list = await call<Order[]>(shop.privateKey, 'GET', '/order')
  expect(list.body).toHaveLength(1)
  const replayed = await call<Order>(shop.publicKey, 'POST', '/order', order, headers)
  expect(isReplay(replayed)).toBe(true)
  expect(replayed.body).toEqual(list.body[0])
})

test('100 orders at once, of two merchants and with declined ones between, each get their own outcome', async () => {
  const shops = await Promise.all([world.newMerchant(), world.newMerchant()])
  const payers = await Promise.all(
    // The second card's outcome depends on the amount.
    shops.map(async (shop) => [await accountWith(shop, visa), await accountWith(shop, '4200000000000000')]),
  )
  const requests = Array.from({ length: 100 }, (_, n) => {
    const declined = n % 5 === 0
    const account = payers[n % 2]?.[declined ? 1 : 0]
    return { shop: n % 2, declined, number: `${n}`, items: declined ? 402 : n + 1, account: account?.id }
  })
  const responses = await Promise.all(
    requests.map(({ shop, number, items, account }) =>
      call<Order & ErrorBody>(shops[shop]?.privateKey, 'POST', '/order', {
        ...{ number, items, currency: 'SEK' },
        payment: { type: 'account', account },
      }),
    ),
  )
  responses.forEach(({ status, body }, place) => {
    const { declined, number, items } = requests[place] ?? {}
    if (declined) expect([status, body.content.details?.code]).toEqual([400, 'rule violation'])
    else expect([status, body.number, body.status]).toEqual([201, number, { ordered: items }])
  })
  for (const [place, shop] of shops.entries()) {
    const { body } = await call<Order[]>(shop.privateKey, 'GET', '/order?limit=100')
    const expected = requests
      .filter((each) => each.shop === place && !each.declined)
      .map(({ number }) => number)
    expect(body.map(({ number }) => number).sort()).toEqual(expected.sort())
  }
  expect(await differences(world.runtime)).toEqual([])
})

test('entries of a PATCH that name the same order are applied one after another', async () => {
  const shop = await world.newMerchant()
  const { id } = await orderOf(shop, 100)
  const changes = Array.from({ length: 30 }, () => ({ id, event: [{ type: 'charge', items: 10 }] }))
  const { status, body } = await call<OrderOutcome[]>(shop.privateKey, 'PATCH', '/order', changes)
  expect(status).toBe(207)
  expect(body.map(({ error }) => error === undefined)).toEqual([
    ...Array(10).fill(true),
    ...Array(20).fill(false),
  ])
  expect((await getOrder(shop, id)).status).toEqual({ charged: 100 })
})

test('a charge that is recorded while another process records an event of the order comes after it', async () => {
  const shop = await world.newMerchant()
  const { id } = await orderOf(shop, 100)
  const { db } = world.runtime
  const recorded = await whileStopped(
    { url: world.databaseUrl, db },
    { matches: (query) => query.includes('recorded as'), at: '(given.event).sequence = 1 +' },
    {
      start: (stopped) => {
        const event = { type: 'charge', items: 40 } as const
        return chargeCancelOrRefund({ ...shop.context, db: stopped }, { orderId: id, event })
      },
      meanwhile: () => {
        const refusal = { code: 'acquirer error', description: 'The acquirer failed.' }
        const other = { merchantId: shop.merchant, orderId: id, sequence: 2, type: 'fail' } as const
        const failed = {
          ...other,
          currency: 'SEK',
          original: 'charge',
          error: refusal,
          date: new Date(),
        } as const
        return db.insert(orderEvent).values(failed)
      },
    },
  )
  expect(recorded.event.sequence).toBe(3)
  const order = await getOrder(shop, id)
  expect(order.event.map(({ type }) => type)).toEqual(['order', 'fail', 'charge'])
  expect(order.status).toEqual({ ordered: 60, charged: 40 })
})

test('a charge that loses to another process sees what that process has reserved', async () => {
  const shop = await world.newMerchant()
  const { id } = await orderOf(shop, 100)
  const { db, close } = connect(world.databaseUrl, { pool: 1 })
  let charge: Promise<CallResult<ErrorBody>> | undefined
  await db.transaction(async (tx) => {
    const context = { ...shop.context, db: tx }
    const reserved = { orderId: id, place: 2, kind: 'charge', currency: 'SEK', amount: 10_000n } as const
    await tx.insert(operation).values(newOperation(context, { ...reserved, byAccount: false }))
    charge = post<ErrorBody>(shop, id, { type: 'charge' })
    await expect.poll(() => waitingForLock(world.runtime.db), { interval: 10 }).toBe(1)
  })
  await close()
  expect((await charge)?.body.content.description).toContain('another operation on it is in progress')
  expect((await getOrder(shop, id)).event.map(({ type }) => type)).toEqual(['order'])
  // The other tests compare all books, in which it would be missing at the card service.
  await world.runtime.db.delete(operation).where(eq(operation.orderId, id))
})

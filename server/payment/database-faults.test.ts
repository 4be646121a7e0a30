// @module-tag slow

import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { operation } from '@/db/schema'
import { allowManyCards } from '@/test/allow-many-cards'
import { declining, ordersOf, payer, subscribe } from '@/test/billing'
import {
  accountWith,
  type CallResult,
  call,
  type ErrorBody,
  getOrder,
  orderOf,
  post,
  tokenFor,
  visa,
} from '@/test/call'
import { DatabaseFaults, type Fault, prepareFaults } from '@/test/database-faults'
import { differences } from '@/test/differences'
import { type TestMerchant, testWorld } from '@/test/world'
import { billAll } from '../billing/run-all'
import type { Account } from '../model/account'
import type { Order } from '../model/order/schemas'
import { recoverOperations } from './recover'

const faults = new DatabaseFaults()
const world = testWorld({ replace: faults.replace })

let shop: TestMerchant
beforeAll(async () => {
  await prepareFaults(world.runtime.db)
  shop = await world.newMerchant()
  await allowManyCards(world, shop)
})

// Deadlock and disk full represent errors that are retried and errors that are not. db/errors.test.ts covers them
// all. Neighbouring statements fail in different ways: each way at each statement would take three times as long.
const transient: Fault[] = [{ sqlstate: '40P01' }, { sqlstate: '53100' }, 'connection lost']
const internal: Fault = { sqlstate: 'XX000' }
type FaultAt = (statement: number) => Fault
const kinds: FaultAt[] = [
  (statement) => transient[statement % transient.length] ?? internal,
  // Counts the transactions.
  () => 'lost after commit',
  () => internal,
]

interface Step {
  method?: 'POST' | 'PATCH'
  path: string
  body: unknown
  /** Checks that the step is done exactly once. */
  check(done: CallResult<unknown>): Promise<void>
}

const lines = [
  { name: 'Coffee', price: 33.33, quantity: 3, vat: 25 },
  { name: 'Cup', price: 10, vat: 25 },
]

const ordersLike = async (number: string) =>
  (await call<Order[]>(shop.privateKey, 'GET', `/order?number=${number}`)).body

const newOrder = async (payment: unknown): Promise<Step> => {
  const number = randomUUID()
  return {
    path: '/order',
    body: { number, items: lines, currency: 'SEK', payment },
    check: async () => expect(await ordersLike(number)).toMatchObject([{ status: { ordered: 137.49 } }]),
  }
}

const onOrder = (id: string, event: { type: string }, status: object): Step => ({
  path: `/order/${id}/event`,
  body: event,
  check: async () => {
    const order = await getOrder(shop, id)
    expect(order.status).toEqual(status)
    expect(order.event.filter(({ type }) => type === event.type)).toHaveLength(1)
  },
})

/** An order of a subscription whose payment failed. */
async function unpaidOrder(own: TestMerchant): Promise<Order> {
  const account = await payer(own, declining)
  await subscribe(own, account)
  await billAll(world.runtime)
  const [order] = await ordersOf(own, account)
  if (!order) throw new Error('Nothing was billed')
  return order
}

const steps: [string, () => Promise<Step>][] = [
  [
    'an order by account',
    async () => newOrder({ type: 'account', account: (await accountWith(shop, visa)).id }),
  ],
  ['an order by card', async () => newOrder({ type: 'card', card: await tokenFor(shop) })],
  [
    'a charge',
    async () => {
      const { id } = await orderOf(shop, lines)
      const event = { type: 'charge', items: [{ name: 'Coffee', quantity: 2 }] }
      return onOrder(id, event, { charged: 83.33, ordered: 54.16 })
    },
  ],
  [
    'a refund',
    async () => {
      const { id } = await orderOf(shop, 100)
      await post(shop, id, { type: 'charge' })
      return onOrder(id, { type: 'refund', items: 40 } as { type: string }, { charged: 60, refunded: 40 })
    },
  ],
  [
    'a cancellation',
    async () => onOrder((await orderOf(shop, 100)).id, { type: 'cancel' }, { cancelled: 100 }),
  ],
  [
    'a cancellation of an unpaid order',
    async () => onOrder((await unpaidOrder(shop)).id, { type: 'cancel' }, { cancelled: 100 }),
  ],
  [
    'a change of two orders',
    async () => {
      const ids = [(await orderOf(shop, 100)).id, (await orderOf(shop, 50)).id]
      return {
        method: 'PATCH',
        path: '/order',
        body: ids.map((id) => ({ id, event: [{ type: 'charge' }] })),
        check: async () => {
          const orders = await Promise.all(ids.map((id) => getOrder(shop, id)))
          expect(orders.map(({ status }) => status)).toEqual([{ charged: 100 }, { charged: 50 }])
          expect(orders.map(({ event }) => event.length)).toEqual([2, 2])
        },
      }
    },
  ],
  [
    'an account with a card',
    async () => {
      const number = randomUUID()
      return {
        path: '/account',
        body: { number, method: [{ type: 'token', card: await tokenFor(shop) }] },
        check: async () => {
          const found = await call<Account[]>(shop.privateKey, 'GET', `/account?number=${number}`)
          expect(found.body.map(({ method }) => method.length)).toEqual([1])
        },
      }
    },
  ],
]

const send = ({ method = 'POST', path, body }: Step, headers: Record<string, string>) =>
  call<ErrorBody>(shop.privateKey, method, path, body, headers)

const pending = () =>
  world.runtime.db.$count(
    operation,
    and(eq(operation.merchantId, shop.merchant), eq(operation.status, 'pending')),
  )

/** The statuses of a response and of each part of it. */
const statusesOf = ({ status, body }: CallResult<unknown>): number[] =>
  status === 207 ? (body as { error?: ErrorBody }[]).flatMap(({ error }) => error?.status ?? []) : [status]

/** Fails each statement in turn. Returns the number of statements. */
async function failAtEach(faultAt: FaultAt, prepare: () => Promise<Step>): Promise<number> {
  for (let at = 1; ; at++) {
    const fault = faultAt(at)
    const step = await prepare()
    const headers = { 'idempotency-key': randomUUID() }
    let first: CallResult<ErrorBody> | undefined
    const isReached = await faults.during(at, fault, async () => {
      first = await send(step, headers)
    })
    if (!first) throw new Error('There was no response')
    const where = `${JSON.stringify(fault)} at statement ${at}: ${first.text}`
    for (const status of statusesOf(first)) {
      expect(fault === internal ? [200, 201, 500, 504] : [200, 201, 503, 504], where).toContain(status)
    }
    if (first.status === 503) expect(first.headers.get('retry-after'), where).toMatch(/^\d+$/)
    // In every other round the worker recovers before the caller repeats the request.
    if (at % 2 === 0) await recoverOperations(world.runtime, { staleSeconds: 0, onError: () => {} })
    const again = await send(step, headers)
    expect([200, 201], `${where}, then ${again.text}`).toContain(again.status)
    await step.check(again)
    expect(await pending(), where).toBe(0)
    if (!isReached) return at - 1
  }
}

describe('a database error at any statement is never the final response, and the repeated request does the work once', () => {
  test.each(steps)('%s', { timeout: 300_000 }, async (_, prepare) => {
    for (const faultAt of kinds) {
      const count = await failAtEach(faultAt, prepare)
      // A step without a transaction has nothing to commit.
      if (faultAt(1) !== 'lost after commit') expect(count).toBeGreaterThan(5)
    }
    expect(await differences(world.runtime, shop.merchant)).toEqual([])
  })
})

test('a billing run that meets a database error at any statement bills each date once', {
  timeout: 300_000,
}, async () => {
  const own = await world.newMerchant()
  await allowManyCards(world, own)
  for (const faultAt of kinds) {
    for (let at = 1, isReached = true; isReached; at++) {
      const account = await payer(own, visa)
      await subscribe(own, account)
      isReached = await faults.during(at, faultAt(at), () => billAll(world.runtime).catch(() => {}))
      await recoverOperations(world.runtime, { staleSeconds: 0, onError: () => {} })
      await billAll(world.runtime)
      expect(await ordersOf(own, account)).toMatchObject([{ status: { charged: 100 } }])
    }
  }
  expect(await differences(world.runtime, own.merchant)).toEqual([])
})

// @module-tag slow

import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { acquirerEntry, operation, order as orders } from '@/db/schema'
import { accountWith, getOrder, orderOf, tokenFor, visa } from '@/test/call'
import { compiled } from '@/test/compile'
import type { CrashTask } from '@/test/crash-child'
import { type TestMerchant, testWorld } from '@/test/world'
import { reconcile } from '../card/reconcile'
import type { EventCreatable } from '../model/order/schemas'
import { createOrder } from '../order/create-order'
import { chargeCancelOrRefund } from './charge-cancel-refund'
import { recoverOperations } from './recover'

const world = testWorld()

let script: string
beforeAll(async () => {
  script = await compiled('test/crash-child.ts')
})

const lines = [
  { name: 'Coffee', price: 33.33, quantity: 3, vat: 25 },
  { name: 'Cup', price: 10, vat: 25 },
]

/** Runs the task in its own process. Returns true if it was killed, false if it finished first. */
async function dies(task: CrashTask): Promise<boolean> {
  const child = spawn(process.execPath, [script, JSON.stringify(task)], {
    env: {
      ...process.env,
      LOG_LEVEL: 'fatal',
      BASE_URL: 'http://kassa.test',
      DATABASE_URL: world.databaseUrl,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaints = ''
  child.stderr.on('data', (data) => {
    complaints += data
  })
  const [code, signal] = await once(child, 'exit')
  if (signal === 'SIGKILL') return true
  expect(complaints, 'the child failed for another reason').toBe('')
  expect(code).toBe(0)
  return false
}

/** Recovers as workers do, until nothing of the merchant is pending. The worker of another lane may take part. */
async function recover(shop: TestMerchant): Promise<void> {
  const { db } = world.runtime
  const failed = (error: unknown) => expect.fail(String(error))
  // Operations count as stale at once: their process is known to be dead.
  do await recoverOperations(world.runtime, { staleSeconds: 0, onError: failed })
  while (
    (await db.$count(
      operation,
      and(eq(operation.merchantId, shop.merchant), eq(operation.status, 'pending')),
    )) > 0
  )
}

type Step = Pick<CrashTask, 'create' | 'operate'>

interface Scenario {
  prepare(shop: TestMerchant): Promise<Step>
  /** Repeats the step and checks that it is done exactly once. */
  repeat(shop: TestMerchant, step: Step, origin: string): Promise<void>
}

/**
 * Kills the step at its first statement, then its second, and so on until it finishes. Returns the number of
 * statements.
 */
async function killAtEach(shop: TestMerchant, afterSend: boolean, scenario: Scenario): Promise<number> {
  const { db } = world.runtime
  for (let killAt = 1; ; killAt++) {
    const step = await scenario.prepare(shop)
    const origin = randomUUID()
    const base = { databaseUrl: world.databaseUrl, merchantId: shop.merchant, origin, killAt, afterSend }
    const killed = await dies({ ...base, ...step })
    await recover(shop)
    expect(await reconcile(db, { merchantId: shop.merchant })).toEqual([])
    await scenario.repeat(shop, step, origin)
    expect(await reconcile(db, { merchantId: shop.merchant })).toEqual([])
    if (!killed) return killAt - 1
  }
}

/** Runs both ways of dying side by side, so each recovery also meets the running operations of the other. */
async function killEverywhere(
  scenario: Scenario,
  check: (shop: TestMerchant) => Promise<void> = async () => {},
) {
  const lanes = [false, true].map(async (afterSend) => {
    const shop = await world.newMerchant()
    const statements = await killAtEach(shop, afterSend, scenario)
    await check(shop)
    return statements
  })
  return Math.min(...(await Promise.all(lanes)))
}

/** The number of authorisations at the acquirer for a merchant. */
const authorisations = async (shop: TestMerchant) =>
  (
    await world.runtime.db
      .select()
      .from(acquirerEntry)
      .where(and(eq(acquirerEntry.merchantId, shop.merchant), eq(acquirerEntry.kind, 'authorise')))
  ).length

const orderCount = async (shop: TestMerchant) =>
  (await world.runtime.db.select({ id: orders.id }).from(orders).where(eq(orders.merchantId, shop.merchant)))
    .length

test.each([
  [
    'a stored card',
    async (shop: TestMerchant) => ({ type: 'account' as const, account: (await accountWith(shop, visa)).id }),
  ],
  ['a card token', async (shop: TestMerchant) => ({ type: 'card' as const, card: await tokenFor(shop) })],
] as const)(
  'a process killed at any statement of an order by %s creates at most one order, and repeating the request exactly one',
  { timeout: 300_000 },
  async (_, payment) => {
    const created = new Map<string, number>()
    const statements = await killEverywhere(
      {
        prepare: async (shop) => ({
          create: { items: lines, currency: 'SEK', payment: await payment(shop) },
        }),
        repeat: async (shop, { create }, origin) => {
          if (!create) throw new Error('Nothing to create')
          await createOrder({ ...shop.context, origin }, create)
          created.set(shop.merchant, (created.get(shop.merchant) ?? 0) + 1)
        },
      },
      async (shop) => {
        expect(await orderCount(shop)).toBe(created.get(shop.merchant))
        expect(await authorisations(shop)).toBe(created.get(shop.merchant))
      },
    )
    expect(statements).toBeGreaterThan(5)
  },
)

test.each([
  [
    'charge',
    { type: 'charge', items: [{ name: 'Coffee', quantity: 2 }] },
    { charged: 83.33, ordered: 54.16 },
  ],
  [
    'refund',
    { type: 'refund', items: [{ name: 'Coffee', quantity: 1 }] },
    { charged: 95.83, refunded: 41.66 },
  ],
  ['cancel', { type: 'cancel' }, { cancelled: 137.49 }],
] satisfies [string, EventCreatable, object][])(
  'a %s is done once if the process is killed at any statement and the request is repeated',
  { timeout: 300_000 },
  async (kind, event, status) => {
    const statements = await killEverywhere({
      prepare: async (shop) => {
        const { id } = await orderOf(shop, lines)
        if (kind === 'refund')
          await chargeCancelOrRefund(shop.context, { orderId: id, event: { type: 'charge' } })
        return { operate: { orderId: id, event } }
      },
      repeat: async (shop, { operate }, origin) => {
        if (!operate) throw new Error('Nothing to do')
        await chargeCancelOrRefund(
          { ...shop.context, origin },
          { orderId: operate.orderId, event: operate.event },
        )
        const order = await getOrder(shop, operate.orderId)
        expect(order.status).toEqual(status)
        expect(order.event.filter(({ type }) => type === kind)).toHaveLength(1)
      },
    })
    expect(statements).toBeGreaterThan(10)
  },
)

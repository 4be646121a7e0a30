// @module-tag slow

import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { and, eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { acquirerEntry, operation, order as orders } from '@/db/schema'
import { accountOf, declining, move, ordersOf, subscribe } from '@/test/billing'
import { accountWith, getOrder, orderOf, tokenFor, visa } from '@/test/call'
import { compiled } from '@/test/compile'
import type { CrashTask, CrashTasks } from '@/test/crash-child'
import { differences } from '@/test/differences'
import { contextNow, type TestMerchant, testWorld } from '@/test/world'
import { addMethod } from '../account/add-method'
import type { EventCreatable } from '../model/order/schemas'
import { createOrder } from '../order/create-order'
import type { OrderCreatable } from '../order/order-creatable'
import { chargeCancelOrRefund } from './charge-cancel-refund'
import { recoverOperations } from './recover'

const world = testWorld()

const script = compiled('test/crash-child.ts')

const lines = [
  { name: 'Coffee', price: 33.33, quantity: 3, vat: 25 },
  { name: 'Cup', price: 10, vat: 25 },
]

/** Runs the tasks in their own process. Returns for each whether it was killed, or false if it finished first. */
async function die(tasks: CrashTasks): Promise<boolean[]> {
  const child = spawn(process.execPath, [script, JSON.stringify(tasks)], {
    env: {
      ...process.env,
      LOG_LEVEL: 'fatal',
      BASE_URL: 'http://kassa.test',
      DATABASE_URL: world.databaseUrl,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, complaints, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  expect(complaints, 'the child failed for another reason').toBe('')
  const killed: boolean[] = JSON.parse(output)
  expect([code, signal]).toEqual(killed.includes(true) ? [null, 'SIGKILL'] : [0, null])
  return killed
}

/** Recovers as workers do, until the merchants have nothing pending. The worker of another lane may take part. */
async function recover(shops: TestMerchant[]): Promise<void> {
  const { db } = world.runtime
  const failed = (error: unknown) => expect.fail(String(error))
  const ids = shops.map(({ merchant }) => merchant)
  // Operations count as stale at once: their process is known to be dead.
  do await recoverOperations(world.runtime, { staleSeconds: 0, onError: failed })
  while (
    (await db.$count(operation, and(inArray(operation.merchantId, ids), eq(operation.status, 'pending')))) > 0
  )
}

type Step = Pick<CrashTask, 'create' | 'operate' | 'add'>

interface Scenario {
  /** The minimum number of statements that the step sends. */
  minStatements: number
  /**
   * Kills only at every nth statement, and with the other way of dying halfway between those: a step with many statements
   * would take longer than all the others together.
   */
  every?: number
  prepare(shop: TestMerchant): Promise<Step>
  /** Repeats the step and checks that it is done exactly once. */
  repeat(shop: TestMerchant, step: Step, origin: string): Promise<void>
  /** Checks what is left when the step was killed and repeated this often. */
  check?(shop: TestMerchant, times: number): Promise<void>
}

/**
 * Kills the step of each scenario at its first statement, then its second, and so on until it finishes. All steps run
 * together, each in its own shop.
 */
async function killAtEach(scenarios: Scenario[], afterSend: boolean): Promise<void> {
  const { databaseUrl } = { ...world.runtime, databaseUrl: world.databaseUrl }
  const killAtOf = ({ every = 1 }: Scenario, kill: number) =>
    kill * every - (afterSend ? Math.floor(every / 2) : 0)
  let left = await Promise.all(
    scenarios.map(async (scenario) => ({ scenario, shop: await world.newMerchant() })),
  )
  for (let kill = 1; left.length > 0; kill++) {
    const steps = await Promise.all(
      left.map(async ({ scenario, shop }) => ({
        ...{ scenario, shop, origin: randomUUID(), killAt: killAtOf(scenario, kill) },
        step: await scenario.prepare(shop),
      })),
    )
    const tasks = steps.map(({ shop, origin, killAt, step }) => ({
      ...{ merchantId: shop.merchant, origin, killAt, ...step },
    }))
    const killed = await die({ databaseUrl, afterSend, tasks })
    await recover(left.map(({ shop }) => shop))
    await Promise.all(
      steps.map(async ({ scenario, shop, origin, killAt, step }, place) => {
        expect(await differences(world.runtime, shop.merchant)).toEqual([])
        await scenario.repeat(shop, step, origin)
        expect(await differences(world.runtime, shop.merchant)).toEqual([])
        if (killed[place]) return
        expect(killAt - 1).toBeGreaterThanOrEqual(scenario.minStatements)
        await scenario.check?.(shop, kill)
      }),
    )
    left = left.filter((_, place) => killed[place])
  }
}

/** The number of authorisations at the acquirer for a merchant. */
const authorisations = (shop: TestMerchant) =>
  world.runtime.db.$count(
    acquirerEntry,
    and(eq(acquirerEntry.merchantId, shop.merchant), eq(acquirerEntry.kind, 'authorise')),
  )

const orderCount = (shop: TestMerchant) =>
  world.runtime.db.$count(orders, eq(orders.merchantId, shop.merchant))

const orderBy = (payment: (shop: TestMerchant) => Promise<OrderCreatable['payment']>): Scenario => ({
  minStatements: 4,
  prepare: async (shop) => ({ create: { items: lines, currency: 'SEK', payment: await payment(shop) } }),
  repeat: async (shop, { create }, origin) => {
    if (!create) throw new Error('Nothing to create')
    await createOrder({ ...shop.context, origin }, create)
  },
  check: async (shop, times) => {
    expect(await orderCount(shop)).toBe(times)
    expect(await authorisations(shop)).toBe(times)
  },
})

const change = (event: EventCreatable, status: object): Scenario => ({
  minStatements: 4,
  prepare: async (shop) => {
    const { id } = await orderOf(shop, lines)
    if (event.type === 'refund')
      await chargeCancelOrRefund(shop.context, { orderId: id, event: { type: 'charge' } })
    return { operate: { orderId: id, event } }
  },
  repeat: async (shop, { operate }, origin) => {
    if (!operate) throw new Error('Nothing to do')
    await chargeCancelOrRefund({ ...shop.context, origin }, operate)
    const order = await getOrder(shop, operate.orderId)
    expect(order.status).toEqual(status)
    expect(order.event.filter(({ type }) => type === event.type)).toHaveLength(1)
  },
})

/** A public key adds a card to an account that owes something, and whose own card is declined. */
const addTried = (pan: string, items: number, expected: { cards: string[]; status: object }): Scenario => ({
  minStatements: 10,
  every: 8,
  prepare: async (shop) => {
    const { id } = await accountWith(shop, declining)
    await subscribe(shop, { id }, { items, schedule: 'yearly' })
    await move(shop, { advance: { days: 1 } })
    const card = await tokenFor({ ...shop, publicKey: shop.privateKey }, pan)
    return { add: { id, method: { type: 'token', card } } }
  },
  repeat: async (shop, { add }, origin) => {
    if (!add) throw new Error('Nothing to add')
    const seen = async () => ({
      cards: (await accountOf(shop, add)).method.map(({ last4 }) => last4),
      order: (await ordersOf(shop, add))[0],
    })
    const { cards, order } = await seen()
    // Only a card that has paid is the default, whenever the process died.
    expect(cards[0]).toBe(order?.status.charged ? expected.cards[0] : '0341')
    const actor = { kind: 'public', keyId: 'key' } as const
    await addMethod({ ...(await contextNow(world, shop)), actor, source: origin, origin }, add)
    const after = await seen()
    expect(after).toMatchObject({ cards: expected.cards, order: { status: expected.status } })
  },
})

const scenarios: Scenario[] = [
  orderBy(async (shop) => ({ type: 'account', account: (await accountWith(shop, visa)).id })),
  orderBy(async (shop) => ({ type: 'card', card: await tokenFor(shop) })),
  change({ type: 'charge', items: [{ name: 'Coffee', quantity: 2 }] }, { charged: 83.33, ordered: 54.16 }),
  change({ type: 'refund', items: [{ name: 'Coffee', quantity: 1 }] }, { charged: 95.83, refunded: 41.66 }),
  change({ type: 'cancel' }, { cancelled: 137.49 }),
  addTried(visa, 100, { cards: ['1111', '0341'], status: { charged: 100 } }),
  addTried('4200000000000000', 404.13, { cards: ['0341', '0000'], status: { pending: 404.13 } }),
]

test('orders, charges, refunds, cancellations and added cards of a process killed at any statement are done once when the request is repeated', {
  timeout: 300_000,
}, async () => {
  // Both ways of dying side by side, so each recovery also meets the running operations of the other.
  await Promise.all([killAtEach(scenarios, false), killAtEach(scenarios, true)])
})

import { and, eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { idempotentRequest, operation } from '@/db/schema'
import { type ErrorBody, getOrder, orderOf, post } from '@/test/call'
import { deferred } from '@/test/deferred'
import { differences } from '@/test/differences'
import { type TestMerchant, testWorld } from '@/test/world'
import { hours } from '../core/clock'
import type { Event } from '../model/order/schemas'
import { recoverOperations } from './recover'

const world = testWorld()

let shop: TestMerchant
let id: string

beforeEach(async () => {
  shop = await world.newMerchant()
  id = (await orderOf(shop, 100)).id
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const charge = () =>
  post<Event | ErrorBody>(shop, id, { type: 'charge', items: 60 }, { 'idempotency-key': 'a' })

/** Begins a charge whose process dies after the card service has charged. Returns the calls of the card service. */
async function dyingCharge() {
  const service = world.runtime.cards.named('test')
  const capture = service.capture.bind(service)
  const calls = vi.spyOn(service, 'capture')
  const reached = deferred<void>()
  calls.mockImplementationOnce(async (call) => {
    await capture(call)
    reached.resolve()
    return new Promise(() => undefined)
  })
  void charge()
  await reached.promise
  return calls
}

/** Lets seconds pass by moving what was stored back. */
async function pass(seconds: number): Promise<void> {
  const { db } = world.runtime
  const by = sql`make_interval(secs => ${seconds})`
  await db
    .update(operation)
    .set({ attempted: sql`${operation.attempted} - ${by}` })
    .where(isPending())
  await db.update(idempotentRequest).set({ started: sql`${idempotentRequest.started} - ${by}` })
}

const isPending = () => and(eq(operation.merchantId, shop.merchant), eq(operation.status, 'pending'))
const recover = () => recoverOperations(world.runtime, { staleSeconds: 30, onError: () => {} })

async function expectChargedOnce(calls: Awaited<ReturnType<typeof dyingCharge>>): Promise<void> {
  const repeated = await charge()
  expect([repeated.status, repeated.body]).toMatchObject([201, { type: 'charge', items: 60 }])
  const order = await getOrder(shop, id)
  expect(order.status).toEqual({ ordered: 40, charged: 60 })
  expect(order.event.map(({ type }) => type)).toEqual(['order', 'charge'])
  expect(new Set(calls.mock.calls.map(([call]) => call.operation)).size).toBe(1)
  expect(await differences(world.runtime, shop.merchant)).toEqual([])
}

test.each([hours(2), -hours(2)])(
  'a charge of a process whose clock was wrong by %i ms is taken over as early as any other',
  async (wrong) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + wrong })
    const calls = await dyingCharge()
    vi.useRealTimers()
    expect([(await charge()).status, (await recover()).taken]).toEqual([409, 0])
    await pass(31)
    expect(await recover()).toEqual({ taken: 1, completed: 1 })
    await expectChargedOnce(calls)
  },
)

test.each(['the worker', 'the caller'])(
  'a charge with times in the future is completed by %s',
  async (by) => {
    const calls = await dyingCharge()
    await pass(-7200)
    if (by === 'the worker') expect(await recover()).toEqual({ taken: 1, completed: 1 })
    await expectChargedOnce(calls)
    expect((await recover()).taken).toBe(0)
  },
)

test('a key does not expire early because the clock of a process is wrong', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - hours(24 * 8) })
  const first = await charge()
  vi.useRealTimers()
  expect((await charge()).text).toBe(first.text)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours(24 * 8) })
  expect((await charge()).text).toBe(first.text)
})

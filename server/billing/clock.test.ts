// @module-tag slow

import { setTimeout as wait } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { acquirerFault, merchant } from '@/db/schema'
import { declining, duesOf, move, ordersOf, payer, shopOn, subscribe } from '@/test/billing'
import { call, type ErrorBody, isReplay, visa } from '@/test/call'
import { holdAuthorisation } from '@/test/hold-authorisation'
import { contextNow, testWorld } from '@/test/world'
import { hours, later } from '../core/clock'
import { moveClock } from './clock'
import type { ClockMoved } from './clock-schemas'

const world = testWorld()

afterEach(() => {
  vi.restoreAllMocks()
})

describe('the clock', () => {
  test('is only for test merchants', async () => {
    const live = await world.newMerchant('live')
    for (const [method, body] of [['GET'], ['POST', { advance: { days: 1 } }]] as const) {
      const { status, body: error } = await call<ErrorBody>(live.privateKey, method, '/clock', body)
      expect([status, error.type]).toEqual([403, 'forbidden'])
    }
  })

  test('moves forward only, and not too far', async () => {
    const shop = await shopOn(world, '2027-01-01')
    const [back, far, both, neither] = await Promise.all(
      [
        { to: '2026-12-31' },
        { to: '2040-01-01' },
        { to: '2027-02-01', advance: { days: 1 } },
        { advance: {} },
      ].map((body) => call<ErrorBody>(shop.privateKey, 'POST', '/clock', body)),
    )
    expect([back?.status, back?.body.content.property]).toEqual([400, 'to'])
    expect([far?.status, both?.status, neither?.status]).toEqual([400, 400, 400])
    const { body } = await call<{ now: string }>(shop.privateKey, 'GET', '/clock')
    expect(body.now.slice(0, 16)).toBe('2026-12-31T23:00')
  })

  test.each([
    ['2027-03-27T22:30:00.000Z', { days: 1 }, '2027-03-28T21:30'],
    ['2027-03-27T01:30:00.000Z', { days: 1 }, '2027-03-28T01:30'],
    ['2027-03-28T21:30:00.000Z', { days: 1 }, '2027-03-29T21:30'],
    ['2027-10-31T22:30:00.000Z', { days: 1 }, '2027-11-01T22:30'],
    ['2027-10-31T22:30:00.000Z', { months: 1 }, '2027-11-30T22:30'],
  ])(
    'at %s moves by %j to the same time of the day, which daylight saving time changes',
    async (from, advance, now) => {
      const shop = await shopOn(world, '2027-01-01')
      await move(shop, { to: from })
      expect((await move(shop, { advance })).now.slice(0, 16)).toBe(now)
    },
  )

  test('that is moved to a day bills what is due on it, and nothing that is due on the next', async () => {
    const shop = await shopOn(world, '2027-01-01')
    const account = await payer(shop, visa)
    for (const start of ['2027-01-05', '2027-01-06']) await subscribe(shop, account, { start })
    expect(await move(shop, { to: '2027-01-05' })).toMatchObject({ orders: 1, charged: 1 })
  })

  test('moves in the same way when the request has an Idempotency-Key', async () => {
    const shop = await shopOn(world, '2027-01-01')
    const account = await payer(shop, visa)
    for (let count = 0; count < 2; count++) await subscribe(shop, account)
    const advance = () =>
      call(shop.privateKey, 'POST', '/clock', { advance: { months: 1 } }, { 'idempotency-key': 'a' })
    const moved = await advance()
    expect([moved.status, moved.text]).toEqual([200, (await advance()).text])
    expect(await duesOf(shop, account)).toEqual(['2027-01-01', '2027-01-01', '2027-02-01', '2027-02-01'])
  })

  test('goes no further when a request is repeated with its key after a fault', async () => {
    const shop = await shopOn(world, '2027-01-01')
    await subscribe(shop, await payer(shop, visa), { start: '2027-01-15' })
    const fault = { kind: 'authorise', fault: 'fail', remaining: 4 } as const
    await world.runtime.db.insert(acquirerFault).values({ merchantId: shop.merchant, ...fault })
    const key = { 'idempotency-key': 'a' }
    const advance = () => call<ClockMoved>(shop.privateKey, 'POST', '/clock', { advance: { months: 1 } }, key)
    expect((await advance()).status).toBe(504)
    const { body } = await advance()
    expect(body).toMatchObject({ complete: true, charged: 1, to: expect.stringMatching(/^2027-01-31T23:00/) })
    expect(body.now.slice(0, 16)).toBe('2027-01-31T23:00')
  })

  test('continues when a request whose time ran out is repeated with its key', async () => {
    const shop = await shopOn(world, '2027-01-01')
    await subscribe(shop, await payer(shop, visa))
    const service = world.runtime.cards.named('test')
    const authorize = service.authorize.bind(service)
    const now = Date.now
    vi.spyOn(service, 'authorize').mockImplementationOnce((given) => {
      vi.spyOn(Date, 'now').mockImplementation(() => now() + 100_000)
      return authorize(given)
    })
    const key = { 'idempotency-key': 'a' }
    const advance = () => call<ClockMoved>(shop.privateKey, 'POST', '/clock', { advance: { months: 1 } }, key)
    const { body: stopped } = await advance()
    expect([stopped.complete, stopped.now.slice(0, 10)]).toEqual([false, '2026-12-31'])
    expect((await advance()).body).toMatchObject({ complete: true, to: stopped.to, charged: 1 })
    // The complete response is final.
    expect(isReplay(await advance())).toBe(true)
  })

  test('waits for a payment that an earlier move has left open', async () => {
    const shop = await shopOn(world, '2027-01-01')
    const account = await payer(shop, declining)
    await subscribe(shop, account, { start: '2027-01-02' })
    const fault = { kind: 'authorise', fault: 'fail', remaining: 4 } as const
    await world.runtime.db.insert(acquirerFault).values({ merchantId: shop.merchant, ...fault })
    const failed = await call(shop.privateKey, 'POST', '/clock', { to: '2027-01-20' })
    expect(failed.status).toBe(504)
    await move(shop, { to: '2027-01-20' })
    const [order] = await ordersOf(shop, account)
    const failures = order?.event.filter(({ type }) => type === 'fail').map(({ date }) => date.slice(0, 10))
    expect(failures).toEqual(['2027-01-01', '2027-01-02', '2027-01-04', '2027-01-06', '2027-01-08'])
  })

  test('waits for what a worker is billing', async () => {
    const shop = await shopOn(world, '2027-01-01')
    const account = await payer(shop, visa)
    await subscribe(shop, account)
    const { moving } = await world.runtime.db.transaction(async (tx) => {
      await tx.execute(sql`select from subscription where merchant_id = ${shop.merchant} for update`)
      const started = move(shop, { to: '2027-01-01T12:00:00Z' })
      await Promise.race([started, wait(500)])
      return { moving: started }
    })
    expect(await moving).toMatchObject({ orders: 1, charged: 1 })
  })

  test('is not moved backwards by a repeated request whose first response was lost', async () => {
    const shop = await shopOn(world, '2027-01-01')
    const moveOnce = async () =>
      moveClock({ ...(await contextNow(world, shop)), origin: 'one' }, { to: '2027-01-10' })
    const { to } = await moveOnce()
    expect(await moveOnce()).toMatchObject({ complete: true, to })
  })

  test('reports how far it got when time runs out, and can then continue to its target', async () => {
    const shop = await shopOn(world, '2027-01-01')
    const account = await payer(shop, visa)
    await subscribe(shop, account)
    const far = { advance: { months: 2 } }
    const stopped = await moveClock(shop.context, far, { forMs: 0 })
    expect(stopped).toMatchObject({
      complete: false,
      orders: 0,
      to: expect.stringMatching(/^2027-02-28T23:00/),
    })
    expect(stopped.now.slice(0, 16)).toBe('2026-12-31T23:00')
    expect(await move(shop, { to: stopped.to })).toMatchObject({ to: stopped.to, orders: 3, charged: 3 })
  })

  test('is moved by one request at a time', async () => {
    const shop = await shopOn(world, '2027-01-01')
    await world.runtime.db
      .update(merchant)
      .set({ clockMoving: new Date(Date.now() + 60_000) })
      .where(eq(merchant.id, shop.merchant))
    const { status, headers } = await call(shop.privateKey, 'POST', '/clock', { advance: { days: 1 } })
    expect([status, headers.has('retry-after')]).toEqual([409, true])
  })

  test('never goes back, even if another request moved it after the merchant was read', async () => {
    const shop = await shopOn(world, '2027-01-01')
    expect(shop.row.clockAhead).toBe(0)
    const { now } = await moveClock(shop.context, { advance: { days: 1 } })
    expect(now.slice(0, 16)).toBe('2027-01-01T23:00')
  })
})

test('a clock is not set back by a process that lost its lease while another one moved the clock', async () => {
  const shop = await shopOn(world, '2027-01-01')
  const { db } = world.runtime
  await subscribe(shop, await payer(shop, visa))
  const payment = holdAuthorisation(world.runtime.cards.named('test'))
  const first = moveClock(shop.context, { advance: { days: 3 } })
  await payment.isHeld()
  await db.update(merchant).set({ clockMoving: null }).where(eq(merchant.id, shop.merchant))
  const { now } = await moveClock(shop.context, { advance: { days: 10 } })
  const clockMoving = later(new Date(), hours(1))
  await db.update(merchant).set({ clockMoving }).where(eq(merchant.id, shop.merchant))
  payment.release()
  await first
  const [after] = await db.select().from(merchant).where(eq(merchant.id, shop.merchant))
  expect(later(world.clock.now(), after?.clockAhead ?? 0) >= new Date(now)).toBe(true)
  // Nor does it release the lease of a third one.
  expect(after?.clockMoving).toEqual(clockMoving)
})

test('a clock whose billing fails stays where it is and can be moved later', async () => {
  const shop = await shopOn(world, '2027-01-01')
  const account = await payer(shop, visa)
  await subscribe(shop, account, { start: '2027-01-05' })
  const { db } = world.runtime
  const broken = sql.raw(`check (merchant_id <> '${shop.merchant}') not valid`)
  await db.execute(sql`alter table "order" add constraint broken ${broken}`)
  const failed = await call(shop.privateKey, 'POST', '/clock', { to: '2027-01-10' })
  await db.execute(sql`alter table "order" drop constraint broken`)
  expect(failed.status).toBe(500)
  const { body } = await call<{ now: string }>(shop.privateKey, 'GET', '/clock')
  expect(body.now.slice(0, 16)).toBe('2027-01-04T23:00')
  expect(await move(shop, { to: '2027-01-10' })).toMatchObject({ orders: 1, charged: 1 })
})

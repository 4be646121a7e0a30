// @module-tag slow

import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { acquirerEntry, merchant as merchants, operation } from '@/db/schema'
import { declining, mailsOf, move, ordersOf, payer, shopOn, statusOf, subscribe } from '@/test/billing'
import { accountWith, call, getOrder, newKey, orderOf, tokenFor, visa } from '@/test/call'
import { holdAuthorisation } from '@/test/hold-authorisation'
import { dashboardAs } from '@/test/members'
import { racedBy, waitingForLock } from '@/test/race'
import { whileStopped } from '@/test/stopped-connection'
import { addSubscribers } from '@/test/subscribers'
import { type TestMerchant, testWorld } from '@/test/world'
import { selectMethods } from '../account/rearrange-methods'
import { contextOf, inTransaction } from '../core/context'
import { newReference } from '../core/id'
import { findMerchant } from '../merchant/find-merchant'
import { addDays, dayOf } from '../model/calendar'
import type { Card } from '../model/card/schemas'
import type { Authorised, Outcome } from '../model/card/service'
import { moveClock } from './clock'
import { hastenRetries, payUnpaid } from './retry'
import { merchantsToBill, runBilling } from './run'
import { billAll } from './run-all'

const world = testWorld({ pool: 20 })

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const service = () => world.runtime.cards.named('test')

/** Creates a merchant with an account that owes for two subscriptions. */
async function shopWithDebts() {
  const shop = await shopOn(world, '2027-05-01')
  const account = await payer(shop, declining)
  await subscribe(shop, account)
  await subscribe(shop, account, { items: 50 })
  await move(shop, { to: '2027-05-01T10:00:00+02:00' })
  expect((await ordersOf(shop, account)).map(({ status }) => status)).toEqual(
    expect.arrayContaining([{ pending: 100 }, { pending: 50 }]),
  )
  return { shop, account }
}

test('a new card that is added with an Idempotency-Key pays everything that is owed', async () => {
  const { shop, account } = await shopWithDebts()
  const body = { type: 'token', card: await tokenFor(shop) }
  const headers = newKey()
  expect((await call(shop.privateKey, 'POST', `/account/${account.id}/method`, body, headers)).status).toBe(
    201,
  )
  expect((await ordersOf(shop, account)).map(({ status }) => status)).toEqual(
    expect.arrayContaining([{ charged: 100 }, { charged: 50 }]),
  )
  expect(await statusOf(shop, account)).toBe('active')
})

test('an account with one payment given up and another being retried is suspended', async () => {
  const { shop, account } = await shopWithDebts()
  await world.runtime.db.execute(
    sql`update "order" set pending = 0, denied = amount where merchant_id = ${shop.merchant} and amount = 5000`,
  )
  await subscribe(shop, account, { items: 10, start: '2027-05-02' })
  await move(shop, { to: '2027-05-02T10:00:00+02:00' })
  expect(await statusOf(shop, account)).toBe('suspended')
})

test('the worker does not bill a merchant whose clock is being moved', async () => {
  const shop = await world.newMerchant()
  await subscribe(shop, await payer(shop, visa))
  const isToBill = async () => (await merchantsToBill(world.runtime)).some(({ id }) => id === shop.merchant)
  const lease = (clockMoving: unknown) =>
    world.runtime.db.execute(
      sql`update merchant set clock_moving = ${clockMoving} where id = ${shop.merchant}`,
    )
  expect(await isToBill()).toBe(true)
  await lease(sql`now() + interval '30 seconds'`)
  expect(await isToBill()).toBe(false)
  await lease(sql`now() - interval '1 second'`)
  expect(await isToBill()).toBe(true)
  await lease(null)
})

test('a merchant whose billing fails does not stop the billing of others', async () => {
  const shops = [await world.newMerchant(), await world.newMerchant(), await world.newMerchant()]
  const accounts = await Promise.all(shops.map((shop) => payer(shop, visa)))
  for (const [index, shop] of shops.entries()) await subscribe(shop, accounts[index] ?? { id: '' })
  const broken = shops[1]?.merchant ?? ''
  await world.runtime.db.execute(
    sql.raw(`alter table "order" add constraint broken check (merchant_id <> '${broken}') not valid`),
  )
  await billAll(world.runtime)
  await world.runtime.db.execute(sql`alter table "order" drop constraint broken`)
  const billed = await Promise.all(
    shops.map(async (shop, index) => (await ordersOf(shop, accounts[index] ?? { id: '' })).length),
  )
  expect(billed).toEqual([1, 0, 1])
})

test('an unavailable card service is not called for every payment of a large run', async () => {
  const shop = await world.newMerchant()
  const { id } = await accountWith(shop, visa)
  const due = addDays(dayOf(world.clock.now(), shop.row.timeZone), -1)
  await addSubscribers(world.runtime.db, { merchantId: shop.merchant, accountId: id }, { count: 900, due })
  const away: Outcome<Authorised> = { status: 'unknown', cause: new Error('away') }
  const authorize = vi.spyOn(service(), 'authorize').mockResolvedValue(away)
  const run = await runBilling(shop.context)
  expect(run.open).toBe(authorize.mock.calls.length)
  // One batch of 200 in each of the two lanes.
  expect(run.open).toBeLessThanOrEqual(400)
})

test('only the card that pays causes a reminder', async () => {
  const shop = await shopOn(world, '2027-01-01')
  const account = await payer(shop, visa)
  const other = { pan: '5555555555554444', expires: [1, 27], csc: '987' }
  const { body } = await call<Card>(shop.publicKey, 'POST', '/card', other)
  await call(shop.privateKey, 'POST', `/account/${account.id}/method`, { type: 'token', card: body.token })
  await subscribe(shop, account, { start: '2027-02-15' })
  await move(shop, { to: '2027-01-20' })
  expect((await mailsOf(shop)).map(({ template }) => template)).not.toContain('card-expiring')
})

describe('the lease on a clock that is being moved', () => {
  /** Starts moving a clock and holds the move at its first payment. */
  async function movingClock() {
    const shop = await world.newMerchant()
    const account = await payer(shop, visa)
    await subscribe(shop, account)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const payment = holdAuthorisation(service())
    const moved = moveClock(shop.context, { advance: { days: 1 } })
    await payment.isHeld()
    return { shop, moved, finish: payment.release }
  }

  const leaseOf = async ({ merchant }: TestMerchant) => {
    const [row] = await world.runtime.db.select().from(merchants).where(eq(merchants.id, merchant))
    return row?.clockMoving ?? null
  }
  const setLease = ({ merchant }: TestMerchant, until: Date | null) =>
    world.runtime.db.update(merchants).set({ clockMoving: until }).where(eq(merchants.id, merchant))

  test('is renewed while the move continues, for that merchant only', async () => {
    const other = await world.newMerchant()
    const { shop, moved, finish } = await movingClock()
    const soon = new Date(Date.now() + 1_000)
    await setLease(other, soon)
    for (let count = 0; count < 2; count++) {
      const before = (await leaseOf(shop))?.getTime() ?? 0
      const isRenewed = async () => {
        // Does nothing while the renewal before it waits for its answer.
        vi.advanceTimersByTime(8_000)
        return ((await leaseOf(shop))?.getTime() ?? 0) > before
      }
      await expect.poll(isRenewed).toBe(true)
    }
    expect(await leaseOf(other)).toEqual(soon)
    finish()
    await moved
    expect(await leaseOf(shop)).toBeNull()
  })

  test('is not taken again after it was released', async () => {
    const { shop, moved, finish } = await movingClock()
    await setLease(shop, null)
    const updates = vi.spyOn(shop.context.db, 'update')
    vi.advanceTimersByTime(8_000)
    expect(updates).toHaveBeenCalledTimes(1)
    await updates.mock.results[0]?.value
    // Sent after the renewal on one connection, so by now the renewal is done.
    await expect.poll(async () => (await busy()) === 0).toBe(true)
    expect(await leaseOf(shop)).toBeNull()
    finish()
    await moved
  })

  test('is left alone by a process that has lost it to another one, and that process stops', async () => {
    const { shop, moved, finish } = await movingClock()
    const ofAnother = new Date(Date.now() + 60_000)
    await setLease(shop, ofAnother)
    vi.advanceTimersByTime(8_000)
    // Several times, because the renewal may not have begun at the first.
    let quiet = 0
    const isDone = async () => {
      quiet = (await busy()) === 0 ? quiet + 1 : 0
      return quiet >= 5
    }
    await expect.poll(isDone, { interval: 20 }).toBe(true)
    finish()
    expect(await moved).toMatchObject({ complete: false })
    expect(await leaseOf(shop)).toEqual(ofAnother)
  })

  const busy = async () => {
    const [row] = await world.runtime.db.execute<{ count: number }>(
      sql`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and state = 'active' and query ilike 'update "merchant"%'`,
    )
    return row?.count
  }
})

test("after its clock is moved, the dashboard acts at the merchant's time", async () => {
  const shop = await shopOn(world, '2028-03-01')
  const { order } = await dashboardAs(world.runtime, shop.merchant, 'support')
  const { id } = await orderOf(shop, 100)
  const charge = { id, event: { type: 'charge' as const }, attempt: crypto.randomUUID(), expected: 10_000n }
  await order.operate(charge)
  expect((await getOrder(shop, id)).event.map(({ date }) => date.slice(0, 7))).toEqual(['2028-02', '2028-02'])
})

test('a payment that another process has just begun is not begun twice', async () => {
  const { shop, account } = await shopWithDebts()
  const [debt] = await ordersOf(shop, account)
  if (!debt) throw new Error('Nothing is owed')
  const { db } = world.runtime
  // So that both debts are due.
  await inTransaction(shop.context, (inside) => hastenRetries(inside, account.id))
  await whileStopped(
    { url: world.databaseUrl, db },
    {
      // The select that locks the orders.
      matches: (query) => query.includes('operation running') && query.endsWith('skip locked'),
      at: 'not exists (select 1 from operation running',
    },
    {
      start: (stopped) => payUnpaid({ ...shop.context, db: stopped }, account.id),
      meanwhile: async () => {
        const [row] = await db.execute<{ amount: string }>(
          sql`select amount from "order" where id = ${debt.id}`,
        )
        const name = { merchantId: shop.merchant, id: newReference(), orderId: debt.id, place: 3 }
        const money = { currency: 'SEK', amount: BigInt(row?.amount ?? 0), byAccount: true }
        const running = { ...name, ...money, kind: 'pay', status: 'pending', created: new Date() } as const
        await db.insert(operation).values(running)
      },
    },
  )
  const begun = await db.$count(operation, sql`order_id = ${debt.id} and status = 'pending'`)
  const tried = await db.$count(operation, sql`order_id = ${debt.id} and kind = 'pay'`)
  // The other debt is paid meanwhile.
  const all = await db.$count(operation, eq(operation.merchantId, shop.merchant))
  expect([begun, tried, all]).toEqual([1, 2, 4])
})

test('the acquirer checks a capture against the amount that is left once it holds the lock', async () => {
  const shop = await world.newMerchant()
  const { id } = await orderOf(shop, 100)
  const { db } = world.runtime
  const capture = service().capture.bind(service())
  const [entry] = await db.select().from(acquirerEntry).where(eq(acquirerEntry.merchantId, shop.merchant))
  if (!entry) throw new Error('Nothing was authorised')
  let captured: ReturnType<typeof capture> | undefined
  await db.transaction(async (tx) => {
    const authorised = eq(acquirerEntry.operation, entry.operation)
    await tx.update(acquirerEntry).set({ captured: 6_000n }).where(authorised)
    captured = capture({
      ...{ merchantId: shop.merchant, operation: newReference(), now: new Date() },
      ...{ amount: 5_000n, currency: 'SEK', authorisation: entry.operation },
    })
    await expect.poll(() => waitingForLock(db)).toBe(1)
  })
  expect(await captured).toEqual({ status: 'declined', code: 'invalid transaction' })
  expect((await getOrder(shop, id)).status).toEqual({ ordered: 100 })
})

test('a newly chosen default card pays what is owed even if the process dies before paying', async () => {
  const shop = await shopOn(world, '2027-05-01')
  const account = await payer(shop, declining, visa)
  await subscribe(shop, account)
  await move(shop, { to: '2027-05-01T10:00:00+02:00' })
  const [bad, good] = account.method
  const selection = [{ token: good?.token ?? '' }, { token: bad?.token ?? '' }]
  let begun = 0
  const dying = racedBy(world.runtime.db, async () => {
    if (++begun > 1) throw new Error('The process died')
  })
  const merchant = await findMerchant(world.runtime.db, shop.merchant)
  if (!merchant) throw new Error('The merchant cannot be found')
  await selectMethods(contextOf({ ...world.runtime, db: dying }, merchant), { id: account.id, selection })
  const [owed] = await ordersOf(shop, account)
  expect([owed?.status, owed?.retry]).toEqual([{ pending: 100 }, '2027-05-01'])
  expect(await move(shop, { to: '2027-05-01T11:00:00+02:00' })).toMatchObject({ charged: 1 })
})

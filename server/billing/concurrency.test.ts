// @module-tag slow

import { and, eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { account, mail, operation, order, orderEvent, subscription } from '@/db/schema'
import { declining, ordersOf, shopWithUnpaidOrder, statusOf, subscribe } from '@/test/billing'
import { accountWith, call, getOrder, tokenFor, visa } from '@/test/call'
import { differences } from '@/test/differences'
import { holdAuthorisation } from '@/test/hold-authorisation'
import { addSubscribers } from '@/test/subscribers'
import { contextNow, type TestMerchant, testWorld } from '@/test/world'
import { inTransaction } from '../core/context'
import { addDays, dayOf } from '../model/calendar'
import { chargeCancelOrRefund } from '../payment/charge-cancel-refund'
import { completePayments } from '../payment/complete-operation'
import { beginDue } from './due'
import { beginRetries, hastenRetries, payUnpaid } from './retry'
import { runBilling } from './run'
import { billAll } from './run-all'

const world = testWorld({ pool: 20 })

const today = (shop: TestMerchant) => dayOf(world.clock.now(), shop.row.timeZone)

/** Creates a merchant with `count` subscriptions that were due yesterday. */
async function shopWith(count: number): Promise<TestMerchant> {
  const shop = await world.newMerchant()
  const { id } = await accountWith(shop, visa)
  const customer = { name: 'Jane Doe', email: 'jane@example.com' }
  await call(shop.privateKey, 'PUT', `/account/${id}/customer`, customer)
  const due = addDays(today(shop), -1)
  await addSubscribers(world.runtime.db, { merchantId: shop.merchant, accountId: id }, { count, due })
  return shop
}

const ordersIn = (shop: TestMerchant) => world.runtime.db.$count(order, eq(order.merchantId, shop.merchant))

/** Checks that each order with its events looks as if a single run had billed it. */
async function expectEachOnce(shop: TestMerchant, count: number): Promise<void> {
  const { db } = world.runtime
  expect(await ordersIn(shop)).toBe(count)
  expect(await db.$count(operation, eq(operation.merchantId, shop.merchant))).toBe(count)
  expect(await db.$count(orderEvent, eq(orderEvent.merchantId, shop.merchant))).toBe(2 * count)
  expect(await differences(world.runtime, shop.merchant)).toEqual([])
}

test('eight runs at once bill each date once and do not block each other', async () => {
  const shop = await shopWith(300)
  const runs = await Promise.all(Array.from({ length: 8 }, () => runBilling(shop.context)))
  expect(runs.reduce((sum, { orders }) => sum + orders, 0)).toBe(300)
  expect(runs.reduce((sum, { charged }) => sum + charged, 0)).toBe(300)
  await expectEachOnce(shop, 300)
})

test('payments completed by ten processes at once are recorded once', async () => {
  const shop = await shopWith(40)
  const begun = await beginDue(shop.context, 100)
  await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      completePayments(shop.context, begun, { recovering: index > 0 }),
    ),
  )
  await expectEachOnce(shop, 40)
  expect(await world.runtime.db.$count(mail, eq(mail.merchantId, shop.merchant))).toBe(40)
})

test('changes during a billing run: each date is billed once, and no change undoes it', async () => {
  const shop = await shopWith(60)
  const { db } = world.runtime
  const rows = await db.select().from(subscription).where(eq(subscription.merchantId, shop.merchant))
  await Promise.all([
    ...rows.map(({ accountId, id }) =>
      call(shop.privateKey, 'PATCH', `/account/${accountId}/subscription/${id}`, { items: 50 }),
    ),
    runBilling(shop.context),
    runBilling(shop.context),
  ])
  await runBilling(shop.context)
  await expectEachOnce(shop, 60)
  const after = await db.select().from(subscription).where(eq(subscription.merchantId, shop.merchant))
  const yesterday = addDays(today(shop), -1)
  expect(after.every(({ billed, due }) => billed === yesterday && due !== null && due > today(shop))).toBe(
    true,
  )
})

test('after an outage of weeks every missed date is billed once, oldest first', async () => {
  const shop = await world.newMerchant()
  const payer = await accountWith(shop, visa)
  await subscribe(shop, payer, { schedule: 'daily', start: addDays(today(shop), -20) })
  await runBilling(shop.context)
  const orders = await ordersOf(shop, payer)
  const dates = Array.from({ length: 21 }, (_, index) => addDays(today(shop), index - 20))
  expect(orders.map(({ due }) => due)).toEqual(dates)
  expect(orders.every(({ status }) => status.charged === 100)).toBe(true)
})

test('an account is active after two of its debts are paid at the same moment', async () => {
  for (let round = 0; round < 5; round++) {
    const shop = await world.newMerchant()
    const payer = await accountWith(shop, declining)
    await subscribe(shop, payer)
    await subscribe(shop, payer)
    await runBilling(shop.context)
    expect(await statusOf(shop, payer)).toBe('pending')
    // Makes the card work at the acquirer. This alone pays nothing.
    await world.runtime.db.execute(
      sql`update acquirer_card set behaviour = 'accepted' where merchant_id = ${shop.merchant}`,
    )
    const orders = await ordersOf(shop, payer)
    await Promise.all(
      orders.map(({ id }) => call(shop.privateKey, 'POST', `/order/${id}/event`, { type: 'charge' })),
    )
    expect(await statusOf(shop, payer)).toBe('active')
  }
})

test('a new card, "charge" and a retry at the same moment pay once', async () => {
  const shop = await world.newMerchant()
  const payer = await accountWith(shop, declining)
  await subscribe(shop, payer)
  await runBilling(shop.context)
  await world.runtime.db
    .update(order)
    .set({ retryOn: today(shop) })
    .where(eq(order.merchantId, shop.merchant))
  const card = await tokenFor(shop, visa)
  const [debt] = await ordersOf(shop, payer)
  await Promise.all([
    call(shop.privateKey, 'POST', `/account/${payer.id}/method`, { type: 'token', card }),
    call(shop.privateKey, 'POST', `/order/${debt?.id}/event`, { type: 'charge' }),
    runBilling(shop.context),
    runBilling(shop.context),
  ])
  await runBilling(shop.context)
  const paid = await getOrder(shop, debt?.id ?? '')
  expect(paid.status).toEqual({ charged: 100 })
  expect(paid.event.filter(({ type }) => type === 'charge')).toHaveLength(1)
  expect(await statusOf(shop, payer)).toBe('active')
  expect(await differences(world.runtime, shop.merchant)).toEqual([])
})

test('a new card pays an order that was given up, even if it arrives while the old card is being tried', async () => {
  const shop = await world.newMerchant()
  const payer = await accountWith(shop, declining)
  await subscribe(shop, payer)
  await runBilling({ ...shop.context, merchant: { ...shop.row, retryDays: [] } })
  expect(await statusOf(shop, payer)).toBe('suspended')
  const [debt] = await ordersOf(shop, payer)
  const card = await tokenFor(shop, visa)
  const payment = holdAuthorisation(world.runtime.cards.named('test'))
  const path = `/order/${debt?.id}/event`
  const old = call(shop.privateKey, 'POST', path, { type: 'charge' })
  await payment.isHeld()
  await call(shop.privateKey, 'POST', `/account/${payer.id}/method`, { type: 'token', card })
  payment.release()
  expect((await old).status).toBe(400)
  expect(await statusOf(shop, payer)).toBe('suspended')
  expect(await runBilling(shop.context)).toMatchObject({ charged: 1 })
  expect([await statusOf(shop, payer), (await getOrder(shop, debt?.id ?? '')).status]).toEqual([
    'active',
    { charged: 100 },
  ])
})

test('many debts paid by many requests at the same moment are each paid once, and only if they are scheduled', async () => {
  const shop = await world.newMerchant()
  const payer = await accountWith(shop, declining)
  await subscribe(shop, payer, { schedule: 'daily', start: addDays(today(shop), -59) })
  await runBilling(shop.context)
  await world.runtime.db.execute(
    sql`update acquirer_card set behaviour = 'accepted' where merchant_id = ${shop.merchant}`,
  )
  await payUnpaid(shop.context, payer.id)
  expect((await ordersOf(shop, payer)).filter(({ event }) => event.length > 2)).toEqual([])
  await inTransaction(shop.context, (inside) => hastenRetries(inside, payer.id))
  await Promise.all(Array.from({ length: 16 }, () => payUnpaid(shop.context, payer.id)))
  const orders = await ordersOf(shop, payer)
  expect(orders).toHaveLength(60)
  for (const { event } of orders) {
    expect(event.map(({ type }) => type)).toEqual(['order', 'fail', 'charge'])
  }
  expect(await world.runtime.db.$count(operation, eq(operation.merchantId, shop.merchant))).toBe(120)
})

test('retries queued behind running ones still begin', async () => {
  const shop = await world.newMerchant()
  const payer = await accountWith(shop, declining)
  await subscribe(shop, payer, { schedule: 'daily', start: addDays(today(shop), -3) })
  await runBilling(shop.context)
  for (let round = 0; round < 2; round++) {
    await world.runtime.db
      .update(order)
      .set({ retryOn: today(shop) })
      .where(eq(order.merchantId, shop.merchant))
    expect(await beginRetries(shop.context, 2)).toHaveLength(2)
  }
})

test('a run of one merchant leaves other merchants alone', async () => {
  const [mine, other] = [await shopWith(3), await shopWith(3)]
  await runBilling(mine.context)
  expect([await ordersIn(mine), await ordersIn(other)]).toEqual([3, 0])
  const suspended = inArray(account.merchantId, [other.merchant])
  await world.runtime.db.update(account).set({ status: 'suspended' }).where(and(suspended))
  await runBilling(other.context)
  expect(await ordersIn(other)).toBe(0)
})

test('a merchant with much to bill delays the others by one turn, not until all is billed', async () => {
  const big = await shopWith(3000)
  const small = await shopWith(2)
  const billing = billAll(world.runtime, { turnMs: 50 })
  await expect.poll(() => ordersIn(small), { interval: 50 }).toBe(2)
  expect(await ordersIn(big)).toBeLessThan(3000)
  await billing
  expect([await ordersIn(big), await ordersIn(small)]).toEqual([3000, 2])
})

test('a payment that is sent again while its first request is dying is not tried twice', async () => {
  const { shop, order } = await shopWithUnpaidOrder(world, '2027-03-01')
  const context = { ...(await contextNow(world, shop)), origin: crypto.randomUUID(), isFirst: true }
  const pay = () => chargeCancelOrRefund(context, { orderId: order.id, event: { type: 'charge' } })
  for (let time = 0; time < 2; time++) await expect(pay()).rejects.toMatchObject({ code: 'card.declined' })
  const [, ...attempts] = (await getOrder(shop, order.id)).event
  expect(attempts.map(({ type }) => type)).toEqual(['fail', 'fail'])
})

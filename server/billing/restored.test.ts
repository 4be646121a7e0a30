import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { operation, order, orderEvent, subscription, unbooked } from '@/db/schema'
import { ordersOf, subscribe } from '@/test/billing'
import { call } from '@/test/call'
import { stripeShops } from '@/test/stripe/stripe-shops'
import { type TestMerchant, testWorld } from '@/test/world'
import { selectMethods } from '../account/rearrange-methods'
import { days, hours, todayOf } from '../core/clock'
import type { Account } from '../model/account'
import { addDays } from '../model/calendar'
import type { Card } from '../model/card/schemas'
import type { Order } from '../model/order/schemas'
import { methodsOf } from '../store/accounts'
import { runBilling } from './run'

const world = testWorld()
const shops = stripeShops(world)

/** Puts the orders and subscriptions of a merchant back, as a backup from before they were billed does. */
async function restore(shop: TestMerchant, backup: (typeof subscription.$inferSelect)[]): Promise<void> {
  await world.runtime.db.transaction(async (tx) => {
    // Neither triggers nor keys notice, as in a database that never had the rows.
    await tx.execute(sql`set local session_replication_role = replica`)
    for (const table of [unbooked, operation, orderEvent, order])
      await tx.delete(table).where(eq(table.merchantId, shop.merchant))
    for (const { merchantId, accountId, id, due, billed } of backup) {
      const isRow = and(eq(subscription.merchantId, merchantId), eq(subscription.accountId, accountId))
      await tx
        .update(subscription)
        .set({ due, billed })
        .where(and(isRow, eq(subscription.id, id)))
    }
  })
}

/** Creates a shop at Stripe, and an account with a card and subscriptions that are due. */
async function subscribed(...prices: number[]) {
  const shop = await shops.newShop()
  const method = [await newCard(shop)]
  const account = (await call<Account>(shop.privateKey, 'POST', '/account', { method })).body
  for (const items of prices) await subscribe(shop, account, { items })
  return { shop, account, backup: await subscriptionsOf(shop) }
}

const subscriptionsOf = (shop: TestMerchant) =>
  world.runtime.db.select().from(subscription).where(eq(subscription.merchantId, shop.merchant))

async function newCard(shop: TestMerchant, reference = 'pm_card_visa') {
  const { body } = await call<Card>(shop.privateKey, 'POST', '/card', { reference })
  return { type: 'token', card: body.token }
}

async function preferCard(shop: TestMerchant, { id }: Account, reference: string): Promise<void> {
  await call(shop.privateKey, 'POST', `/account/${id}/method`, await newCard(shop, reference))
  const methods = await methodsOf(shop.context, id)
  await selectMethods(shop.context, { id, selection: methods.toReversed().map(({ token }) => ({ token })) })
}

/** Moves everything that was paid into the past. */
function makeOlder(milliseconds: number): void {
  for (const intent of shops.double.state.paymentIntents.newest()) intent.created -= milliseconds / 1000
}

const paymentsOf = (shop: TestMerchant) =>
  shops.double.books().filter(({ metadata }) => metadata.merchant === shop.merchant)

test('a date that was billed after the backup is not charged again once the backup is restored', async () => {
  const { shop, account, backup } = await subscribed(100, 250)
  const paid = async () => {
    expect(await runBilling(shop.context)).toMatchObject({ orders: 2, charged: 2 })
    const orders = await ordersOf(shop, account)
    return orders
      .map(({ id, status }) => ({ id, status }))
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
  }
  const before = await paid()
  await restore(shop, backup)
  expect(await paid()).toEqual(before)
  expect(paymentsOf(shop)).toHaveLength(2)
})

test('a date that was billed after the backup is not charged to another card, which Stripe refuses under the same key', async () => {
  const { shop, account, backup } = await subscribed(100)
  expect(await runBilling(shop.context)).toMatchObject({ charged: 1 })
  makeOlder(hours(2))
  await restore(shop, backup)
  await preferCard(shop, account, 'pm_card_mastercard')
  expect(await runBilling(shop.context)).toMatchObject({ orders: 1 })
  await shops.recover()
  expect((await ordersOf(shop, account)).map(({ status }) => status)).toEqual([{ charged: 100 }])
  expect(paymentsOf(shop)).toHaveLength(1)
})

test('days later, when Stripe has forgotten the keys, neither a date nor its retry is charged again', async () => {
  const shop = await shops.newShop()
  const method = [await newCard(shop, 'pm_card_chargeCustomerFail')]
  const account = (await call<Account>(shop.privateKey, 'POST', '/account', { method })).body
  const start = addDays(todayOf(shop.context), -3)
  await subscribe(shop, account, { items: 100, start })
  const backup = await subscriptionsOf(shop)
  const bill = async (): Promise<Order | undefined> => {
    await runBilling(shop.context)
    return (await ordersOf(shop, account))[0]
  }

  const before = await bill()
  expect(before?.status).toEqual({ pending: 100 })
  // A new card pays what is owed.
  await preferCard(shop, account, 'pm_card_visa')

  makeOlder(days(2))
  shops.double.idempotency.forgetAll()
  await restore(shop, backup)
  const after = await bill()
  expect(after).toMatchObject({ id: before?.id, status: { pending: 100 } })
  const charge = { type: 'charge' }
  expect((await call(shop.privateKey, 'POST', `/order/${after?.id}/event`, charge)).status).toBe(201)
  expect(paymentsOf(shop)).toHaveLength(2)
  expect((await ordersOf(shop, account)).map(({ status }) => status)).toEqual([{ charged: 100 }])
})

test('a late payment of a customer whom Stripe no longer has is declined', async () => {
  const { shop, account } = await subscribed()
  await subscribe(shop, account, { start: addDays(todayOf(shop.context), -3) })
  const [method] = await methodsOf(shop.context, account.id)
  shops.double.state.customers.delete(method?.serviceReference.split('/')[0] ?? '')
  expect(await runBilling(shop.context)).toMatchObject({ orders: 1, failed: 1, open: 0 })
})

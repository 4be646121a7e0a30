import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { operation, order, orderEvent, subscription, unbooked } from '@/db/schema'
import { ordersOf, subscribe } from '@/test/billing'
import { call } from '@/test/call'
import { stripeShops } from '@/test/stripe/stripe-shops'
import { type TestMerchant, testWorld } from '@/test/world'
import type { Account } from '../model/account'
import type { Card } from '../model/card/schemas'
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

test('a date that was billed after the backup is not charged again once the backup is restored', async () => {
  const shop = await shops.newShop()
  const { body } = await call<Card>(shop.privateKey, 'POST', '/card', { reference: 'pm_card_visa' })
  const method = [{ type: 'token', card: body.token }]
  const account = (await call<Account>(shop.privateKey, 'POST', '/account', { method })).body
  await subscribe(shop, account)
  await subscribe(shop, account, { items: 250 })
  const isOfShop = eq(subscription.merchantId, shop.merchant)
  const backup = await world.runtime.db.select().from(subscription).where(isOfShop)
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
  expect(shops.double.books().filter(({ metadata }) => metadata.merchant === shop.merchant)).toHaveLength(2)
})

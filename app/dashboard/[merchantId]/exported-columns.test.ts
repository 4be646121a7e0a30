import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { order } from '@/db/schema'
import { exportAccounts } from '@/server/account/export-accounts'
import { exportAttempts } from '@/server/order/export-attempts'
import { exportEvents } from '@/server/order/export-events'
import { exportOrders } from '@/server/order/export-orders'
import { exportMovements } from '@/server/report/export-movements'
import { exportSubscriptions } from '@/server/subscription/export-subscriptions'
import { accountWith, call, orderOf, post, visa } from '@/test/call'
import { testWorld } from '@/test/world'
import { accountColumns } from './accounts/columns'
import { attemptColumns } from './attempts/columns'
import { eventColumns } from './events/columns'
import { orderColumns } from './orders/columns'
import { subscriptionColumns } from './subscriptions/columns'
import { movementColumns } from './subscriptions/movements/columns'

const world = testWorld()

test('every column of a list is in its export', async () => {
  const { context } = await world.newMerchant()
  const lists = {
    orders: [orderColumns, (columns: string) => exportOrders(context, { columns })],
    attempts: [attemptColumns, (columns: string) => exportAttempts(context, { columns })],
    events: [eventColumns, (columns: string) => exportEvents(context, { columns })],
    accounts: [
      accountColumns,
      (columns: string) => exportAccounts(context, exportAccounts.query.parse({ columns })),
    ],
    subscriptions: [subscriptionColumns, (columns: string) => exportSubscriptions(context, { columns })],
    movements: [movementColumns, (columns: string) => exportMovements(context, { columns })],
  } as const
  for (const [name, [columns, exported]] of Object.entries(lists)) {
    for (const { key } of columns) {
      const head = (await new Response(exported(key)).text()).replace('\ufeff', '').trim()
      expect(head, `${name}: ${key}`).not.toBe('')
    }
  }
})

test("an export of orders uses the list's names and includes the status", async () => {
  const shop = await world.newMerchant()
  const { id } = await orderOf(shop, 10)
  await post(shop, id, { type: 'charge', items: 4 })
  const columns = 'number,amount,status'
  const file = await new Response(exportOrders(shop.context, { columns })).text()
  expect(file.replace('\ufeff', '').trim().split(/\r?\n/)).toEqual([
    'order;currency;amount;status',
    `${id};SEK;10,00;Partly charged`,
  ])
})

test('an export of orders has each chosen column where it was chosen, with what belongs to it', async () => {
  const shop = await world.newMerchant()
  const account = await accountWith(shop, visa)
  await call(shop.privateKey, 'PUT', `/account/${account.id}/customer`, { email: 'jane@example.com' })
  const items = [{ name: 'Tea', price: 10 }]
  const payment = { type: 'account', account: account.id }
  await call(shop.privateKey, 'POST', '/order', { items, currency: 'SEK', payment })
  // It is the next day in Stockholm.
  const created = new Date('2027-01-05T23:30:00Z')
  await world.runtime.db.update(order).set({ created }).where(eq(order.merchantId, shop.merchant))
  const columns = 'amount,currency,card,customer,created,product'
  const file = await new Response(exportOrders(shop.context, { columns })).text()
  expect(file.replace('\ufeff', '').trim().split(/\r?\n/)).toEqual([
    'amount;currency;card;last4;customer;created;day;product',
    '10,00;SEK;visa;1111;jane@example.com;2027-01-05T23:30:00.000Z;2027-01-06;Tea',
  ])
})

test('an export of orders says until when what is left can be charged', async () => {
  const shop = await world.newMerchant()
  const [open, charged] = [await orderOf(shop, 10), await orderOf(shop, 10)]
  const authorisedUntil = new Date('2027-01-05T12:00:00Z')
  await world.runtime.db.update(order).set({ authorisedUntil }).where(eq(order.merchantId, shop.merchant))
  await post(shop, charged.id, { type: 'charge' })
  const columns = 'id,authorisedUntil'
  const file = await new Response(exportOrders(shop.context, { columns })).text()
  const [, ...lines] = file.trim().split(/\r?\n/)
  expect(lines.toSorted()).toEqual([`${open.id};2027-01-05T12:00:00.000Z`, `${charged.id};`].toSorted())
})

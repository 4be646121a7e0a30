// @module-tag slow

import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { ordersOf, subscribe } from '@/test/billing'
import { call, getOrder } from '@/test/call'
import { intentOf } from '@/test/stripe/planted-differences'
import { type StripeShop, stripeShop } from '@/test/stripe/shop'
import { testWorld } from '@/test/world'
import { runBilling } from '../../billing/run'
import type { Account } from '../../model/account'
import type { Card } from '../../model/card/schemas'
import type { Order } from '../../model/order/schemas'
import { reconcile } from './reconcile'

const world = testWorld()

let double: StripeShop['double']
let shop: StripeShop

beforeEach(async () => {
  shop = await stripeShop(world)
  double = shop.double
})

/** The order of a subscription, which its account has paid: 100 SEK. */
async function paid(): Promise<Order> {
  const { body } = await call<Card>(shop.publicKey, 'POST', '/card', { reference: 'pm_card_visa' })
  const method = [{ type: 'token', card: body.token }]
  const { body: account } = await call<Account>(shop.privateKey, 'POST', '/account', { method })
  await subscribe(shop, account)
  await runBilling({ ...shop.context, merchant: { ...shop.context.merchant, cardService: 'stripe' } })
  const [order] = await ordersOf(shop, account)
  expect(order?.status).toEqual({ charged: 100 })
  return order ?? expect.fail('the subscription has no order')
}

const run = async (adopt = false) => {
  const range = { from: new Date(0), to: undefined }
  const { differences } = await reconcile(shop.context, { cause: 'command', range, adopt })
  return differences.map(({ kind, state }) => ({ kind, state }))
}

interface Planted {
  name: string
  plant(order: Order): unknown
  found: { kind: string; state: 'adopted' | 'noted' }[]
  /** The state of the order now. */
  status: Record<string, number>
}

const alterOperation = (id: string, change: string) =>
  world.runtime.db.execute(
    sql`update operation set ${sql.raw(change)} where order_id = ${id} and kind = 'pay'`,
  )

const planted: Planted[] = [
  {
    name: 'less money there',
    plant: (order) => double.operate('alter', { intent: intentOf(double, order), captured: 9000 }),
    found: [{ kind: 'amount', state: 'adopted' }],
    status: { charged: 90, cancelled: 10 },
  },
  {
    name: 'more money there than the payment has',
    plant: (order) => double.operate('alter', { intent: intentOf(double, order), captured: 11_000 }),
    found: [{ kind: 'charge missing here', state: 'noted' }],
    status: { charged: 100 },
  },
  {
    name: 'a payment of another amount',
    plant: (order) => {
      double.state.paymentIntents.get(intentOf(double, order)).amount = 11_000
      return double.operate('alter', { intent: intentOf(double, order), captured: 11_000 })
    },
    found: [{ kind: 'amount', state: 'noted' }],
    status: { charged: 100 },
  },
  {
    name: 'an operation whose amount was changed',
    plant: ({ id }) => alterOperation(id, 'amount = amount + 1'),
    found: [{ kind: 'own records', state: 'adopted' }],
    status: { charged: 100 },
  },
  {
    name: 'an operation that counts as failed',
    plant: ({ id }) => alterOperation(id, "status = 'failed'"),
    found: [{ kind: 'state', state: 'adopted' }],
    status: { charged: 100 },
  },
]

test.each(planted)(
  'finds $name of a subscription’s payment once, and nothing afterwards',
  async ({ plant, found, status }) => {
    const order = await paid()
    expect(await run()).toEqual([])
    await plant(order)
    expect(await run(true)).toEqual(found)
    expect((await getOrder(shop, order.id)).status).toEqual(status)
    expect(await run()).toEqual([])
  },
)

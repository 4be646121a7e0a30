import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { acquirerFault, mail } from '@/db/schema'
import { accountWith, call, visa } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import type { Account } from '../account/schemas'
import { reconcile } from '../card/reconcile'
import { settlePayments } from '../order/pay'
import { recoverOperations } from '../order/recover'
import type { Order } from '../order/schemas'
import { beginDue } from './due'
import { runBilling } from './run'

const world = testWorld({ cardServiceTimeoutMs: 1000 })

async function subscribe(shop: TestMerchant, { id }: Account, terms: object): Promise<void> {
  const body = { items: 100, currency: 'SEK', schedule: 'monthly', ...terms }
  const { status, text } = await call(shop.privateKey, 'POST', `/account/${id}/subscription`, body)
  expect(status, text).toBe(201)
}

const ordersOf = async (shop: TestMerchant, { id }: Account): Promise<Order[]> =>
  (await call<Order[]>(shop.privateKey, 'GET', `/account/${id}/order?limit=1000`)).body.reverse()

const statusOf = async (shop: TestMerchant, { id }: Account) =>
  (await call<Account>(shop.privateKey, 'GET', `/account/${id}`)).body.status

describe('a card service that is away', () => {
  test.each(['timeout', 'fail'] as const)(
    '(%s) is no failure of the payer’s: asked again, charged once',
    async (fault) => {
      const shop = await world.newMerchant()
      const { db } = world.runtime
      const payer = await accountWith(shop, visa)
      await call(shop.privateKey, 'PUT', `/account/${payer.id}/customer`, { email: 'jane@example.com' })
      await subscribe(shop, payer, {})
      await db
        .insert(acquirerFault)
        .values({ merchantId: shop.merchant, kind: 'authorise', fault, remaining: 1 })
      expect(await runBilling(shop.context)).toMatchObject({ orders: 1, charged: 0, failed: 0, open: 1 })
      expect((await ordersOf(shop, payer)).map(({ status }) => status)).toEqual([{ ordered: 100 }])
      expect(await statusOf(shop, payer)).toBe('active')
      await recoverOperations(world.runtime, 0, () => undefined)
      expect((await ordersOf(shop, payer)).map(({ status }) => status)).toEqual([{ charged: 100 }])
      const mails = await db.select().from(mail).where(eq(mail.merchantId, shop.merchant))
      expect(mails.map(({ template }) => template).sort()).toEqual(['receipt', 'subscription-started'])
      expect(await reconcile(db, shop.merchant)).toEqual([])
    },
  )

  test('while a payment runs, its order cannot be charged or cancelled', async () => {
    const shop = await world.newMerchant()
    const payer = await accountWith(shop, visa)
    await subscribe(shop, payer, {})
    const begun = await beginDue(shop.context, 10)
    const [running] = await ordersOf(shop, payer)
    for (const type of ['charge', 'cancel']) {
      const { status } = await call(shop.privateKey, 'POST', `/order/${running?.id}/event`, { type })
      expect(status).toBe(400)
    }
    await settlePayments(shop.context, begun)
    expect((await ordersOf(shop, payer)).map(({ status }) => status)).toEqual([{ charged: 100 }])
  })
})

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { mail } from '@/db/schema'
import { accountWith, call, post } from '@/test/call'
import { testWorld } from '@/test/world'
import { runBilling } from '../billing/run'
import type { Order } from '../model/order/schemas'

const world = testWorld()

test('a refund that the card service refuses sends no mail about a failed payment', async () => {
  const shop = await world.newMerchant()
  const { id } = await accountWith(shop, '4000000000005126')
  await call(shop.privateKey, 'PUT', `/account/${id}/customer`, { email: 'jane@example.com' })
  const terms = { items: 100, currency: 'SEK', schedule: 'monthly' }
  await call(shop.privateKey, 'POST', `/account/${id}/subscription`, terms)
  expect(await runBilling(shop.context)).toMatchObject({ charged: 1 })
  const { body: orders } = await call<Order[]>(shop.privateKey, 'GET', `/account/${id}/order`)
  expect((await post(shop, orders[0]?.id ?? '', { type: 'refund' })).status).toBe(400)
  const mails = await world.runtime.db.select().from(mail).where(eq(mail.merchantId, shop.merchant))
  expect(mails.map(({ template }) => template).sort()).toEqual(['receipt', 'subscription-started'])
})

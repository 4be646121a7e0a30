// @module-tag slow

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { serviceVerification } from '@/db/schema'
import { call } from '@/test/call'
import { chargedOrder, stripeShop } from '@/test/stripe/shop'
import { testWorld } from '@/test/world'
import type { Card } from '../model/card/schemas'
import type { Order } from '../model/order/schemas'
import { readEvidence } from './evidence'

const world = testWorld()

test('evidence names the approval at the bank, though the order has replaced its authorisation', async () => {
  const shop = await stripeShop(world)
  const { body: card } = await call<Card>(shop.publicKey, 'POST', '/card', {
    reference: 'pm_card_threeDSecure2Required',
  })
  const content = { items: 100, currency: 'SEK', payment: { type: 'card', card: card.token } }
  const pay = () => call<Order>(shop.publicKey, 'POST', '/order', content)
  expect((await pay()).status).toBe(400)
  const [verification] = await world.runtime.db
    .select()
    .from(serviceVerification)
    .where(eq(serviceVerification.merchantId, shop.merchant))
  await fetch(verification?.bankUrl ?? '', {
    method: 'POST',
    body: new URLSearchParams({ decision: 'approve' }),
    redirect: 'manual',
  })
  const { body: order } = await pay()
  expect((await readEvidence(shop.context, order.id)).approvals).toEqual([verification?.created])
  expect((await readEvidence(shop.context, (await chargedOrder(shop)).id)).approvals).toEqual([])
})

// @module-tag slow

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { serviceVerification } from '@/db/schema'
import { call } from '@/test/call'
import { dashboard, newMember } from '@/test/members'
import { chargedOrder, stripeShop } from '@/test/stripe/shop'
import { testWorld } from '@/test/world'
import type { Card } from '../model/card/schemas'
import type { Order } from '../model/order/schemas'
import { readEvidence } from './evidence'

const world = testWorld()

test('evidence and the page of the order name the approval at the bank, though the order has replaced its authorisation', async () => {
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
  const unverified = await chargedOrder(shop)
  expect((await readEvidence(shop.context, order.id)).approvals).toEqual([verification?.created])
  expect((await readEvidence(shop.context, unverified.id)).approvals).toEqual([])
  const session = await newMember(world.runtime, shop.merchant, 'viewer')
  const { order: orders } = dashboard(world.runtime, session, shop.merchant)
  expect((await orders.get({ id: order.id })).approved).toEqual(verification?.created)
  expect((await orders.get({ id: unverified.id })).approved).toBeUndefined()
})

// @module-tag slow

import { beforeEach, expect, test } from 'vitest'
import { call, getOrder, post } from '@/test/call'
import { processAllNotices } from '@/test/stripe/notices'
import { intentOf } from '@/test/stripe/planted-differences'
import { type StripeShop, stripeShop } from '@/test/stripe/shop'
import { testWorld } from '@/test/world'
import type { Card } from '../../model/card/schemas'
import type { Order } from '../../model/order/schemas'
import { checkConnection } from '../connection'

const world = testWorld()

let shop: StripeShop
beforeEach(async () => {
  shop = await stripeShop(world)
})

async function newOrder(): Promise<Order> {
  const { body: card } = await call<Card>(shop.publicKey, 'POST', '/card', { reference: 'pm_card_visa' })
  const payment = { type: 'card', card: card.token }
  return (await call<Order>(shop.publicKey, 'POST', '/order', { items: 100, currency: 'SEK', payment })).body
}

const capturableUpdated = 'payment_intent.amount_capturable_updated'
const subscribedEvents = () => shop.double.state.webhookEndpoints.newest()[0]?.enabled_events

/** Runs the regular check, which looks at the payments made so far. */
const check = () => checkConnection(shop.context, 'stripe')

test('subscribes to notices of the remaining authorised amount once the account supports multiple captures', async () => {
  expect(subscribedEvents()).not.toContain(capturableUpdated)
  await newOrder()
  await check()
  expect(subscribedEvents()).toContain(capturableUpdated)
  shop.double.operate('settings', { multicapture: [] })
  for (let count = 0; count < 100; count++) shop.double.operate('pay', { amount: 500, capture: false })
  await check()
  expect(subscribedEvents()).not.toContain(capturableUpdated)
})

test('partial captures in Stripe’s dashboard become events at once', async () => {
  const order = await newOrder()
  await check()
  const intent = intentOf(shop.double, order)
  const arrived = () => shop.double.deliveries.log.filter(({ type }) => type === capturableUpdated).length
  let notices = 0
  const afterNotice = async () => {
    await expect.poll(arrived).toBe(++notices)
    await processAllNotices(world.runtime, shop)
    return (await getOrder(shop, order.id)).status
  }
  const capture = (amount: number) => {
    shop.double.operate('capture', { intent, amount, final: false })
    return afterNotice()
  }
  expect(await capture(3000)).toEqual({ charged: 30, ordered: 70 })
  expect(await capture(2000)).toEqual({ charged: 50, ordered: 50 })
  expect((await post(shop, order.id, { type: 'charge', items: 10 })).status).toBe(201)
  expect(await afterNotice()).toEqual({ charged: 60, ordered: 40 })
  const { event } = await getOrder(shop, order.id)
  expect(event.map(({ type }) => type)).toEqual(['order', 'charge', 'charge', 'charge'])
})

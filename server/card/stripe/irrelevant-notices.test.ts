// @module-tag slow

import { eq } from 'drizzle-orm'
import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { POST } from '@/app/notices/[service]/[merchant]/route'
import { serviceNotice } from '@/db/schema'
import { stripeShop } from '@/test/stripe/shop'
import { testWorld } from '@/test/world'
import { checkConnection } from '../connection'

const world = testWorld()

// Stripe disables an endpoint that refuses its notices, and an operator can have subscribed it to anything.
test('signed notices about nothing that Kassa could fetch are received, and not stored', async () => {
  const shop = await stripeShop(world)
  const [endpoint] = shop.double.state.webhookEndpoints.newest()
  const secret = shop.double.state.secrets.get(endpoint?.id ?? '') ?? expect.fail('no secret')
  const send = async (event: object) => {
    const body = JSON.stringify(event)
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret })
    const headers = { 'stripe-signature': signature }
    const { status } = await POST(new Request('http://kassa.test', { method: 'POST', body, headers }), {
      params: Promise.resolve({ service: 'stripe', merchant: shop.merchant }),
    })
    return status
  }
  const event = { id: 'evt_1', object: 'event', type: 'balance.available' }
  const ofNewApi = { id: 'evt_2', object: 'v2.core.event', type: 'v2.core.account.updated' }
  expect(await send({ ...event, data: { object: { object: 'balance' } } })).toBe(200)
  expect(await send({ ...ofNewApi, related_object: { id: 'acct_1' } })).toBe(200)
  const stored = () => world.runtime.db.$count(serviceNotice, eq(serviceNotice.merchantId, shop.merchant))
  expect(await stored()).toBe(0)
  const about = { id: 'po_1', object: 'payout' }
  expect(await send({ ...event, type: 'payout.canceled', data: { object: about } })).toBe(200)
  expect(await stored()).toBe(1)
  expect(endpoint?.enabled_events).toContain('payout.canceled')
})

test('the endpoint of Kassa is found among many of other systems', async () => {
  const { context, double } = await stripeShop(world)
  const [ours] = double.state.webhookEndpoints.newest()
  if (!ours) expect.fail('no endpoint')
  for (let count = 0; count < 100; count++)
    double.state.webhookEndpoints.add({ ...ours, id: `we_other_${count}`, url: 'https://other.example' })
  expect(await checkConnection(context, 'stripe')).toMatchObject({ notices: 'done' })
  expect(double.state.webhookEndpoints.newest().filter(({ url }) => url === ours.url)).toEqual([ours])
})

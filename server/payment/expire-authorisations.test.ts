// @module-tag slow

import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { order } from '@/db/schema'
import { callbacksOf } from '@/test/billing'
import { getOrder, post } from '@/test/call'
import { newMember } from '@/test/members'
import { teamMailsOf } from '@/test/people-mail'
import { racedBy } from '@/test/race'
import { stripeShops } from '@/test/stripe/stripe-shops'
import { type TestMerchant, testWorld } from '@/test/world'
import { hours, later } from '../core/clock'
import type { Order } from '../model/order/schemas'
import { announceExpiry, endExpired } from './expire-authorisations'

const world = testWorld()
const shops = stripeShops(world)

let shop: TestMerchant
let created: Order

beforeEach(async () => {
  shop = await shops.newShop()
  const more = { callback: 'https://shop.example/hook', number: 'W-7' }
  created = await shops.order(shop, 'pm_card_visa', more)
})

const failed = (error: unknown) => expect.fail(String(error))

/** Sets when the authorisation of the order ends, in hours from now. */
const endsIn = (count: number) =>
  world.runtime.db
    .update(order)
    .set({ authorisedUntil: later(new Date(), hours(count)) })
    .where(and(eq(order.merchantId, shop.merchant), eq(order.id, created.id)))

const intent = () => shops.bookOf(created)?.intent ?? ''

const callbackTypes = async () => (await callbacksOf(shop)).map(({ type }) => type)
const teamMails = () => teamMailsOf(world.runtime, shop.merchant)

describe('when an authorisation expires', () => {
  test('is shown with the order until nothing is left of it', async () => {
    const days = (Date.parse(created.authorisedUntil ?? '') - Date.now()) / hours(24)
    expect(days).toBeCloseTo(7, 1)
    await post(shop, created.id, { type: 'charge', items: 60 })
    expect((await getOrder(shop, created.id)).authorisedUntil).toBe(created.authorisedUntil)
    await post(shop, created.id, { type: 'cancel' })
    expect(await getOrder(shop, created.id)).not.toHaveProperty('authorisedUntil')
  })

  test('the merchant is notified one day before, once', async () => {
    await newMember(world.runtime, shop.merchant, 'viewer')
    await endsIn(25)
    await announceExpiry(world.runtime, failed)
    expect(await callbackTypes()).toEqual(['order.created'])
    await endsIn(23)
    await Promise.all([announceExpiry(world.runtime, failed), announceExpiry(world.runtime, failed)])
    await announceExpiry(world.runtime, failed)
    expect(await callbackTypes()).toEqual(['order.created', 'order.expiring'])
    const until = (await getOrder(shop, created.id)).authorisedUntil
    // To the owner, and not to viewers.
    expect((await teamMails()).map(({ data }) => data)).toMatchObject([
      {
        ...{ what: 'authorisation expires', order: created.id, number: 'W-7' },
        ...{ amount: '10000', currency: 'SEK', until },
      },
    ])
  })

  test('nobody is notified of an authorisation that is renewed meanwhile, until that one expires', async () => {
    await endsIn(23)
    const db = racedBy(world.runtime.db, () => endsIn(7 * 24))
    await announceExpiry({ ...world.runtime, db }, failed)
    expect(await callbackTypes()).toEqual(['order.created'])
    await endsIn(23)
    await announceExpiry(world.runtime, failed)
    expect(await callbackTypes()).toEqual(['order.created', 'order.expiring'])
  })

  test('nobody is notified of an order with nothing left to charge', async () => {
    await endsIn(23)
    await post(shop, created.id, { type: 'charge' })
    await announceExpiry(world.runtime, failed)
    expect(await callbackTypes()).not.toContain('order.expiring')
  })

  test('the rest is cancelled, with the reason, and the payment has expired', async () => {
    shops.double.operate('expire', { intent: intent() })
    await endsIn(-1)
    await endExpired(world.runtime, failed)
    await endExpired(world.runtime, failed)
    const after = await getOrder(shop, created.id)
    expect(after.event.map(({ type, reason }) => [type, reason])).toEqual([
      ['order', undefined],
      ['cancel', 'expired'],
    ])
    expect([after.status, after.payment.status]).toEqual([{ cancelled: 100 }, 'expired'])
    expect(await callbackTypes()).toEqual(['order.created', 'order.cancelled'])
  })

  test('what was charged before stays charged', async () => {
    await post(shop, created.id, { type: 'charge', items: 60 })
    shops.double.operate('expire', { intent: intent() })
    await endsIn(-1)
    await endExpired(world.runtime, failed)
    const after = await getOrder(shop, created.id)
    expect([after.status, after.payment.status]).toEqual([{ charged: 60, cancelled: 40 }, 'created'])
  })

  test('what was captured at the card service is charged, not cancelled', async () => {
    shops.double.operate('capture', { intent: intent() })
    await endsIn(-1)
    await endExpired(world.runtime, failed)
    expect((await getOrder(shop, created.id)).status).toEqual({ charged: 100 })
  })

  test('nothing is recorded while the card service keeps the authorisation', async () => {
    await endsIn(-1)
    await endExpired(world.runtime, failed)
    expect((await getOrder(shop, created.id)).status).toEqual({ ordered: 100 })
    shops.double.operate('expire', { intent: intent() })
    await endExpired(world.runtime, failed)
    expect((await getOrder(shop, created.id)).status).toEqual({ cancelled: 100 })
  })
})

// @module-tag slow

import { beforeEach, expect, test } from 'vitest'
import { getOrder, post } from '@/test/call'
import { allDelivered, processAllNotices } from '@/test/stripe/notices'
import { intentOf } from '@/test/stripe/planted-differences'
import { authorisedOrder, failsAt, type StripeShop, stripeShop } from '@/test/stripe/shop'
import { testWorld } from '@/test/world'
import type { Order } from '../model/order/schemas'
import { collectAll } from '../settlement/collect'
import { requirePayout } from '../settlement/payouts'
import { adoptChanges } from './adopt-changes'
import { reconcile } from './reconcile/reconcile'

const world = testWorld()

let double: StripeShop['double']
let shop: StripeShop

// The card service records what it releases as a refund.
beforeEach(async () => {
  shop = await stripeShop(world)
  ;({ double } = shop)
  double.operate('settings', { releases: 'refund' })
})

async function afterNotices({ id }: Order) {
  await allDelivered(double)
  await processAllNotices(world.runtime, shop)
  const { event, status } = await getOrder(shop, id)
  return { status, events: event.map(({ type }) => type) }
}

const differences = async (adopt = false) => {
  const range = { from: new Date(0), to: undefined }
  const found = await reconcile(shop.context, { cause: 'daily', range, adopt })
  return found.differences.map(({ kind }) => kind)
}

test.each([
  {
    name: 'a capture in part',
    act: (intent: string) => double.operate('capture', { intent, amount: 4000 }),
    status: { charged: 40, cancelled: 60 },
    events: ['order', 'charge', 'cancel'],
  },
  {
    name: 'a cancel',
    act: (intent: string) => double.operate('cancel', { intent }),
    status: { cancelled: 100 },
    events: ['order', 'cancel'],
  },
  {
    name: 'an expiry',
    act: (intent: string) => double.operate('expire', { intent }),
    status: { cancelled: 100 },
    events: ['order', 'cancel'],
  },
])('what $name at the card service releases is not refunded', async ({ act, status, events }) => {
  const order = await authorisedOrder(shop, 'pm_card_visa')
  act(intentOf(double, order))
  expect(await afterNotices(order)).toEqual({ status, events })
  expect(await differences()).toEqual([])
})

test("an authorisation has expired when Stripe says so, although by Kassa's clock it has not", async () => {
  const { id } = await authorisedOrder(shop)
  double.operate('advance', { seconds: 7 * 86_400 })
  await allDelivered(double)
  await processAllNotices(world.runtime, shop)
  const { event, payment } = await getOrder(shop, id)
  expect([event.at(-1)?.reason, payment.status]).toEqual(['expired', 'expired'])
})

const lines = [
  { name: 'Cup', quantity: 2, price: 30 },
  { name: 'Pot', price: 40 },
]

test.each([
  { items: 100, part: 60 },
  { items: lines, part: [{ name: 'Cup', quantity: 2 }] },
])('what a charge releases is not refunded, and the rest can be', async ({ items, part }) => {
  const order = await authorisedOrder(shop, 'pm_card_amex', items)
  expect((await post(shop, order.id, { type: 'charge', items: part })).status).toBe(201)
  expect(await afterNotices(order)).toEqual({
    status: { charged: 60, cancelled: 40 },
    events: ['order', 'charge', 'cancel'],
  })
  expect(await differences()).toEqual([])
  expect((await post(shop, order.id, { type: 'refund' })).status).toBe(201)
  expect((await afterNotices(order)).status).toEqual({ refunded: 60, cancelled: 40 })
  expect(await differences()).toEqual([])
})

test('a payout has charged no more than was captured, and refunded nothing', async () => {
  const order = await authorisedOrder(shop, 'pm_card_amex')
  await post(shop, order.id, { type: 'charge', items: 60 })
  const { id = '' } = double.operate('payout', {}) ?? {}
  await collectAll(world.runtime, failsAt(shop))
  const { amount, missing, parts } = await requirePayout(shop.context, { service: 'stripe', id })
  expect({ amount, missing }).toEqual({ amount: 5730n, missing: 0n })
  expect(parts).toEqual([{ kind: 'charge', count: 2, amount: 6000n, fee: 270n }])
})

test('a refund that was recorded for what was only released is a difference that can be reversed', async () => {
  const order = await authorisedOrder(shop, 'pm_card_amex')
  await post(shop, order.id, { type: 'charge', items: 60 })
  const reference = double.state.refunds.newest()[0]?.id ?? ''
  const change = { type: 'moved', id: `refund:${reference}`, reference, kind: 'refund' } as const
  await adoptChanges(shop.context, {
    orderId: order.id,
    changes: [{ ...change, amount: 4000n, reason: 'external' }],
  })
  const before = { charged: 20, refunded: 40, cancelled: 40 }
  expect((await afterNotices(order)).status).toEqual(before)
  expect(await differences(true)).toEqual(['refund missing there'])
  expect((await getOrder(shop, order.id)).status).toEqual({ charged: 60, cancelled: 40 })
  expect(await differences()).toEqual([])
})

// @module-tag slow

import { beforeEach, expect, test } from 'vitest'
import { getOrder, post } from '@/test/call'
import { intentOf } from '@/test/stripe/planted-differences'
import { authorisedOrder, chargedOrder, type StripeShop, stripeShop } from '@/test/stripe/shop'
import { testWorld } from '@/test/world'
import { fail } from '../model/errors'
import type { Order } from '../model/order/schemas'
import { operationsOf } from '../store/operations'
import { requireOrder } from '../store/read-orders'
import { contentForMerchant } from '../trpc/wording'
import { followPayment } from './follow-service'

const world = testWorld()

let double: StripeShop['double']
let shop: StripeShop

beforeEach(async () => {
  shop = await stripeShop(world)
  ;({ double } = shop)
  double.operate('notifications', { drop: 1 })
})

/** Returns what the caller and the dashboard read about a refused event, and checks that the event says the same. */
async function refusalOf(order: Order, event: { type: 'charge' | 'cancel' | 'refund'; items?: number }) {
  const { status, body } = await post(shop, order.id, event)
  expect([status, body.content.details]).toEqual([400, { code: 'invalid transaction' }])
  const last = (await getOrder(shop, order.id)).event.at(-1)
  const error = { content: { description: body.content.description } }
  expect(last).toMatchObject({ type: 'fail', original: event.type, error })
  const refusal = fail('card.declined', {
    code: 'invalid transaction',
    field: 'payment.card',
    kind: event.type,
  })
  return [body.content.description, contentForMerchant(refusal, 'en-SE').description]
}

const refundedThere = (amount?: number) => (order: Order) =>
  double.operate('refund', { intent: intentOf(double, order), ...(amount && { amount }) })
const disputed = (order: Order) => double.operate('dispute', { intent: intentOf(double, order) })

test('another payment of an order whose own is recorded is not followed', async () => {
  const { id } = await chargedOrder(shop)
  const { serviceReference: reference } = await requireOrder(shop.context, id)
  const { books } = shop.context.cards.named('stripe')
  const own = await books.payment({ merchantId: shop.merchant, reference: reference ?? '' })
  const [recorded] = await operationsOf(shop.context, id)
  const another = {
    ...(own ?? expect.fail('no payment')),
    ...{ operation: recorded?.id ?? '', reference: 'pi_another', refunded: 1000n },
  }
  expect(await followPayment(shop.context, another)).toBe(true)
})

test('a charge that is undone there while another one is running is followed once the other has an outcome', async () => {
  const order = await authorisedOrder(shop)
  expect((await post(shop, order.id, { type: 'charge', items: 40 })).status).toBe(201)
  double.operate('fault', { path: '/capture$', kind: 'error-before', times: 1 })
  expect((await post(shop, order.id, { type: 'charge', items: 20 })).status).toBe(504)
  const { books } = shop.context.cards.named('stripe')
  const reference = intentOf(double, order)
  const payment = await books.payment({ merchantId: shop.merchant, reference })
  if (!payment) expect.fail('no payment')
  expect(await followPayment(shop.context, payment)).toBe(true)
  expect(await followPayment(shop.context, { ...payment, charged: 0n })).toBe(false)
})

test.each([
  { name: 'was refunded there', act: refundedThere() },
  { name: 'was refunded there in part', act: refundedThere(3000) },
  { name: 'is disputed', act: disputed },
  {
    name: 'was charged back',
    act: (order: Order) => double.operate('close-dispute', { dispute: disputed(order).id, outcome: 'lost' }),
  },
])('the refusal of a refund that $name warns of paying twice', async ({ act }) => {
  const order = await chargedOrder(shop)
  act(order)
  for (const text of await refusalOf(order, { type: 'refund' }))
    expect(text).toMatch(/may be disputed, or refunded already.*before you pay the customer back/)
  expect((await getOrder(shop, order.id)).status).toEqual({ charged: 100 })
})

test.each(['charge', 'cancel'] as const)(
  'a %s of what was captured there is looked up there, and no other card would help',
  async (type) => {
    const order = await authorisedOrder(shop)
    double.operate('capture', { intent: intentOf(double, order), amount: 3000, final: false })
    for (const text of await refusalOf(order, { type })) {
      expect(text).toMatch(/may have been .*(Look it up|check) at the card service/)
      expect(text).not.toMatch(/limit|smaller amount/)
    }
    expect((await getOrder(shop, order.id)).status).toEqual({ ordered: 100 })
  },
)

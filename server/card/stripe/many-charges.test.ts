import { afterEach, describe, expect, test, vi } from 'vitest'
import { getOrder, post } from '@/test/call'
import { clientOf } from '@/test/stripe/client'
import { stripeShops } from '@/test/stripe/stripe-shops'
import { type TestMerchant, testWorld } from '@/test/world'

const world = testWorld()
const shops = stripeShops(world)

afterEach(() => vi.restoreAllMocks())

describe('an authorisation at Stripe, whose metadata names every charge and has 50 keys', () => {
  /** An order whose payment intent has this many keys. */
  const orderWithKeys = async (count: number) => {
    const shop = await shops.newShop()
    const order = await shops.order(shop, 'pm_card_visa')
    const { intent = '', metadata = {} } = shops.bookOf(order) ?? {}
    const others = Array.from({ length: count - Object.keys(metadata).length }, (_, key) => [`k${key}`, 'x'])
    await clientOf(shops.double).paymentIntents.update(intent, { metadata: Object.fromEntries(others) })
    return { shop, id: order.id }
  }
  const chargePart = (shop: TestMerchant, id: string) => post(shop, id, { type: 'charge', items: 1 })

  test.each([
    ['charge', { charged: 100 }],
    ['cancel', { charged: 2, cancelled: 98 }],
  ])('can be charged in parts until few are left, and says so before the last %s', async (type, status) => {
    const { shop, id } = await orderWithKeys(42)
    await chargePart(shop, id)
    expect((await getOrder(shop, id)).limits).toEqual({ cancel: 'in full' })
    await chargePart(shop, id)
    expect((await getOrder(shop, id)).limits).toEqual({ charge: 'in full', cancel: 'in full' })
    const capture = vi.spyOn(world.runtime.cards.named('stripe'), 'capture')
    const refused = await chargePart(shop, id)
    expect([refused.status, refused.body.content.description]).toEqual([
      400,
      'The remaining 98.00 SEK can only be charged in full. Omit `items`.',
    ])
    expect(capture).not.toHaveBeenCalled()
    expect((await post(shop, id, { type })).status).toBe(201)
    expect((await getOrder(shop, id)).status).toEqual(status)
  })

  test('says so even if the response to the last partial charge was lost', async () => {
    const { shop, id } = await orderWithKeys(43)
    shops.double.operate('fault', { method: 'POST', path: '/capture$', kind: 'lost-after', times: 2 })
    expect((await chargePart(shop, id)).status).toBe(504)
    expect(await shops.recover()).toEqual([])
    expect((await getOrder(shop, id)).limits).toMatchObject({ charge: 'in full' })
  })

  test('can be cancelled with the last key', async () => {
    const { shop, id } = await orderWithKeys(49)
    const { status, body } = await post(shop, id, { type: 'charge' })
    expect([status, body.content.details]).toEqual([400, { code: 'rule violation' }])
    expect((await post(shop, id, { type: 'cancel' })).status).toBe(201)
    expect(shops.bookOf({ id })).toMatchObject({ captured: 0, released: 10_000 })
  })
})

// @module-tag slow

import { afterEach, describe, expect, test, vi } from 'vitest'
import { callbacksOf, move, ordersOf, payer, shopOn, subscribe } from '@/test/billing'
import { accountWith, call, type ErrorBody, getOrder, orderOf, post, tokenFor, visa } from '@/test/call'
import { deferred } from '@/test/deferred'
import { dashboardAs } from '@/test/members'
import { stripeShops } from '@/test/stripe/stripe-shops'
import { type TestMerchant, testWorld } from '@/test/world'
import type { Authorised, Capabilities, Outcome } from '../model/card/service'
import type { Event, Order } from '../model/order/schemas'

const world = testWorld()
const shops = stripeShops(world)

afterEach(() => vi.restoreAllMocks())

const support = async (shop: TestMerchant) =>
  (await dashboardAs(world.runtime, shop.merchant, 'support')).order

const eventsOf = ({ event }: Order) =>
  event.map(({ type, reason, sequence }) => [type, sequence, ...(reason ? [reason] : [])])

/** Makes the simulated acquirer less capable. */
async function limit(less: Partial<Capabilities>) {
  const service = world.runtime.cards.named('test')
  const all = await service.capabilities({ merchantId: '' })
  vi.spyOn(service, 'capabilities').mockResolvedValue({ ...all, ...less })
  return service
}

describe('an authorisation that can be charged once', () => {
  const once = async (body = {}) => {
    const shop = await shops.newShop()
    return { shop, order: await shops.order(shop, 'pm_card_amex', body) }
  }

  test('says so before anything is charged', async () => {
    const { shop, order } = await once()
    expect(order.limits).toEqual({ charge: 'once', cancel: 'in full' })
    const orders = await support(shop)
    const part = { id: order.id, event: { type: 'charge', items: 40 } } as const
    expect(await orders.preview(part)).toEqual({ amount: 4000n, released: 6000n })
    expect(await orders.preview({ ...part, event: { type: 'charge' } })).toEqual({
      amount: 10_000n,
      released: 0n,
    })
    expect((await orders.get({ id: order.id })).possible).toMatchObject([
      { type: 'charge', byAmount: true },
      { type: 'cancel', byAmount: false },
    ])
  })

  test('releases the rest of a partial charge, as an event in the same transaction', async () => {
    const { shop, order } = await once({ callback: 'https://shop.example/hook' })
    const { status, body } = await post<Event>(shop, order.id, { type: 'charge', items: 40 })
    expect([status, body.type, body.items]).toEqual([201, 'charge', 40])
    const after = await getOrder(shop, order.id)
    expect(after.status).toEqual({ charged: 40, cancelled: 60 })
    expect(eventsOf(after)).toEqual([
      ['order', 1],
      ['charge', 2],
      ['cancel', 3, 'released'],
    ])
    expect(after).not.toHaveProperty('limits')
    expect(after).not.toHaveProperty('authorisedUntil')
    expect(shops.bookOf(order)).toMatchObject({ captured: 4000, released: 6000 })
    const callbacks = await callbacksOf(shop)
    expect(callbacks.map(({ type, data }) => [type, data.order?.event.length, data.order?.status])).toEqual([
      ['order.created', 1, { ordered: 100 }],
      ['order.charged', 2, { ordered: 60, charged: 40 }],
      ['order.cancelled', 3, { charged: 40, cancelled: 60 }],
    ])
    expect((await post(shop, order.id, { type: 'charge' })).status).toBe(400)
    expect((await post(shop, order.id, { type: 'refund' })).status).toBe(201)
  })

  test('releases the other lines when some are charged', async () => {
    const items = [
      { name: 'Coffee', price: 30, quantity: 2 },
      { name: 'Cup', price: 40 },
    ]
    const { shop, order } = await once({ items })
    await post(shop, order.id, { type: 'charge', items: [{ name: 'Coffee', quantity: 1 }] })
    const after = await getOrder(shop, order.id)
    expect(after.status).toEqual({ charged: 30, cancelled: 70 })
    expect([after.items].flat().map(({ status }) => status)).toEqual([
      ['charged', 'cancelled'],
      ['cancelled'],
    ])
  })

  test('releases the rest even if the response was lost', async () => {
    const { shop, order } = await once()
    shops.double.operate('fault', { method: 'POST', path: '/capture$', kind: 'lost-after', times: 2 })
    expect((await post(shop, order.id, { type: 'charge', items: 40 })).status).toBe(504)
    expect(await shops.recover()).toEqual([])
    expect((await getOrder(shop, order.id)).status).toEqual({ charged: 40, cancelled: 60 })
  })

  test('refuses another charge while the first one is running', async () => {
    await limit({ captures: 'one' })
    const shop = await world.newMerchant()
    const { id } = await orderOf(shop, 100)
    const response = deferred<Outcome<Authorised>>()
    const capture = vi.spyOn(world.runtime.cards.named('test'), 'capture')
    capture.mockImplementationOnce(() => response.promise)
    const first = post(shop, id, { type: 'charge', items: 40 })
    await expect.poll(() => capture.mock.calls.length).toBe(1)
    for (const event of [{ type: 'charge', items: 10 }, { type: 'charge' }]) {
      const second = await post(shop, id, event)
      expect([second.status, second.body.content.description]).toEqual([
        400,
        expect.stringContaining('in progress'),
      ])
    }
    response.resolve({ status: 'declined', code: 'insufficient funds' })
    expect((await first).status).toBe(400)
    expect((await post(shop, id, { type: 'charge', items: 40 })).status).toBe(201)
    expect(capture).toHaveBeenCalledTimes(2)
  })
})

describe('an authorisation that cannot be cancelled in part', () => {
  test('refuses a part before anything is sent, and cancels all of it', async () => {
    const shop = await shops.newShop()
    const order = await shops.order(shop, 'pm_card_visa')
    expect(order.limits).toEqual({ cancel: 'in full' })
    const cancel = vi.spyOn(world.runtime.cards.named('stripe'), 'cancel')
    const { status, body } = await post(shop, order.id, { type: 'cancel', items: 40 })
    expect([status, body.content]).toEqual([
      400,
      {
        type: 'Event',
        description: 'The remaining 100.00 SEK can only be cancelled in full. Omit `items`.',
        property: 'items',
      },
    ])
    expect(cancel).not.toHaveBeenCalled()
    await post(shop, order.id, { type: 'charge', items: 60 })
    expect((await post(shop, order.id, { type: 'cancel', items: 40 })).status).toBe(201)
    expect((await getOrder(shop, order.id)).status).toEqual({ charged: 60, cancelled: 40 })
  })
})

describe('a currency that the card service cannot charge', () => {
  test('is refused for orders and subscriptions before anything is sent', async () => {
    const service = await limit({ currencies: new Set(['SEK', 'EUR']) })
    const authorize = vi.spyOn(service, 'authorize')
    const shop = await world.newMerchant()
    const account = await accountWith(shop, visa)
    const order = { items: 100, currency: 'USD' }
    const subscription = { ...order, schedule: 'monthly' }
    const path = `/account/${account.id}/subscription`
    const [created] = (
      await call<{ id: string }[]>(shop.privateKey, 'POST', path, {
        ...subscription,
        currency: 'EUR',
        start: '2030-01-01',
      })
    ).body
    const one = `${path}/${created?.id}`
    for (const refused of [
      await call<ErrorBody>(shop.publicKey, 'POST', '/order', {
        ...order,
        payment: { type: 'card', card: await tokenFor(shop) },
      }),
      await call<ErrorBody>(shop.privateKey, 'POST', '/order', {
        ...order,
        payment: { type: 'account', account: account.id },
      }),
      await call<ErrorBody>(shop.privateKey, 'POST', path, subscription),
      await call<ErrorBody>(shop.privateKey, 'PUT', one, subscription),
      await call<ErrorBody>(shop.privateKey, 'PATCH', one, { currency: 'USD' }),
    ]) {
      expect([refused.status, refused.body.content.property]).toEqual([400, 'currency'])
    }
    expect(authorize).not.toHaveBeenCalled()
  })

  test('fails the payment of a subscription without being sent', async () => {
    const shop = await shopOn(world, '2027-03-01')
    const account = await payer(shop, visa)
    await subscribe(shop, account, { currency: 'EUR' })
    const service = await limit({ currencies: new Set(['SEK']) })
    const authorize = vi.spyOn(service, 'authorize')
    await move(shop, { advance: { days: 1 } })
    const [order] = await ordersOf(shop, account)
    expect(order?.event[1]).toMatchObject({
      type: 'fail',
      error: { content: { details: { code: 'invalid currency' } } },
    })
    expect(authorize).not.toHaveBeenCalled()
  })
})

test('an amount that the card service cannot charge exactly is refused before anything is sent', async () => {
  const service = await limit({ steps: new Map([['KWD', 10n]]) })
  const shop = await world.newMerchant()
  const account = await accountWith(shop, visa)
  const path = `/account/${account.id}/subscription`
  const subscription = { items: 1.23, currency: 'KWD', schedule: 'monthly', start: '2030-01-01' }
  const [created] = (await call<{ id: string }[]>(shop.privateKey, 'POST', path, subscription)).body
  const one = `${path}/${created?.id}`
  const order = await orderOf(shop, 1.23, { currency: 'KWD' })
  expect(order.limits).toEqual({ step: 0.01 })
  expect((await orderOf(shop, 1.23, { currency: 'SEK' })).limits).toBeUndefined()
  const sent = [vi.spyOn(service, 'authorize'), vi.spyOn(service, 'capture'), vi.spyOn(service, 'refund')]
  const paid = { items: 1.234, currency: 'KWD', payment: { type: 'account', account: account.id } }
  const refused = async (responses: Promise<{ status: number; body: unknown }>[]) => {
    for (const response of responses) {
      expect(await response).toMatchObject({
        status: 400,
        body: {
          type: 'invalid content',
          content: {
            property: 'items',
            description: expect.stringContaining('multiples of 0.010 KWD. Change'),
          },
        },
      })
    }
  }
  await refused([
    call(shop.privateKey, 'POST', '/order', paid),
    call(shop.privateKey, 'POST', path, { ...subscription, items: 1.234 }),
    call(shop.privateKey, 'PUT', one, { ...subscription, items: 1.234 }),
    call(shop.privateKey, 'PATCH', one, { items: 1.234 }),
    post(shop, order.id, { type: 'charge', items: 0.234 }),
  ])
  for (const spy of sent) expect(spy).not.toHaveBeenCalled()
  expect((await post(shop, order.id, { type: 'charge', items: 1.23 })).status).toBe(201)
  await refused([post(shop, order.id, { type: 'refund', items: 0.234 })])
  const after = await getOrder(shop, order.id)
  expect([after.status, after.limits]).toEqual([{ charged: 1.23 }, { step: 0.01 }])
})

test('an order of a subscription has the step of the card service', async () => {
  const shop = await shopOn(world, '2027-03-01')
  await limit({ steps: new Map([['KWD', 10n]]) })
  const account = await payer(shop, visa)
  await subscribe(shop, account, { items: 1.23, currency: 'KWD' })
  await move(shop, { advance: { days: 1 } })
  const [order] = await ordersOf(shop, account)
  expect([order?.status, order?.limits]).toEqual([{ charged: 1.23 }, { step: 0.01 }])
  const { status, body } = await post<ErrorBody>(shop, order?.id ?? '', { type: 'refund', items: 0.234 })
  expect([status, body.content.property]).toEqual([400, 'items'])
})

test('a card service that cannot authorise without capturing takes no orders', async () => {
  const service = await limit({ captures: 'none' })
  const authorize = vi.spyOn(service, 'authorize')
  const shop = await world.newMerchant()
  await expect(orderOf(shop, 100)).rejects.toThrow('cannot reserve an amount')
  expect(authorize).not.toHaveBeenCalled()
})

test('an authorisation that can only be charged in full refuses a part', async () => {
  const shop = await world.newMerchant()
  const service = world.runtime.cards.named('test')
  const authorize = service.authorize.bind(service)
  vi.spyOn(service, 'authorize').mockImplementationOnce(async (given) => {
    const outcome = await authorize(given)
    return outcome.status === 'done' ? { ...outcome, captures: 'none' } : outcome
  })
  const order = await orderOf(shop, 100)
  expect(order.limits).toEqual({ charge: 'in full' })
  expect((await post(shop, order.id, { type: 'charge', items: 40 })).status).toBe(400)
  expect((await post(shop, order.id, { type: 'charge' })).status).toBe(201)
})

test('what is left of an authorisation after a charge can be limited by that charge', async () => {
  const shop = await world.newMerchant()
  const service = world.runtime.cards.named('test')
  const capture = service.capture.bind(service)
  vi.spyOn(service, 'capture').mockImplementationOnce(async (given) => {
    const outcome = await capture(given)
    return outcome.status === 'done' ? { ...outcome, captures: 'none' } : outcome
  })
  const { id } = await orderOf(shop, 100)
  expect((await post(shop, id, { type: 'charge', items: 40 })).status).toBe(201)
  expect((await getOrder(shop, id)).limits).toEqual({ charge: 'in full' })
})

test('orders of the simulated acquirer have no limits', async () => {
  const shop = await world.newMerchant()
  const order = await orderOf(shop, 100)
  expect(order).not.toHaveProperty('limits')
  expect(order).not.toHaveProperty('authorisedUntil')
})

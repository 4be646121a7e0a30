// @module-tag slow

import { beforeAll, describe, expect, test } from 'vitest'
import { call, type ErrorBody, getOrder, post } from '@/test/call'
import { cardRemoval, removed } from '@/test/stripe/card-removal'
import { clientOf } from '@/test/stripe/client'
import { stripeShops } from '@/test/stripe/stripe-shops'
import { type TestMerchant, testWorld } from '@/test/world'
import { contextOf } from '../../core/context'
import type { Account } from '../../model/account'
import type { Card } from '../../model/card/schemas'
import type { Order } from '../../model/order/schemas'
import { followStoredCard } from '../../payment/follow-stored-card'

const world = testWorld()
const shops = stripeShops(world)
const { keep, age, run, waiting } = cardRemoval(world, shops)

let shop: TestMerchant
beforeAll(async () => {
  shop = await shops.newShop()
})

/** A card that another system has stored with a customer of its own. */
async function storedElsewhere(
  card = 'pm_card_visa',
  metadata = {},
): Promise<{ card: string; owner: string }> {
  const { customers, paymentMethods } = clientOf(shops.double)
  const { id: owner } = await customers.create({ email: 'jane@example.com', metadata })
  const { id } = await paymentMethods.attach(card, { customer: owner })
  return { card: id, owner }
}

const tokenise = (reference: string, key = shop.privateKey) =>
  call<Card & ErrorBody>(key, 'POST', '/card', { reference })

const tokenOf = async (reference: string) => ({
  type: 'token',
  card: (await tokenise(reference)).body.token,
})

/** Creates an account with cards that another system has stored. */
const bring = async (...cards: string[]) => {
  const method = []
  for (const card of cards) method.push(await tokenOf(card))
  const person = { type: 'person', email: 'jane@example.com' }
  return call<Account>(shop.privateKey, 'POST', '/account', { customer: person, method })
}

const sell = (payment: object, headers = {}) =>
  call<Order>(shop.privateKey, 'POST', '/order', { items: 100, currency: 'SEK', payment }, headers)

const ownerOf = (card: string) => shops.double.state.paymentMethods.find(card)?.customer

const newestIntent = () => shops.double.state.paymentIntents.newest()[0]

const refused = {
  status: 400,
  body: { type: 'invalid content', content: { type: 'model.Card', property: 'reference' } },
}

describe('a card that another system has stored', () => {
  test('is brought without asking its cardholder, and is charged where it is', async () => {
    const { card, owner } = await storedElsewhere('pm_card_threeDSecure2Required')
    const before = shops.double.state.setupIntents.newest().length
    const { status, body: account } = await bring(card)
    expect(status).toBe(201)
    expect(account.method).toMatchObject([{ last4: '3220' }])
    expect(shops.double.state.setupIntents.newest()).toHaveLength(before)
    expect(shops.double.state.customers.newest().map(({ metadata }) => metadata.account)).not.toContain(
      account.id,
    )
    const visa = await storedElsewhere()
    const { body } = await bring(visa.card)
    const { body: order } = await sell({ type: 'account', account: body.id })
    expect((await post(shop, order.id, { type: 'charge' })).status).toBe(201)
    expect(newestIntent()).toMatchObject({ customer: visa.owner, payment_method: visa.card, amount: 10_000 })
    expect((await getOrder(shop, order.id)).status).toEqual({ charged: 100 })
    expect(ownerOf(card)).toBe(owner)
  })

  test('pays an order without an account', async () => {
    const { card, owner } = await storedElsewhere()
    const { status } = await sell({ type: 'card', card: (await tokenOf(card)).card })
    expect(status).toBe(201)
    expect(newestIntent()).toMatchObject({ customer: owner, payment_method: card })
  })

  test('is brought by the private key only', async () => {
    const { card } = await storedElsewhere()
    expect(await tokenise(card, shop.publicKey)).toMatchObject(refused)
    const { body: account } = await bring(card)
    const { body: login } = await call<{ key: string }>(shop.privateKey, 'POST', `/account/${account.id}/key`)
    expect(await tokenise(card, login.key)).toMatchObject(refused)
  })

  test('is not one that is stored for another merchant with the same account', async () => {
    const { card } = await storedElsewhere('pm_card_visa', { merchant: 'another' })
    expect((await bring(card)).status).not.toBe(201)
    expect((await sell({ type: 'card', card: (await tokenOf(card)).card })).status).toBe(400)
  })

  test('stays at its service if its account could not be created', async () => {
    const { card, owner } = await storedElsewhere()
    const method = [await tokenOf(card), await tokenOf('pm_card_visa_chargeDeclined')]
    expect((await call(shop.privateKey, 'POST', '/account', { method })).status).toBe(400)
    await age('8 days')
    await run()
    expect(ownerOf(card)).toBe(owner)
  })

  test('on two accounts is updated on both, and removed with the second', async () => {
    const { card } = await storedElsewhere()
    const { body: one } = await bring(card)
    const { body: two } = await bring(card)
    shops.double.operate('renew-card', { method: card, number: '5555555555554444' })
    const received = new Date()
    await followStoredCard(contextOf(world.runtime, shop.row), {
      ...{ merchantId: shop.merchant, service: 'stripe', eventId: 'evt_1', objectId: card },
      ...{
        type: 'payment_method.automatically_updated',
        received,
        attempted: received,
        attempts: 0,
        processed: null,
      },
    })
    for (const { id } of [one, two]) {
      const { body } = await call<Account>(shop.privateKey, 'GET', `/account/${id}`)
      expect(body.method).toMatchObject([{ last4: '4444', scheme: 'mastercard' }])
    }
    await keep(shop, one)
    await age()
    expect(await run()).toEqual(removed(0))
    expect([ownerOf(card), await waiting()]).toEqual([expect.any(String), 0])
    await keep(shop, two)
    await age()
    expect(await run()).toEqual(removed(1))
    expect(ownerOf(card)).toBeNull()
  })
})

// @module-tag slow

import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { cardConnection, merchant, method, operation, order, removedCard } from '@/db/schema'
import { call, getOrder, post } from '@/test/call'
import { cardRemoval, removed } from '@/test/stripe/card-removal'
import { clientOf } from '@/test/stripe/client'
import { stripeShops } from '@/test/stripe/stripe-shops'
import { type TestMerchant, testWorld } from '@/test/world'
import { hours, later } from '../core/clock'
import { newReference } from '../core/id'
import type { Account } from '../model/account'
import type { Order } from '../model/order/schemas'
import { renewAuthorisations } from '../payment/renew-authorisations'
import { connectCardService } from './connection'
import { removeCards } from './remove-cards'

const world = testWorld()
const shops = stripeShops(world)
const { customer, keep, attached, waiting, age, run } = cardRemoval(world, shops)

let shop: TestMerchant
beforeAll(async () => {
  shop = await shops.newShop()
})

/** Creates an account whose card was removed a while ago. */
async function removedFrom(shop: TestMerchant): Promise<Account> {
  const account = await customer(shop, 'pm_card_visa')
  await keep(shop, account)
  await age()
  return account
}

describe('a card that was removed while it is charged', () => {
  const payWith = ({ id }: Account) =>
    call<Order>(shop.privateKey, 'POST', '/order', {
      items: 100,
      currency: 'SEK',
      payment: { type: 'account', account: id },
    })

  const orderOf = async ({ id }: Account) => {
    const [row] = await world.runtime.db.select().from(order).where(eq(order.accountId, id))
    return row?.id ?? expect.fail('no order')
  }

  test('stays until the outcome of the order is known, which is then charged and refunded without it', async () => {
    const account = await customer(shop, 'pm_card_visa')
    const rule = { method: 'POST', path: '^/v1/payment_intents$', times: 1 } as const
    shops.double.operate('fault', { ...rule, kind: 'error-before' })
    expect((await payWith(account)).status).toBe(504)
    await keep(shop, account)
    await age()
    expect(await run()).toEqual(removed(0))
    expect(await shops.recover()).toEqual([])
    expect(await run()).toEqual(removed(1))
    expect(attached(account)).toEqual([])
    const id = await orderOf(account)
    expect((await post(shop, id, { type: 'charge', items: 60 })).status).toBe(201)
    expect((await post(shop, id, { type: 'refund', items: 10 })).status).toBe(201)
    expect((await post(shop, id, { type: 'cancel' })).status).toBe(201)
    expect((await getOrder(shop, id)).status).toEqual({ charged: 50, refunded: 10, cancelled: 40 })
  })

  test('stays until the renewal of an authorisation has ended', async () => {
    const { db } = world.runtime
    await db.update(merchant).set({ renewAuthorisations: true }).where(eq(merchant.id, shop.merchant))
    const account = await customer(shop, 'pm_card_visa')
    const { body: ordered } = await payWith(account)
    await db
      .update(order)
      .set({ authorisedUntil: later(new Date(), hours(23)) })
      .where(eq(order.id, ordered.id))
    const rule = { method: 'POST', path: '^/v1/payment_intents$', times: 1 } as const
    shops.double.operate('fault', { ...rule, kind: 'error-before' })
    await renewAuthorisations(world.runtime, () => undefined)
    await keep(shop, account)
    await age()
    expect(await run()).toEqual(removed(0))
    expect(await shops.recover()).toEqual([])
    expect(await run()).toEqual(removed(1))
    expect((await post(shop, ordered.id, { type: 'charge' })).status).toBe(201)
  })

  test('does not stay for an order that is authorised, which needs no card to be charged', async () => {
    const account = await customer(shop, 'pm_card_visa')
    const { body: ordered } = await payWith(account)
    await keep(shop, account)
    await age()
    expect(await run()).toEqual(removed(1))
    expect((await post(shop, ordered.id, { type: 'charge' })).status).toBe(201)
  })

  const orderId = 'abcdefghABCDEFGH'
  const cardIn = {
    payer: (storedCard: string) => ({ payer: { service: 'stripe', storedCard, card: {} } }),
    draft: (storedCard: string) => ({ draft: { storedCard } }),
  }
  test.each([
    ['pending', 'payer', 0],
    ['accepted', 'payer', 0],
    ['pending', 'draft', 0],
    ['accepted', 'draft', 0],
    ['failed', 'payer', 1],
    ['done', 'draft', 1],
  ] as const)('by an operation that is %s, named in its %s: %i removed', async (status, place, count) => {
    const account = await customer(shop, 'pm_card_visa')
    const [card] = await world.runtime.db.select().from(method).where(eq(method.accountId, account.id))
    await world.runtime.db.insert(operation).values({
      ...{ merchantId: shop.merchant, orderId, place: 1, id: newReference() },
      ...{ kind: 'authorise', status, amount: 10_000n, currency: 'SEK', byAccount: true },
      created: world.clock.now(),
      ...(cardIn[place](card?.serviceReference ?? '') as object),
    })
    await keep(shop, account)
    await age()
    expect(await run()).toEqual(removed(count))
    await world.runtime.db.delete(operation).where(eq(operation.orderId, orderId))
  })
})

test('a card that another merchant with the same account at Stripe charges is removed after that', async () => {
  const { db } = world.runtime
  const other = await shops.newShop()
  const account = await customer(shop, 'pm_card_visa')
  const [card] = await db.select().from(method).where(eq(method.accountId, account.id))
  await db.insert(operation).values({
    ...{ merchantId: other.merchant, orderId: 'abcdefghABCDEFGH', place: 1, id: newReference() },
    ...{ kind: 'pay', status: 'pending', amount: 10_000n, currency: 'SEK', byAccount: true },
    created: world.clock.now(),
    ...({ payer: { service: 'stripe', storedCard: card?.serviceReference, card: {} } } as object),
  })
  await keep(shop, account)
  await age()
  expect(await run()).toEqual(removed(0))
  await db.delete(operation).where(eq(operation.merchantId, other.merchant))
  expect(await run()).toEqual(removed(1))
  expect(attached(account)).toEqual([])
})

describe('if Stripe cannot remove a card', () => {
  test('it is attempted again in the next run', async () => {
    await removedFrom(shop)
    shops.double.operate('fault', { path: '/detach$', kind: 'error-before', times: 1 })
    expect(await run()).toMatchObject({ removed: 0, errors: [expect.any(Error)] })
    expect(await run()).toEqual(removed(1))
  })

  test('the others are removed', async () => {
    const account = await customer(shop, 'pm_card_visa', 'pm_card_mastercard')
    await keep(shop, account)
    await age()
    shops.double.operate('fault', { path: '/detach$', kind: 'error-before', times: 1 })
    expect(await run()).toMatchObject({ removed: 1 })
    expect(await waiting()).toBe(1)
  })

  test('because it was removed before, by a run that stopped in between, nothing is left to do', async () => {
    await removedFrom(shop)
    const [row] = await world.runtime.db.select().from(removedCard)
    expect(await run()).toEqual(removed(1))
    await world.runtime.db.insert(removedCard).values(row ?? expect.fail('no row'))
    expect(await run()).toEqual(removed(1))
    expect(await waiting()).toBe(0)
  })

  test.each(['slow', 'lost-after'] as const)('the response was lost (%s): it is removed', async (kind) => {
    const account = await removedFrom(shop)
    shops.double.operate('fault', { path: '/detach$', kind, times: 1, ms: 4000 })
    await run()
    await run()
    expect([attached(account), await waiting()]).toEqual([[], 0])
  })

  test('because its customer was deleted there, nothing is left to do', async () => {
    await removedFrom(shop)
    const [mine] = shops.double.state.customers.newest()
    await clientOf(shops.double).customers.del(mine?.id ?? '')
    expect(await run()).toEqual(removed(1))
  })

  test('because it does not know it, nothing is left to do', async () => {
    await removedFrom(shop)
    await world.runtime.db.update(removedCard).set({ reference: 'cus_none/pm_none' })
    expect(await run()).toEqual(removed(1))
  })

  test('because it refuses for another reason, it is attempted again', async () => {
    await removedFrom(shop)
    shops.double.operate('fault', { path: '/detach$', kind: 'refused', times: 1 })
    expect(await run()).toMatchObject({ removed: 0, errors: [expect.any(Error)] })
    expect(await waiting()).toBe(1)
  })
})

describe('a merchant whose connection is broken', () => {
  let calls = 0
  /** Has cards of one merchant fail, and counts the calls. */
  const without = (broken: TestMerchant) => {
    const stripe = world.runtime.cards.named('stripe')
    const remove: typeof stripe.remove = async (card) => {
      if (card.merchantId === broken.merchant) {
        calls++
        throw new Error('Expired API key')
      }
      await stripe.remove?.(card)
    }
    return { ...world.runtime, cards: { ...world.runtime.cards, named: () => ({ ...stripe, remove }) } }
  }

  test('does not stop others, is logged once, and is given up after 30 days', async () => {
    const broken = await shops.newShop()
    await removedFrom(broken)
    await world.runtime.db.execute(sql`
      insert into removed_card select merchant_id, service, reference || n, account_id, removed
      from removed_card, generate_series(1, 120) n`)
    const account = await removedFrom(shop)
    expect(await run(without(broken))).toMatchObject({ removed: 1, givenUp: [], errors: [expect.any(Error)] })
    expect([attached(account), calls]).toEqual([[], 20])
    await age('30 days')
    const { givenUp } = await run(without(broken))
    expect([givenUp.length, await waiting()]).toEqual([121, 0])
  })

  test('because its key was revoked keeps its cards until it has another one', async () => {
    const shop = await shops.newShop()
    const { key: secret } = shops.double.operate('create-key', { kind: 'restricted' })
    const keys = { service: 'stripe', publishable: shops.double.publishableKey }
    await connectCardService(shop.context, { ...keys, secret })
    await removedFrom(shop)
    shops.double.operate('revoke-key', { key: secret })
    expect(await run()).toMatchObject({ removed: 0, errors: [{ type: 'StripeAuthenticationError' }] })
    await connectCardService(shop.context, { ...keys, secret: shops.double.secretKey })
    expect(await run()).toEqual(removed(1))
  })

  test('because it was deleted is not asked for ever', async () => {
    const shop = await shops.newShop()
    await keep(shop, await customer(shop, 'pm_card_visa'))
    await world.runtime.db.delete(cardConnection).where(eq(cardConnection.merchantId, shop.merchant))
    await age('29 days')
    expect(await run()).toMatchObject({ givenUp: [], errors: [{ name: 'NotConnected' }] })
    await age('1 day')
    expect(await run()).toMatchObject({ givenUp: [{ merchantId: shop.merchant }] })
    expect(await waiting()).toBe(0)
  })
})

test('a card that is added again while others are removed stays', async () => {
  const { db, cards } = world.runtime
  const { id } = await customer(shop, 'pm_card_visa')
  const [stored] = await db.select().from(method).where(eq(method.accountId, id))
  if (!stored) throw new Error('The card was not stored')
  const { expiresOn: _, ...card } = stored
  const removed = later(new Date(), -hours(48))
  const note = { merchantId: shop.merchant, accountId: id, service: 'stripe', removed }
  await db.insert(removedCard).values([
    { ...note, reference: 'pm_first' },
    { ...note, reference: 'pm_second' },
  ])
  const again = { id: 'again', token: 'again', fingerprint: 'again', position: 1 }
  const asked: string[] = []
  const service = {
    ...cards.named('stripe'),
    remove: async ({ reference }: { reference: string }) => {
      asked.push(reference)
      await db.insert(method).values({ ...card, ...again, serviceReference: 'pm_second' })
    },
  }
  await removeCards({ db, cards: { ...cards, named: () => service } }, (error) => expect.fail(String(error)))
  expect(asked).toEqual(['pm_first'])
  await db.delete(method).where(eq(method.id, 'again'))
})

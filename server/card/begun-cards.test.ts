// @module-tag slow

import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { method, removedCard, serviceToken } from '@/db/schema'
import { call, type ErrorBody } from '@/test/call'
import { cardRemoval, removed } from '@/test/stripe/card-removal'
import { stripeShops } from '@/test/stripe/stripe-shops'
import { type TestMerchant, testWorld } from '@/test/world'
import { days, hours } from '../core/clock'
import { newReference } from '../core/id'
import type { Account, Method } from '../model/account'
import { abandonVerifications } from './abandon-verifications'

const world = testWorld()
const shops = stripeShops(world)
const { tokenOf, customer, attached, waiting, age, run } = cardRemoval(world, shops)

let shop: TestMerchant
beforeAll(async () => {
  shop = await shops.newShop()
})

const verified = 'pm_card_threeDSecure2Required'

const abandon = () => abandonVerifications(world.runtime, (error) => expect.fail(String(error)))

const decide = (approve: boolean) =>
  shops.double.operate('decide', { intent: shops.double.state.setupIntents.newest()[0]?.id ?? '', approve })

/** Adds a card to an account whose bank asks for approval. */
async function begin(account: Account) {
  const token = await tokenOf(shop, verified)
  const add = () => call<Method & ErrorBody>(shop.privateKey, 'POST', `/account/${account.id}/method`, token)
  expect((await add()).body.content.description).toBe('verification required')
  return add
}

const methodsOf = ({ id }: Account) => world.runtime.db.$count(method, eq(method.accountId, id))

describe('a card whose cardholder', () => {
  test('approved and never came back is removed, once its token has been invalid for an hour', async () => {
    const account = await customer(shop)
    await begin(account)
    decide(true)
    expect(attached(account)).toHaveLength(1)
    world.clock.advance(hours(1.9))
    expect(await abandon()).toBe(0)
    world.clock.advance(hours(0.2))
    expect(await abandon()).toBe(1)
    expect(await run()).toEqual(removed(0))
    await age('11 minutes')
    expect(await run()).toEqual(removed(1))
    expect([attached(account), await waiting(), await abandon()]).toEqual([[], 0, 0])
  })

  test('never responded can no longer be stored', async () => {
    const account = await customer(shop)
    await begin(account)
    world.clock.advance(hours(3))
    expect(await abandon()).toBe(1)
    decide(true)
    expect(attached(account)).toEqual([])
  })

  test('refused, or about which Stripe does not respond, is given up too, later if necessary', async () => {
    await begin(await customer(shop))
    decide(false)
    world.clock.advance(hours(3))
    shops.double.operate('fault', { path: '/cancel$', kind: 'error-before', times: 1 })
    const errors: unknown[] = []
    expect(await abandonVerifications(world.runtime, (error) => errors.push(error))).toBe(0)
    expect(errors).toHaveLength(1)
    expect(await abandon()).toBe(1)
  })

  test('never responded is given up later if a request has used the token, and may be repeated', async () => {
    await begin(await customer(shop))
    await world.runtime.db
      .update(serviceToken)
      .set({ usedBy: newReference() })
      .where(eq(serviceToken.merchantId, shop.merchant))
    world.clock.advance(days(7))
    expect(await abandon()).toBe(0)
    world.clock.advance(hours(3))
    expect(await abandon()).toBe(1)
    expect(shops.double.state.setupIntents.newest()[0]?.status).toBe('canceled')
  })

  test('approved and came back stays', async () => {
    const account = await customer(shop)
    const add = await begin(account)
    decide(true)
    expect((await add()).status).toBe(201)
    expect(await waiting()).toBe(0)
    world.clock.advance(hours(3))
    expect(await abandon()).toBe(0)
    expect(await run()).toEqual(removed(0))
    expect(attached(account)).toHaveLength(1)
  })

  test('approved it stays if another attempt has put it on the account', async () => {
    const account = await customer(shop)
    const entered = shops.double.state.paymentMethods.newest()
    await begin(account)
    decide(true)
    const [reference] = shops.double.state.paymentMethods.newest().filter((each) => !entered.includes(each))
    const again = await tokenOf(shop, reference?.id ?? '')
    const path = `/account/${account.id}/method`
    const first = await call<Method & ErrorBody>(shop.privateKey, 'POST', path, again)
    if (first.status !== 201) {
      decide(true)
      expect((await call(shop.privateKey, 'POST', path, again)).status).toBe(201)
    }
    world.clock.advance(hours(3))
    expect(await abandon()).toBe(1)
    await age()
    expect(await run()).toEqual(removed(0))
    expect([attached(account).length, await methodsOf(account), await waiting()]).toEqual([1, 1, 0])
  })

  test('approved and that was entered again meanwhile stays for the second attempt', async () => {
    const account = await customer(shop)
    const entered = shops.double.state.paymentMethods.newest()
    await begin(account)
    decide(true)
    world.clock.advance(hours(1.5))
    const [reference] = shops.double.state.paymentMethods.newest().filter((each) => !entered.includes(each))
    await tokenOf(shop, reference?.id ?? '')
    world.clock.advance(hours(0.6))
    expect(await abandon()).toBe(1)
    await age()
    expect(await run()).toEqual(removed(0))
    expect(attached(account)).toHaveLength(1)
  })
})

describe('a card that was stored', () => {
  const stored = () => shops.double.state.paymentMethods.newest().filter(({ customer }) => customer !== null)

  test('for an account that was not created, because its other card was declined, is removed in the end', async () => {
    const before = stored().length
    const cards = [await tokenOf(shop, 'pm_card_visa'), await tokenOf(shop, 'pm_card_visa_chargeDeclined')]
    const { status } = await call(shop.privateKey, 'POST', '/account', { method: cards })
    expect(status).toBe(400)
    expect(stored()).toHaveLength(before + 1)
    await age('7 days')
    expect((await run()).removed).toBe(0)
    await age('11 minutes')
    expect((await run()).errors).toEqual([])
    expect([stored().length, await waiting()]).toEqual([before, 0])
  })

  test('just before a process stopped is removed, unless the request is repeated', async () => {
    const service = world.runtime.cards.named('stripe')
    const [kept, lost] = [await customer(shop), await customer(shop)]
    const storing = async (account: Account) => {
      const { card: token } = await tokenOf(shop, 'pm_card_visa')
      const given = { merchantId: shop.merchant, operation: newReference(), token, account: account.id }
      expect((await service.store({ ...given, now: world.clock.now() })).status).toBe('done')
    }
    await storing(lost)
    const headers = { 'idempotency-key': newReference() }
    const path = `/account/${kept.id}/method`
    const token = await tokenOf(shop, 'pm_card_visa')
    shops.double.operate('fault', { path: '^/v1/setup_intents$', kind: 'error-after', times: 1 })
    expect((await call(shop.privateKey, 'POST', path, token, headers)).status).toBe(504)
    expect((await call(shop.privateKey, 'POST', path, token, headers)).status).toBe(201)
    await age('8 days')
    expect(await run()).toEqual(removed(1))
    expect([attached(kept).length, attached(lost).length]).toEqual([1, 0])
  })
})

test('a card that belongs to another customer by now is not removed from it', async () => {
  const account = await customer(shop, 'pm_card_visa')
  const [card] = await world.runtime.db.select().from(method).where(eq(method.accountId, account.id))
  const [, payment] = card?.serviceReference.split('/') ?? []
  const other = { merchantId: shop.merchant, service: 'stripe', accountId: 'abcdefghABCDEFGH' }
  await world.runtime.db.insert(removedCard).values({ ...other, reference: `cus_other/${payment}` })
  await age()
  expect(await run()).toEqual(removed(1))
  expect(attached(account)).toHaveLength(1)
})

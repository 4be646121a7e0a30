import { expect, test } from 'vitest'
import { accountOf, declining, mailsOf, move, ordersOf, payer, shopOn, subscribe } from '@/test/billing'
import { accountWith, call, type ErrorBody, post, tokenFor, visa } from '@/test/call'
import { contextNow, testWorld } from '@/test/world'
import { changeMerchant } from '../merchant/change-merchant'
import type { Method } from '../model/account'
import type { Order } from '../model/order/schemas'
import { addMethod } from './add-method'

const world = testWorld()

test('a public key that adds a card of the customer again changes neither the default nor the retries', async () => {
  const shop = await shopOn(world, '2027-05-01')
  const account = await payer(shop, declining)
  const actor = { kind: 'account', keyId: 'key', accountId: account.id } as const
  const own = { type: 'token', card: await tokenFor(shop, visa) } as const
  // By the merchant's clock, which has moved since the shop was created.
  const context = await contextNow(world, shop)
  await addMethod({ ...context, actor }, { id: account.id, method: own })
  await subscribe(shop, account)
  await move(shop, { to: '2027-05-01T10:00:00+02:00' })
  const before = await ordersOf(shop, account)
  expect(before).toMatchObject([{ status: { pending: 100 }, retry: expect.any(String) }])
  const body = { type: 'token', card: await tokenFor(shop, visa) }
  const added = await call(shop.publicKey, 'POST', `/account/${account.id}/method`, body)
  expect(added.status).toBe(201)
  expect((await accountOf(shop, account)).method.map(({ last4 }) => last4)).toEqual(['0341', '1111'])
  expect(await ordersOf(shop, account)).toEqual(before)
})

test('the holder of an account key sees a lost card or suspected fraud as a plain decline', async () => {
  const shop = await world.newMerchant()
  const account = await accountWith(shop, '4200000000000000')
  const { body: order } = await call<Order>(shop.privateKey, 'POST', '/order', {
    items: 1000,
    currency: 'EUR',
    payment: { type: 'account', account: account.id },
  })
  await post(shop, order.id, { type: 'charge', items: 404.14 })
  const { body } = await call<{ key: string }>(shop.privateKey, 'POST', `/account/${account.id}/key`)
  const codes = (orders: Order[]) => orders.flatMap(({ event }) => event.map(({ error }) => error?.content))
  const own = await call<Order[]>(body.key, 'GET', '/account/me/order')
  expect(codes(own.body)).toMatchObject([undefined, { details: { code: 'card declined' } }])
  const all = await call<Order[]>(shop.privateKey, 'GET', `/account/${account.id}/order`)
  expect(codes(all.body)).toMatchObject([undefined, { details: { code: 'suspected fraud' } }])
  const lost = { type: 'token', card: await tokenFor(shop, '4000000000009987') }
  const added = await call<ErrorBody>(body.key, 'POST', '/account/me/method', lost)
  expect(added.body.content).toMatchObject({ type: 'Card', details: { code: 'card declined' } })
})

test('cards that a public key adds to an unpaid account, and that are then declined, reach the limit of its source address', async () => {
  const shop = await shopOn(world, '2028-03-01')
  const account = await payer(shop, declining)
  await subscribe(shop, account)
  await move(shop, { advance: { days: 1 } })
  await changeMerchant(await contextNow(world, shop), { cardLimits: { declinesPerSource: 2 } })
  const add = async () => {
    const card = await tokenFor({ ...shop, publicKey: shop.privateKey }, declining)
    return (await call(shop.publicKey, 'POST', `/account/${account.id}/method`, { type: 'token', card }))
      .status
  }
  expect([await add(), await add(), await add()]).toEqual([201, 201, 429])
})

/** An unpaid order, and a customer who can have it charged again and again by choosing another of two cards. */
async function unpaidWithTwoCards() {
  const shop = await shopOn(world, '2028-03-01')
  const account = await payer(shop, declining, '2221000000000009')
  await subscribe(shop, account, { items: 404.13 })
  await move(shop, { advance: { days: 1 } })
  const { body } = await call<{ key: string }>(shop.privateKey, 'POST', `/account/${account.id}/key`)
  const choose = async (...cards: Method[]) => {
    const named = cards.map(({ token }) => ({ token }))
    return (await call(body.key, 'PUT', '/account/me/method', named)).status
  }
  const [one, two] = account.method as [Method, Method]
  return { shop, choose, one, two }
}

test('a customer who keeps choosing another card for unpaid orders reaches the limit of declines', async () => {
  const { shop, choose, one, two } = await unpaidWithTwoCards()
  await changeMerchant(await contextNow(world, shop), { cardLimits: { declinesPerSource: 2 } })
  const chosen = [await choose(two, one), await choose(one, two)]
  const mails = (await mailsOf(shop)).length
  expect([...chosen, await choose(two, one)]).toEqual([200, 200, 429])
  expect(await mailsOf(shop)).toHaveLength(mails)
  // The default card stays the same, so nothing is charged.
  expect(await choose(one, two)).toBe(200)
  const [unpaid] = (await call<Order[]>(shop.privateKey, 'GET', '/order')).body
  expect((await post(shop, unpaid?.id ?? '', { type: 'cancel' })).status).toBe(201)
  expect(await choose(two, one)).toBe(200)
})

test('declines that a customer causes send five mails an hour about an order', async () => {
  const { shop, choose, one, two } = await unpaidWithTwoCards()
  const before = (await mailsOf(shop)).length
  for (let press = 0; press < 4; press++) {
    await choose(two, one)
    await choose(one, two)
  }
  expect((await mailsOf(shop)).slice(before).map(({ template }) => template)).toEqual(
    Array.from({ length: 5 }, () => 'payment-failed'),
  )
  // Billing itself is not limited.
  await move(shop, { advance: { months: 1 } })
  expect((await mailsOf(shop)).length).toBeGreaterThan(before + 5)
})

test('a card that is declined for several unpaid orders counts once', async () => {
  const shop = await shopOn(world, '2028-03-01')
  const account = await payer(shop, declining)
  for (let count = 0; count < 3; count++) await subscribe(shop, account)
  await move(shop, { advance: { days: 1 } })
  await changeMerchant(await contextNow(world, shop), { cardLimits: { declinesPerSource: 2 } })
  const { body } = await call<{ key: string }>(shop.privateKey, 'POST', `/account/${account.id}/key`)
  const add = async () => {
    const card = await tokenFor(shop, declining)
    return (await call(body.key, 'POST', '/account/me/method', { type: 'token', card })).status
  }
  expect([await add(), await add(), await add()]).toEqual([201, 201, 429])
})

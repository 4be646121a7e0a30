import { and, eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { document, order as orders, subscription, subscriptionChange } from '@/db/schema'
import { payer, subscribe } from '@/test/billing'
import { call, post, tokenFor, visa } from '@/test/call'
import { testWorld } from '@/test/world'
import { bookAll } from '../booking/book'
import { readDocumentDetail } from '../document/search-documents'
import type { Order } from '../model/order/schemas'
import { findAnything } from './find-anything'
import { findNamed } from './find-named'

const world = testWorld()

/** Creates a merchant with an account, an order and a subscription that share a number. */
async function shopWith(number: string) {
  const shop = await world.newMerchant()
  const account = await payer(shop, visa)
  const created = await subscribe(shop, account, { number })
  const payment = { type: 'card', card: await tokenFor(shop) }
  const { body } = await call<Order>(shop.privateKey, 'POST', '/order', {
    ...{ number, items: 10, currency: 'SEK', payment },
  })
  const find = async (text: string) =>
    (await findAnything(shop.context, text)).map(({ kind, id }) => [kind, id])
  return { shop, account, order: body.id, subscription: created.id, find }
}

test('finds by number or a part of it, id, name, card, amount, tag and metadata', async () => {
  const { shop, account, order, subscription, find } = await shopWith('N-1')
  const both = [
    ['order', order],
    ['subscription', subscription],
  ]
  expect(await find(' N-1 ')).toEqual(both)
  expect(await find('n-')).toContainEqual(['order', order])
  expect(await find(order)).toEqual([['order', order]])
  expect(await find(subscription)).toContainEqual(['subscription', subscription])
  expect(await find('jane d')).toContainEqual(['account', account.id])
  expect(await find('1111')).toEqual(
    expect.arrayContaining([
      ['order', order],
      ['account', account.id],
    ]),
  )
  for (const amount of ['10 kr', '10,00', 'SEK 10.00'])
    expect(await find(amount)).toContainEqual(['order', order])
  await world.runtime.db
    .update(orders)
    .set({ tags: ['vip-1'], metadata: { shop: 'berlin' } })
    .where(and(eq(orders.merchantId, shop.merchant), eq(orders.id, order)))
  // Without the digit, it could be a part of the account's id.
  for (const text of ['vip-1', 'shop:berlin', 'berlin']) expect(await find(text)).toEqual([['order', order]])
  expect(await find('  ')).toEqual([])
  expect(await findAnything(shop.context, 'N-1', ['account'])).toEqual([])
})

test('finds a receipt or credit note by its number', async () => {
  const { shop, order, find } = await shopWith('N-3')
  const { shop: other } = await shopWith('N-3')
  for (const type of ['charge', 'refund']) await post(shop, order, { type })
  await bookAll(shop.context)
  const issued = await world.runtime.db.select().from(document).where(eq(document.merchantId, shop.merchant))
  const numbers = issued.map(({ number }) => number ?? '').sort()
  expect(numbers).toHaveLength(2)
  for (const number of numbers) {
    const found = await findAnything(shop.context, number.toLowerCase())
    expect(found).toMatchObject([{ kind: 'document', number, orderId: order }])
    expect(await findAnything(other.context, number)).toEqual([])
    await expect(readDocumentDetail(other.context, found[0]?.id ?? '')).rejects.toThrow('not-found')
  }
  expect(
    (await findAnything(shop.context, numbers.find((number) => number.startsWith('C')) ?? ''))[0],
  ).toMatchObject({ type: 'credit-note', amount: -1000n })
  expect(await find(numbers[0]?.slice(0, -1) ?? '')).toEqual([])
})

test('an order and a subscription with exactly this number come before all that contain it', async () => {
  const { shop, account, order, subscription, find } = await shopWith('N-5')
  for (let further = 0; further < 6; further++) {
    const number = `N-5${further}`
    await subscribe(shop, account, { number })
    const payment = { type: 'account', account: account.id }
    await call(shop.privateKey, 'POST', '/order', { number, items: 10, currency: 'SEK', payment })
  }
  for (const text of ['N-5', 'n-5', '#N-5']) {
    const found = await find(text)
    const of = (kind: string) => found.flatMap((result) => (result[0] === kind ? [result[1]] : []))
    expect(of('order')[0]).toBe(order)
    expect(of('subscription')[0]).toBe(subscription)
    expect(new Set(of('order')).size).toBe(5)
    expect(of('order')).toHaveLength(5)
  }
})

test("finds a customer's accounts, orders and subscriptions by the merchant's own id for them, by their numbers, and by name with any apostrophe", async () => {
  const { shop, account, subscription, find } = await shopWith('N-4')
  const customer = {
    ...{ name: 'Åsa O’Brien', id: 'CRM-90210', phone: '+46 70 174 06 05', type: 'organisation' },
    ...{ vatNumber: 'SE559999999101', identityNumber: '559999-9991' },
  }
  await call(shop.privateKey, 'PUT', `/account/${account.id}/customer`, customer)
  const { body } = await call<Order>(shop.privateKey, 'POST', '/order', {
    ...{ items: 10, currency: 'SEK', payment: { type: 'account', account: account.id } },
  })
  for (const text of ['CRM-90210', 'crm-902', '70 174 06', 'O’Brien', "asa o'brien", 'se5599', '9999-9991']) {
    const found = await find(text)
    expect(found).toContainEqual(['account', account.id])
    expect(found).toContainEqual(['order', body.id])
    expect(found).toContainEqual(['subscription', subscription])
  }
  const listed = await call<{ id: string }[]>(shop.privateKey, 'GET', '/account?search=CRM-90210')
  expect(listed.body.map(({ id }) => id)).toEqual([account.id])
})

test('finds nothing of another merchant, not even by id', async () => {
  const theirs = await shopWith('N-2')
  const mine = await shopWith('N-3')
  const { db } = world.runtime
  const both = [theirs.shop.merchant, mine.shop.merchant]
  // Subscription ids are short, so two merchants may have the same one. Histories name them.
  await db.delete(subscriptionChange).where(inArray(subscriptionChange.merchantId, both))
  await db.update(subscription).set({ id: 'Same' }).where(inArray(subscription.merchantId, both))
  // A random id of another kind could contain the word.
  const subscriptions = (await mine.find('Same')).filter(([kind]) => kind === 'subscription')
  expect(subscriptions).toEqual([['subscription', 'Same']])
  for (const text of ['N-2', theirs.order, theirs.account.id]) expect(await mine.find(text)).toEqual([])

  const items = ({ order, account }: typeof mine) => [
    { kind: 'subscription' as const, accountId: account.id, id: 'Same' },
    { kind: 'order' as const, id: order },
    { kind: 'account' as const, id: account.id },
    { kind: 'order' as const, id: 'unknown' },
  ]
  const found = await findNamed(mine.shop.context, [...items(theirs), ...items(mine)])
  expect(found.map(({ kind, id }) => [kind, id])).toEqual([
    ['subscription', 'Same'],
    ['order', mine.order],
    ['account', mine.account.id],
  ])
  expect(found[1]).toMatchObject({ number: 'N-3', card: { scheme: 'visa', last4: '1111' } })
})

test('an order of a subscription is named after what it bills, and a number may be written with #', async () => {
  const { shop, order, find } = await shopWith('4711')
  expect(await find('#4711')).toContainEqual(['order', order])
  await world.runtime.db
    .update(orders)
    .set({ number: null, due: '2026-11-20' })
    .where(and(eq(orders.merchantId, shop.merchant), eq(orders.id, order)))
  expect(await findAnything(shop.context, order)).toMatchObject([
    { kind: 'order', number: null, due: '2026-11-20', subscriptionName: null },
  ])
})

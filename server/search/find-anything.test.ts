import { expect, test } from 'vitest'
import { subscription } from '@/db/schema'
import { payer, subscribe } from '@/test/billing'
import { call, tokenFor, visa } from '@/test/call'
import { testWorld } from '@/test/world'
import type { Order } from '../model/order/schemas'
import { findAnything } from './find-anything'

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

test('finds orders and subscriptions by number or id, and accounts by part of a name', async () => {
  const { account, order, subscription, find } = await shopWith('N-1')
  expect(await find(' N-1 ')).toEqual([
    ['order', order],
    ['subscription', subscription],
  ])
  expect(await find(order)).toEqual([['order', order]])
  expect(await find(subscription)).toEqual([['subscription', subscription]])
  expect(await find('jane d')).toEqual([['account', account.id]])
  expect(await find('  ')).toEqual([])
})

test('finds nothing of another merchant', async () => {
  const theirs = await shopWith('N-2')
  const mine = await shopWith('N-3')
  // Ids of subscriptions are short, so two merchants may well have the same one.
  await world.runtime.db.update(subscription).set({ id: 'Same' })
  expect(await mine.find('Same')).toEqual([['subscription', 'Same']])
  for (const text of ['N-2', theirs.order, theirs.account.id]) expect(await mine.find(text)).toEqual([])
})

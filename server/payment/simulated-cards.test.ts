import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { merchant } from '@/db/schema'
import { ordersOf, payer, subscribe } from '@/test/billing'
import { call, type ErrorBody, getOrder, orderOf, post, visa } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import { billAll } from '../billing/run-all'
import type { Account } from '../model/account'

const world = testWorld()

let shop: TestMerchant
let account: Account

beforeEach(async () => {
  shop = await world.newMerchant('live')
  account = await payer(shop, visa)
})

const choose = (type: 'live' | 'test' = 'live') =>
  world.runtime.db.update(merchant).set({ cardService: 'stripe', type }).where(eq(merchant.id, shop.merchant))

const order = () =>
  call<ErrorBody>(shop.publicKey, 'POST', '/order', {
    items: 4999,
    currency: 'SEK',
    payment: { type: 'account', account: account.id },
  })

const unsupported = {
  status: 400,
  type: 'invalid content',
  content: { details: { code: 'unsupported card' } },
}

test('once a live merchant takes real payments, a simulated card can no longer pay for an order', async () => {
  expect((await order()).status).toBe(201)
  await choose()
  expect((await order()).body).toMatchObject(unsupported)
  expect(await ordersOf(shop, account)).toHaveLength(1)
})

test('a simulated authorisation can then be cancelled but not charged, and a simulated charge refunded', async () => {
  const [reserved, charged] = [await orderOf(shop, 100), await orderOf(shop, 100)]
  expect((await post(shop, charged.id, { type: 'charge' })).status).toBe(201)
  await choose()
  expect((await post(shop, reserved.id, { type: 'charge' })).body).toMatchObject(unsupported)
  expect((await post(shop, reserved.id, { type: 'cancel' })).status).toBe(201)
  expect((await post(shop, charged.id, { type: 'refund' })).status).toBe(201)
  expect((await getOrder(shop, reserved.id)).status).toEqual({ cancelled: 100 })
})

test('a subscription that would be paid with a simulated card fails, and keeps its order', async () => {
  await subscribe(shop, account)
  await choose()
  await billAll(world.runtime)
  const [due] = await ordersOf(shop, account)
  expect(due?.event.at(-1)).toMatchObject({
    type: 'fail',
    error: { content: { details: { code: 'unsupported card' } } },
  })
})

test('a test merchant keeps its simulated cards, whichever card service new orders use', async () => {
  await choose('test')
  expect((await order()).status).toBe(201)
})

// @module-tag slow

import { beforeEach, expect, test } from 'vitest'
import { POST as pay } from '@/app/account/do/pay/route'
import { postForm } from '@/test/account-form'
import { mailsOf, ordersOf, subscribe } from '@/test/billing'
import { call, type ErrorBody } from '@/test/call'
import { clientOf } from '@/test/stripe/client'
import { stripeShops } from '@/test/stripe/stripe-shops'
import { type TestMerchant, testWorld } from '@/test/world'
import { createAccountKey } from '../account/account-key'
import { runBilling } from '../billing/run'
import { newReference } from '../core/id'
import type { Account } from '../model/account'
import type { Card } from '../model/card/schemas'

const world = testWorld()
const shops = stripeShops(world)

let shop: TestMerchant
let account: Account

beforeEach(async () => {
  shop = await shops.newShop()
  const customer = { name: 'Jane Doe', email: 'jane@example.com' }
  const method = [{ type: 'token', card: await token('pm_card_visa') }]
  account = (await call<Account>(shop.privateKey, 'POST', '/account', { customer, method })).body
})

const token = async (reference: string) =>
  (await call<Card>(shop.publicKey, 'POST', '/card', { reference })).body.token

/** The merchant removes the card from its customer in the dashboard of the card service. */
async function removeCard(): Promise<void> {
  const method = shops.double.state.paymentMethods.newest().find(({ customer }) => customer !== null)
  await clientOf(shops.double).paymentMethods.detach(method?.id ?? '')
}

const bill = async () => {
  await runBilling(shop.context)
  const [order] = await ordersOf(shop, account)
  return order ?? expect.fail('nothing was billed')
}

const codesOf = ({ event }: Awaited<ReturnType<typeof bill>>) =>
  event.map(({ type, error }) => [type, error?.content.details?.code])

test('a payment with a card that was removed at the card service fails, and the customer is asked for another', async () => {
  await subscribe(shop, account)
  await removeCard()
  const order = await bill()
  expect(codesOf(order)).toEqual([
    ['order', undefined],
    ['fail', 'invalid card number'],
  ])
  expect(order.status).toEqual({ pending: 100 })
  expect(order.retry).toBeDefined()
  const failed = (await mailsOf(shop)).filter(({ template }) => template === 'payment-failed')
  expect(failed).toMatchObject([{ data: { attempt: 1 } }])
})

test('a customer whose card was removed can pay with another one at once', async () => {
  await subscribe(shop, account)
  await removeCard()
  const order = await bill()
  const { key } = await createAccountKey(shop.context, account.id)
  const press = async () => {
    const form = { order: order.id, attempt: newReference(), expected: '10000' }
    return (await postForm(pay, key, form)).headers.get('location')
  }
  expect(await press()).toContain('note=failed')
  const method = { type: 'token', card: await token('pm_card_mastercard') }
  await call(shop.privateKey, 'POST', `/account/${account.id}/method`, method)
  await press()
  expect((await bill()).status).toEqual({ charged: 100 })
})

test('a stored card that is refused without a reason uses up an attempt', async () => {
  await subscribe(shop, account)
  const rule = { method: 'POST', path: '^/v1/payment_intents$', kind: 'refused', times: 1 } as const
  shops.double.operate('fault', rule)
  expect(codesOf(await bill())).toEqual([
    ['order', undefined],
    ['fail', 'acquirer error'],
  ])
})

test('nothing is decided while the card cannot be looked up', async () => {
  await removeCard()
  const path = '^/v1/payment_methods/'
  shops.double.operate('fault', { method: 'GET', path, kind: 'error-before', times: 1 })
  const created = await call<ErrorBody>(shop.privateKey, 'POST', '/order', {
    items: 100,
    currency: 'SEK',
    payment: { type: 'account', account: account.id },
  })
  expect(created.status).toBe(504)
})

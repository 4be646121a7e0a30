import { beforeEach, expect, test } from 'vitest'
import { declinedCard } from '@/db/schema'
import { shopWithUnpaidOrder } from '@/test/billing'
import { call, tokenFor, visa } from '@/test/call'
import { dashboard, dashboardAs, newMember } from '@/test/members'
import { contextNow, type TestMerchant, testWorld } from '@/test/world'
import { addMethod } from '../account/add-method'
import { writePosition } from '../core/page'
import { insertPaymentLinks, newPaymentLink } from '../link/payment-link'
import { changeMerchant } from '../merchant/change-merchant'
import type { Order } from '../model/order/schemas'
import { exportAttempts } from '../order/export-attempts'
import { findLinkedPayment, payLinkedOrderWith } from './linked-payment'

const world = testWorld()
const declined = '4000000000000002'
const poor = '4000000000009995'
let shop: TestMerchant
let jane: string
let order: Order

const listed = async (filters: object = {}) => {
  const { attempt } = await dashboardAs(world.runtime, shop.merchant, 'viewer')
  const [{ attempts }, totals] = await Promise.all([attempt.list(filters), attempt.totals(filters)])
  expect(totals.count).toBe(attempts.length)
  return attempts
}
const cards = (filters: object = {}) => listed({ kind: 'card', ...filters })
const stored = () => world.runtime.db.$count(declinedCard)
const add = async (key: string, pan: string) =>
  call(key, 'POST', `/account/${jane}/method`, { type: 'token', card: await tokenFor(shop, pan) })
const asCustomer = async () => ({
  ...(await contextNow(world, shop)),
  actor: { kind: 'account', keyId: 'session', accountId: jane } as const,
})

/** A card declined on a payment link, on the account page, and by the interface with each of its keys. */
beforeEach(async () => {
  const unpaid = await shopWithUnpaidOrder(world, '2027-03-01')
  ;({ shop, order } = unpaid)
  jane = unpaid.account.id
  const context = await contextNow(world, shop)
  const link = newPaymentLink(context, { orderId: order.id, contact: 'jane@example.com' })
  await context.db.transaction((db) => insertPaymentLinks({ db }, [link]))
  const key = link.url.split('/').at(-1) ?? ''
  const payment = await findLinkedPayment(world.runtime, { key })
  if (payment.state !== 'open') throw new Error('The link does not lead to a payment')
  const pressed = { expected: 10_000n, returnUrl: 'http://kassa.test/pay/back' }
  await expect(payLinkedOrderWith(payment, await tokenFor(shop, poor), pressed)).rejects.toThrow('declined')
  const token = await tokenFor(shop, declined)
  const method = { type: 'token', card: token } as const
  await expect(addMethod(await asCustomer(), { id: jane, method })).rejects.toThrow('declined')
  expect((await add(shop.privateKey, declined)).status).toBe(400)
  expect((await add(shop.publicKey, declined)).status).toBe(400)
})

test('cards that are declined while they are stored are in the list of failed attempts', async () => {
  const rows = await cards()
  expect(rows.map(({ source }) => source)).toEqual(['checkout', 'api', 'account-page', 'payment-link'])
  for (const row of rows) {
    expect(row).toMatchObject({ kind: 'store', accountId: jane, payerName: 'Jane Doe', amount: null })
    expect(row).toMatchObject({ currency: null, retryOn: null, isGivenUp: false, attempt: null })
  }
  const [other, linked] = [rows[1], rows[3]]
  expect(other).toMatchObject({ orderId: null, hasOrder: false, asksForCard: false, code: 'card declined' })
  expect(other?.card).toEqual({ scheme: 'visa', last4: '0002' })
  expect(linked).toMatchObject({
    orderId: order.id,
    hasOrder: true,
    asksForCard: true,
    code: 'insufficient funds',
  })
  expect(linked?.card).toEqual({ scheme: 'visa', last4: '9995' })
  const kinds = async (filters: object) => (await listed(filters)).map(({ kind }) => kind)
  expect(await kinds({ order: order.id })).toEqual(['store', 'pay'])
  expect(await kinds({ account: jane })).toEqual(['store', 'store', 'store', 'store', 'pay'])
})

test('they are found by customer, card, reason and source, and are in no sum', async () => {
  const count = async (filters: object) => (await cards(filters)).length
  expect(await count({ search: 'jane doe' })).toBe(4)
  expect(await count({ search: '9995' })).toBe(1)
  expect(await count({ search: order.id })).toBe(1)
  expect(await count({ reason: 'insufficient funds' })).toBe(1)
  expect(await count({ source: 'account-page' })).toBe(1)
  expect(await count({ currency: 'SEK' })).toBe(0)
  expect(await count({ unpaid: 'yes' })).toBe(0)
  expect(await count({ end: '2027-02-28' })).toBe(0)
  const { attempt, account } = await dashboardAs(world.runtime, shop.merchant, 'owner')
  expect(await attempt.totals({})).toEqual({
    count: 5,
    isMore: false,
    sums: [{ amount: 10_000n, currency: 'SEK' }],
  })
  expect((await account.figures({ id: jane })).failures.count).toBe(5)
  const csv = await new Response(
    exportAttempts(shop.context, { kind: 'card', columns: 'amount,card,reason,source,kind,order' }),
  ).text()
  expect(csv).toContain(`;;visa;9995;insufficient funds;payment-link;store;${order.id}`)
  expect(csv).toContain(";;visa;'0002;card declined;account-page;store;\n")
})

test('pages that end between cards and payments list each attempt once', async () => {
  const viewer = await newMember(world.runtime, shop.merchant, 'viewer')
  const all = await listed()
  const { attempt } = dashboard(world.runtime, viewer, shop.merchant)
  for (const [place, { created, id }] of all.entries()) {
    const after = writePosition({ created, id })
    const { attempts } = await attempt.list({ after })
    expect(attempts.map((each) => each.id)).toEqual(all.slice(place + 1).map((each) => each.id))
  }
})

test('a declined card that kept an account from being created is listed without an account', async () => {
  const before = await stored()
  const method = [{ type: 'token', card: await tokenFor(shop, poor) }]
  expect((await call(shop.privateKey, 'POST', '/account', { method })).status).toBe(400)
  expect(await stored()).toBe(before + 1)
  expect((await cards())[0]).toMatchObject({ accountId: null, orderId: null, card: { last4: '9995' } })
})

test('a repeated request, an accepted card and one that never reached the card service leave nothing', async () => {
  const before = await stored()
  const context = { ...(await asCustomer()), origin: 'the same press' }
  const method = { type: 'token', card: await tokenFor(shop, declined) } as const
  for (const _ of [1, 2]) await expect(addMethod(context, { id: jane, method })).rejects.toThrow('declined')
  expect(await stored()).toBe(before + 1)
  await expect(addMethod(await asCustomer(), { id: jane, method })).rejects.toThrow('token')
  expect((await add(shop.privateKey, visa)).status).toBe(201)
  await changeMerchant(await contextNow(world, shop), { cardLimits: { declinesPerSource: 1 } })
  expect((await add(shop.publicKey, declined)).status).toBe(429)
  expect(await stored()).toBe(before + 1)
  expect(await listed({ order: order.id })).toMatchObject([{ kind: 'store' }, { kind: 'pay' }])
})

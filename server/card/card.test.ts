// @module-tag slow

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allowManyCards } from '@/test/allow-many-cards'
import { accountWith, call, type ErrorBody, getOrder, orderOf, post, tokenFor, visa } from '@/test/call'
import { differences } from '@/test/differences'
import { type TestMerchant, testWorld } from '@/test/world'
import type { Order } from '../model/order/schemas'

const world = testWorld()

let shop: TestMerchant

beforeAll(async () => {
  shop = await world.newMerchant()
  await allowManyCards(world, shop)
})

const pay = <T = ErrorBody>(payment: unknown, items: unknown = 10, currency = 'SEK') =>
  call<T>(shop.publicKey, 'POST', '/order', { items, currency, payment })
const byCard = (card: string) => ({ type: 'card', card })
const byAccount = (account: string) => ({ type: 'account', account })

const accepted = [
  ['4111111111111111', 'visa'],
  ['4242424242424242', 'visa'],
  ['5555555555554444', 'mastercard'],
  ['2223003122003222', 'mastercard'],
  ['378282246310005', 'amex'],
  ['6011111111111117', 'discover'],
  ['3056930009020004', 'diners'],
  ['3566002020360505', 'jcb'],
  ['6200000000000005', 'unionpay'],
] as const

const refused = [
  ['4000000000000002', 'card declined'],
  ['4000000000009995', 'insufficient funds'],
  ['4000000000009987', 'card lost or stolen'],
  ['4000000000009979', 'card lost or stolen'],
  ['4000000000000069', 'card expired'],
  ['4000000000000127', 'invalid csc'],
  ['4000000000000119', 'acquirer error'],
  ['4100000000000019', 'suspected fraud'],
] as const

const amountDecides = ['2221000000000009', '4200000000000000', '5555550000004444']

const byAmount: [number, string][] = [
  [13.11, 'invalid card number'],
  [400, 'invalid input'],
  [401.11, 'unsupported card'],
  [401.4, 'invalid currency'],
  [401.5, 'invalid descriptor'],
  [401.9, 'invalid transaction'],
  [402, 'rule violation'],
  [403, '3ds problem'],
  [403.1, '3ds authentication failure'],
  [404.1, 'card declined'],
  [404.13, 'insufficient funds'],
  [404.14, 'suspected fraud'],
  [404.15, 'amount limit'],
  [404.2, 'blocked merchant'],
  [500, 'acquirer error'],
]

const decline = (code: string, property: string) => ({
  status: 400,
  type: 'invalid content',
  content: { type: 'Card', property, details: { code } },
})

describe('an accepted card', () => {
  test.each(accepted)('%s (%s) pays by token and from an account', async (pan, scheme) => {
    const order = await orderOf(shop, 49.99, { pan })
    const { id, method } = await accountWith(shop, pan)
    const stored = await pay<Order>(byAccount(id))
    const facts = { scheme, iin: pan.slice(0, 6), last4: pan.slice(-4) }
    expect([order.payment, stored.body.payment, method[0]]).toMatchObject([facts, facts, facts])
    expect((await post(shop, order.id, { type: 'charge' })).status).toBe(201)
    expect((await post(shop, order.id, { type: 'refund', items: 9.99 })).status).toBe(201)
    expect((await getOrder(shop, order.id)).status).toEqual({ charged: 40, refunded: 9.99 })
  })
})

describe('a refused card', () => {
  test.each(refused)('%s: %s', async (pan, code) => {
    expect((await pay(byCard(await tokenFor(shop, pan)))).body).toMatchObject(decline(code, 'payment.card'))
    const method = [{ type: 'token', card: await tokenFor(shop, pan) }]
    const account = await call<ErrorBody>(shop.publicKey, 'POST', '/account', { method })
    expect(account.body).toMatchObject(decline(code, 'method[0].card'))
  })

  test('is refused with invalid csc for security code 988, whatever the card', async () => {
    for (const pan of [visa, '4000000000000002', '4200000000000000', '4000002760003184']) {
      const card = await tokenFor(shop, pan, '988')
      expect((await pay(byCard(card))).body).toMatchObject(decline('invalid csc', 'payment.card'))
    }
  })

  test('uses its token up', async () => {
    const payment = byCard(await tokenFor(shop, '4000000000000002'))
    await pay(payment)
    expect((await pay(payment)).body.content.type).toBe('model.Card')
  })

  test('4000000000000341 can be stored and is declined when it pays', async () => {
    const { id } = await accountWith(shop, '4000000000000341')
    expect((await pay(byAccount(id))).body).toMatchObject(decline('card declined', 'payment.account'))
  })
})

describe('the amount decides', () => {
  test.each(byAmount)('%s: %s', async (amount, code) => {
    for (const pan of amountDecides) {
      const response = await pay(byCard(await tokenFor(shop, pan)), amount)
      expect(response.body).toMatchObject(decline(code, 'payment.card'))
    }
    const { id } = await accountWith(shop, '4200000000000000')
    expect((await pay(byAccount(id), amount)).body).toMatchObject(decline(code, 'payment.account'))
    expect((await pay(byAccount(id), [{ price: amount / 2, quantity: 2 }])).status).toBe(400)
  })

  test.each([13.1, 13.12, 400.01, 401, 404, 499.99, 1000])('%s: accepted', async (amount) => {
    for (const pan of amountDecides) {
      expect((await pay(byCard(await tokenFor(shop, pan)), amount)).status).toBe(201)
    }
  })

  test('whatever the currency', async () => {
    const { id } = await accountWith(shop, '4200000000000000')
    for (const [currency, status] of [
      ['JPY', 400],
      ['KWD', 400],
      ['EUR', 400],
    ] as const) {
      expect((await pay(byAccount(id), 402, currency)).status).toBe(status)
    }
  })

  test('declines charges and refunds too: they are recorded as failed and nothing moves', async () => {
    const order = await orderOf(shop, 1000, { pan: '4200000000000000' })
    const charge = await post(shop, order.id, { type: 'charge', items: 404.15 })
    expect(charge.body).toMatchObject({
      type: 'invalid content',
      content: { details: { code: 'amount limit' } },
    })
    expect((await post(shop, order.id, { type: 'charge', items: 600 })).status).toBe(201)
    expect((await post(shop, order.id, { type: 'refund', items: 13.11 })).status).toBe(400)
    const now = await getOrder(shop, order.id)
    expect(now.status).toEqual({ ordered: 400, charged: 600 })
    expect(now.event.map(({ type, original }) => original ?? type)).toEqual([
      'order',
      'charge',
      'charge',
      'refund',
    ])
  })
})

test('4000000000005126: a refund fails, is recorded as failed, and moves nothing', async () => {
  const order = await orderOf(shop, 50, { pan: '4000000000005126' })
  await post(shop, order.id, { type: 'charge', items: 30 })
  const { body } = await post(shop, order.id, { type: 'refund', items: 20 })
  expect(body).toMatchObject({
    status: 400,
    type: 'invalid content',
    content: { details: { code: 'acquirer error' } },
  })
  const now = await getOrder(shop, order.id)
  expect(now.status).toEqual({ ordered: 20, charged: 30 })
  expect(now.event.at(-1)).toEqual({
    type: 'fail',
    sequence: 3,
    original: 'refund',
    items: 20,
    error: {
      status: 400,
      type: 'invalid content',
      content: {
        type: 'Card',
        description: body.content.description,
        details: { code: 'acquirer error' },
      },
    },
    date: expect.stringMatching(/Z$/),
    reference: expect.any(String),
  })
  const lines = await orderOf(shop, [{ name: 'Tea', price: 5, quantity: 2 }], { pan: '4000000000005126' })
  await post(shop, lines.id, { type: 'charge' })
  await post(shop, lines.id, { type: 'refund' })
  expect((await getOrder(shop, lines.id)).items).toMatchObject({ status: ['charged', 'charged'] })
})

afterAll(async () => {
  expect(await differences(world.runtime)).toEqual([])
})

test('no table contains a card number', async () => {
  const { db } = world.runtime
  const tables = await db.execute<{ name: string }>(
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname !~ '^(pg_|information_)'`,
  )
  const pans = [...accepted, ...refused].map(([pan]) => pan)
  const all = [
    ...pans,
    ...amountDecides,
    '4000000000000341',
    '4000000000005126',
    '4000002760003184',
    '4111111111111112',
  ]
  expect(tables.length).toBeGreaterThan(10)
  for (const { name } of tables) {
    const found = await db.execute(
      sql`select 1 from ${sql.raw(name)} t where t::text ~ ${all.join('|')} limit 1`,
    )
    expect(found, name).toHaveLength(0)
  }
})

test('a reference is refused by a card service that has no such card', async () => {
  const { status, body } = await call<ErrorBody>(shop.publicKey, 'POST', '/card', {
    reference: 'pm_card_visa',
  })
  expect([status, body.content.property]).toEqual([400, 'reference'])
  expect(body.content.description).toContain('Send the reference of a card that was just entered')
})

import { beforeAll, describe, expect, test } from 'vitest'
import { accountWith, call, type ErrorBody, routed, visa } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import type { Account } from '../model/account'
import type { Order } from '../model/order/schemas'

const world = testWorld()

let shop: TestMerchant
let account: Account

beforeAll(async () => {
  shop = await world.newMerchant()
  account = await accountWith(shop, visa)
})

const orderBy = (accountId: string) => ({
  items: 100,
  currency: 'SEK',
  payment: { type: 'account', account: accountId },
})

describe('an order paid by an account', () => {
  test('is never paid by an account of another merchant', async () => {
    const other = await world.newMerchant()
    const foreign = await call<ErrorBody>(other.privateKey, 'POST', '/order', orderBy(account.id))
    const unknown = await call<ErrorBody>(other.privateKey, 'POST', '/order', orderBy('AbCdEfGhIjKlMnOp'))
    expect(foreign.status).toBe(400)
    expect(foreign.body).toEqual(unknown.body)
  })

  test('is refused because of its key before anything in its body', async () => {
    for (const body of [orderBy(account.id), orderBy(''), '{"items":', { items: 'x'.repeat(100_000) }]) {
      for (const key of [undefined, 'sk_test_unknown'])
        expect(await call(key, 'POST', '/order', body)).toMatchObject({ status: 401 })
      expect(await call(shop.privateKey, 'POST', '/order', body)).not.toMatchObject({ status: 401 })
    }
  })

  test('is created if its body comes in chunks of unknown length', async () => {
    const request = new Request('http://kassa.test/v1/order', {
      method: 'POST',
      headers: { authorization: `Bearer ${shop.privateKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(orderBy(account.id)),
    })
    expect(request.headers.has('content-length')).toBe(false)
    expect(await routed(request)).toMatchObject({ status: 201 })
  })

  test('is paid by its own account when several are created at once', async () => {
    const accounts = await Promise.all([visa, visa].map((card) => accountWith(shop, card)))
    const orders = await Promise.all(
      [...accounts, account, ...accounts].map(async ({ id, method }) => ({
        card: method[0]?.token,
        order: await call<{ payment: { card: string } }>(shop.privateKey, 'POST', '/order', orderBy(id)),
      })),
    )
    expect(new Set(orders.map(({ card }) => card)).size).toBe(3)
    for (const { card, order } of orders) expect(order.body.payment.card).toBe(card)
  })
})

describe('a charge', () => {
  const newOrder = async () =>
    (await call<Order>(shop.privateKey, 'POST', '/order', orderBy(account.id))).body.id
  const charge = (key: string | undefined, id: string, body: unknown) =>
    call<ErrorBody>(key, 'POST', `/order/${id}/event`, body)

  test('never finds an order of another merchant', async () => {
    const other = await world.newMerchant()
    const id = await newOrder()
    const foreign = await charge(other.privateKey, id, { type: 'charge' })
    expect(foreign.status).toBe(404)
    expect(foreign.body).toEqual(
      (await charge(other.privateKey, 'AbCdEfGhIjKlMnOp', { type: 'charge' })).body,
    )
  })

  test('is refused because of its key before its order and body', async () => {
    const id = await newOrder()
    for (const order of [id, 'no id', 'AbCdEfGhIjKlMnOp']) {
      const path = encodeURIComponent(order)
      for (const body of [{ type: 'charge' }, { type: 'no such type' }, '{'])
        expect(await charge('sk_test_unknown', path, body)).toMatchObject({ status: 401 })
    }
    expect(await charge(shop.publicKey, id, { type: 'charge' })).toMatchObject({ status: 403 })
    expect(await charge(shop.privateKey, id, { type: 'charge' })).toMatchObject({ status: 201 })
  })

  test('never exceeds the order, even with others at the same time', async () => {
    const id = await newOrder()
    const some = { type: 'charge', items: 30 }
    const results = await Promise.all(Array.from({ length: 8 }, () => charge(shop.privateKey, id, some)))
    expect(results.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, ...Array(5).fill(400)])
    const { body } = await call<Order>(shop.privateKey, 'GET', `/order/${id}`)
    expect(body.status).toEqual({ ordered: 10, charged: 90 })
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import { accountWith, call, type ErrorBody, routed, visa } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import type { Account } from '../model/account'

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

describe('the payer of an order is looked up together with the key', () => {
  test('and is never an account of another merchant', async () => {
    const other = await world.newMerchant()
    const foreign = await call<ErrorBody>(other.privateKey, 'POST', '/order', orderBy(account.id))
    const unknown = await call<ErrorBody>(other.privateKey, 'POST', '/order', orderBy('AbCdEfGhIjKlMnOp'))
    expect(foreign.status).toBe(400)
    expect(foreign.body).toEqual(unknown.body)
  })

  test('but the key is refused first, whatever the body contains', async () => {
    for (const body of [orderBy(account.id), orderBy(''), '{"items":', { items: 'x'.repeat(100_000) }]) {
      for (const key of [undefined, 'sk_test_unknown'])
        expect(await call(key, 'POST', '/order', body)).toMatchObject({ status: 401 })
      expect(await call(shop.privateKey, 'POST', '/order', body)).not.toMatchObject({ status: 401 })
    }
  })

  test('also if the body comes in chunks of unknown length', async () => {
    const request = new Request('http://kassa.test/v1/order', {
      method: 'POST',
      headers: { authorization: `Bearer ${shop.privateKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(orderBy(account.id)),
    })
    expect(request.headers.has('content-length')).toBe(false)
    expect(await routed(request)).toMatchObject({ status: 201 })
  })

  test('and has the right card for several orders at once', async () => {
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

import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { merchant } from '@/db/schema'
import { call, type ErrorBody, tokenFor } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import type { Order } from '../model/order/schemas'
import { mayCallBack } from './callback-hosts'
import { changeMerchant, MerchantChange } from './change-merchant'

const world = testWorld()
let shop: TestMerchant

beforeEach(async () => {
  shop = await world.newMerchant()
})

async function order(key: string, callback: string) {
  const payment = { type: 'card', card: await tokenFor(shop) }
  return call<Order & ErrorBody>(key, 'POST', '/order', { items: 1, currency: 'SEK', payment, callback })
}

describe('a callback of a public key', () => {
  const address = 'https://shop.example/paid?order=1'

  test('is refused until the merchant allows its host; a private key may name any host', async () => {
    expect(await order(shop.publicKey, address)).toMatchObject({
      status: 400,
      body: { type: 'invalid content', content: { type: 'URL', property: 'callback' } },
    })
    expect((await order(shop.privateKey, address)).status).toBe(201)
  })

  test('is sent to the hosts that the merchant allows', async () => {
    await changeMerchant(shop.context, { callbackHosts: ['shop.example'] })
    expect(await order(shop.publicKey, address)).toMatchObject({ status: 201, body: { callback: address } })
    expect((await order(shop.publicKey, 'https://evil.example/')).status).toBe(400)
  })

  test('is sent to the host of a callback address of the merchant', async () => {
    const callbacks = ['https://hooks.shop.example:8443/all']
    await world.runtime.db.update(merchant).set({ callbacks }).where(eq(merchant.id, shop.merchant))
    expect((await order(shop.publicKey, 'https://hooks.shop.example:8443/one')).status).toBe(201)
    expect((await order(shop.publicKey, 'https://hooks.shop.example/one')).status).toBe(400)
  })
})

test.each<[string, boolean]>([
  ['https://shop.example', true],
  ['https://SHOP.Example/x', true],
  ['https://shop.example:443/', true],
  ['http://shop.example/', true],
  ['https://shop.example:8443/', false],
  ['https://pay.shop.example/', false],
  ['https://shop.example.evil.test/', false],
  ['https://evilshop.example/', false],
  ['https://shop.example./', false],
  ['https://shop.example@evil.test/', false],
  ['https://user:secret@shop.example/', false],
  ['https://evil.test/shop.example', false],
  ['https://evil.test#shop.example', false],
  ['http://localhost:4000/hook', true],
  ['http://localhost/hook', false],
  ['http://127.0.0.1:4000/hook', false],
  ['not an address', false],
])('%s is allowed: %s', (address, allowed) => {
  const hosts = { callbackHosts: ['shop.example', 'localhost:4000'], callbacks: [] }
  expect(mayCallBack(hosts, address)).toBe(allowed)
})

test('hosts are stored as they appear in addresses, and nothing else is accepted as one', () => {
  const parsed = (host: string) =>
    MerchantChange.safeParse({ callbackHosts: [host] }).data?.callbackHosts?.[0]
  expect(parsed('Shop.Example')).toBe('shop.example')
  expect(parsed(' shop.example:443 ')).toBe('shop.example')
  expect(parsed('[::1]:4000')).toBe('[::1]:4000')
  for (const wrong of [
    '',
    '*',
    '*.example',
    'https://shop.example',
    'shop.example/',
    'a@b.c',
    'a:b',
    'a b',
    'x:99999',
    'shop.example.',
  ])
    expect(parsed(wrong)).toBeUndefined()
})

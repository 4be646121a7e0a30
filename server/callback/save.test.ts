import { beforeAll, describe, expect, test } from 'vitest'
import { accountWith, call, type ErrorBody, tokenFor } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import { maySave } from '../core/networks'
import type { Order } from '../model/order/schemas'
import { addAddress } from './addresses'
import { failureReason } from './failure-reason'
import { Unreachable } from './post'
import { CallbackAddress, SavedAddress } from './schemas'

const world = testWorld()

let shop: TestMerchant

beforeAll(async () => {
  shop = await world.newMerchant()
})

const inside = [
  ...['http://10.0.0.1/', 'http://192.168.1.1:8080/x', 'http://172.16.5.5/', 'http://169.254.169.254/latest'],
  ...[
    'http://0.0.0.0/',
    'http://100.64.0.1/',
    'http://167772161/',
    'http://0x0a000001/',
    'http://012.0.0.1/',
  ],
  ...['http://10.1/', 'http://1%30.0.0.1/', 'http://10.0.0.1./', 'https://user@10.0.0.1/'],
  ...['http://[fd00::1]/', 'http://[fe80::1]/', 'http://[::ffff:10.0.0.1]/', 'http://[::ffff:a00:1]/'],
  ...[
    'http://receiver/',
    'http://db.internal/',
    'http://printer.local/',
    'http://nas.lan./',
    'http://a.home.arpa/',
    'http://kubernetes.default.svc/',
  ],
]
const loopback = [
  ...['http://127.0.0.1/', 'http://127.1:9000/', 'http://2130706433/', 'http://[::1]/', 'http://0x7f.1/'],
  ...[
    'http://localhost:4000/',
    'http://LOCALHOST./',
    'http://shop.localhost/',
    'http://localhost.localdomain/',
    'http://localhost../',
    'http://127.0.0.1../',
  ],
]
const outside = [
  'https://shop.example/callbacks',
  'http://203.0.113.7/',
  'http://8.8.8.8/',
  'https://a.internal.example/',
]

test.each([...inside, ...loopback])('rejects %s unless its network is allowed', (address) => {
  expect(maySave(address, [])).toBe(false)
  expect(maySave(address, ['127.0.0.0/8', '::1/128'])).toBe(loopback.includes(address))
  const all = ['0.0.0.0/0', '::/0']
  if (inside.includes(address)) expect(maySave(address, all)).toBe(true)
})

test.each(outside.filter((address) => !address.includes('203.0.113')))('saves %s', (address) => {
  expect(maySave(address, [])).toBe(true)
})

describe.each(inside.slice(0, 6))('%s', (callback) => {
  const refusal = {
    status: 400,
    type: 'invalid content',
    content: {
      type: 'url',
      property: 'callback',
      description: expect.stringContaining('must be a public address'),
    },
  }

  test('is rejected with an order, and nothing is paid', async () => {
    const card = await tokenFor(shop)
    const order = { items: 1, currency: 'SEK', payment: { type: 'card', card } }
    const refused = await call<ErrorBody>(shop.publicKey, 'POST', '/order', { ...order, callback })
    expect(refused.body).toMatchObject(refusal)
    // The response does not reveal the address that the name resolves to.
    expect(refused.text).not.toContain(new URL(callback).hostname)
    expect((await call<Order>(shop.publicKey, 'POST', '/order', order)).status).toBe(201)
  })

  test('is rejected with a new or changed subscription', async () => {
    const { id } = await accountWith(shop)
    const path = `/account/${id}/subscription`
    const terms = { items: 1, currency: 'SEK', schedule: 'monthly' }
    const refused = await call(shop.privateKey, 'POST', path, { ...terms, callback })
    expect(refused.body).toMatchObject(refusal)
    const { body } = await call<{ id: string }[]>(shop.privateKey, 'POST', path, terms)
    const changed = await call(shop.privateKey, 'PATCH', `${path}/${body[0]?.id}`, { callback })
    expect(changed.body).toMatchObject(refusal)
    const replaced = await call(shop.privateKey, 'PUT', `${path}/${body[0]?.id}`, { ...terms, callback })
    expect(replaced.body).toMatchObject(refusal)
  })

  test('is rejected as an address for all events, and can be removed if it was saved before', async () => {
    expect(CallbackAddress.safeParse({ url: callback }).success).toBe(false)
    expect(SavedAddress.safeParse({ url: callback }).success).toBe(true)
  })
})

test('loopback is allowed where the configuration says so', async () => {
  expect(
    await addAddress(shop.context, CallbackAddress.parse({ url: 'http://127.0.0.1:9/hook' })),
  ).toHaveLength(1)
})

test('the record of a failed delivery does not reveal where a name resolved to', () => {
  const system = Object.assign(new Error('connect EACCES 10.0.0.1:80'), {
    code: 'EACCES',
    syscall: 'connect',
  })
  for (const error of [new Unreachable('shop.example has no address that callbacks may go to'), system])
    expect(failureReason(error)).not.toMatch(/\d+\.\d+/)
})

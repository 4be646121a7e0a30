import { beforeAll, expect, test } from 'vitest'
import { callbacksOf, declining, move, ordersOf, payer, shopOn, subscribe } from '@/test/billing'
import { call, getOrder, orderOf, post, postAll } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'

// The checks that type guards in the original system's client make before they accept an order.

const world = testWorld()

let shop: TestMerchant

beforeAll(async () => {
  shop = await world.newMerchant()
})

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null
const isText = (value: unknown): value is string => typeof value === 'string'

const isPaymentStatus = (value: unknown) =>
  ['created', 'ordered', 'cancelled', 'expired'].includes(String(value))

const isError = (value: unknown) =>
  isObject(value) &&
  typeof value.status === 'number' &&
  isText(value.type) &&
  isObject(value.content) &&
  isText(value.content.type) &&
  isText(value.content.description) &&
  (value.content.property === undefined || isText(value.content.property)) &&
  (value.content.details === undefined || isObject(value.content.details))

const isEvent = (value: unknown) =>
  isObject(value) &&
  isText(value.date) &&
  (value.type === 'fail'
    ? isText(value.original) && isError(value.error)
    : ['order', 'charge', 'cancel', 'refund'].includes(String(value.type)) && value.error === undefined)

const isOrder = (value: unknown) =>
  isObject(value) &&
  isText(value.id) &&
  isObject(value.payment) &&
  isPaymentStatus(value.payment.status) &&
  Array.isArray(value.event) &&
  value.event.every(isEvent)

test.each([
  ['authorised', [], 'created'],
  ['charged in part', [{ type: 'charge', items: 40 }], 'created'],
  ['charged', [{ type: 'charge' }], 'created'],
  ['refunded in part', [{ type: 'charge' }, { type: 'refund', items: 40 }], 'created'],
  ['refunded', [{ type: 'charge' }, { type: 'refund' }], 'created'],
  ['cancelled in part', [{ type: 'cancel', items: 40 }], 'created'],
  ['charged and cancelled', [{ type: 'charge', items: 40 }, { type: 'cancel' }], 'created'],
  ['cancelled', [{ type: 'cancel', items: 40 }, { type: 'cancel' }], 'cancelled'],
])('an order that is %s', async (_, events, status) => {
  const { id } = await orderOf(shop, 100)
  await postAll(shop, id, events)
  const order = await getOrder(shop, id)
  expect(order.payment.status).toBe(status)
  expect(isOrder(order)).toBe(true)
})

test('a failed refund, wherever its event is read', async () => {
  const { id } = await orderOf(shop, 100, { pan: '4000000000005126' })
  await post(shop, id, { type: 'charge' })
  expect((await post(shop, id, { type: 'refund' })).status).toBe(400)
  const order = await getOrder(shop, id)
  const [listed] = (await call<unknown[]>(shop.privateKey, 'GET', '/order?limit=1')).body
  expect([isOrder(order), isOrder(listed)]).toEqual([true, true])
  expect(order.event.at(-1)).toMatchObject({
    type: 'fail',
    original: 'refund',
    error: {
      status: 400,
      type: 'invalid content',
      content: { type: 'Card', details: { code: 'acquirer error' } },
    },
  })
})

test('an order of a subscription: unpaid, given up, cancelled, and notified by callbacks', async () => {
  const own = await shopOn(world, '2027-05-01')
  const account = await payer(own, declining)
  await subscribe(own, account, { callback: 'https://example.com/hook' })
  await move(own, { to: '2027-05-02' })
  const [unpaid] = await ordersOf(own, account)
  expect([unpaid?.status.pending !== undefined, unpaid?.payment.status, isOrder(unpaid)]).toEqual([
    true,
    'created',
    true,
  ])
  await move(own, { to: '2027-05-10' })
  const [denied] = await ordersOf(own, account)
  expect([denied?.status.denied !== undefined, denied?.payment.status]).toEqual([true, 'created'])
  await post(own, denied?.id ?? '', { type: 'cancel' })
  const [writtenOff] = await ordersOf(own, account)
  expect([writtenOff?.payment.status, isOrder(writtenOff)]).toEqual(['cancelled', true])
  const callbacks = (await callbacksOf(own)) as { data: { order?: unknown } }[]
  const orders = callbacks.flatMap(({ data }) => (data.order === undefined ? [] : [data.order]))
  expect(orders.length).toBeGreaterThan(2)
  expect(orders.every(isOrder)).toBe(true)
})

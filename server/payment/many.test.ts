import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { order } from '@/db/schema'
import { paymentColumns } from '@/test/bulk'
import { accountWith, call, getOrder, orderOf, post, tokenFor, visa } from '@/test/call'
import { dashboardAs } from '@/test/members'
import { testWorld } from '@/test/world'
import { exportOrders } from '../order/export-orders'
import { OrderSearch } from '../order/search'
import { chargeCancelOrRefund } from './charge-cancel-refund'

const world = testWorld()

async function shopWithSupport() {
  const shop = await world.newMerchant()
  return { shop, call: await dashboardAs(world.runtime, shop.merchant, 'support') }
}

const attempt = () => crypto.randomUUID()

test('previews all rows of a page that begins with orders of the searched number', async () => {
  const { call } = await shopWithSupport()
  const ids = Array.from({ length: 70 }, (_, place) => `unknown-${place}`)
  expect(await call.order.previewMany({ ids, type: 'charge' })).toEqual([])
})

test('charges several orders independently and reports those that cannot be charged', async () => {
  const { shop, call } = await shopWithSupport()
  const [one, two, three] = [await orderOf(shop, 100), await orderOf(shop, 50), await orderOf(shop, 7)]
  await post(shop, two.id, { type: 'charge' })
  const ids = [one.id, two.id, three.id]
  const preview = await call.order.previewMany({ ids, type: 'charge' })
  const foreseen = new Map(preview.map(({ id, amount }) => [id, amount]))
  expect(ids.map((id) => foreseen.get(id))).toEqual([10_000n, undefined, 700n])
  expect(preview.find(({ id }) => id === two.id)?.refusal).toBeDefined()
  await world.runtime.db
    .update(order)
    .set({ number: null, due: '2026-11-20' })
    .where(and(eq(order.merchantId, shop.merchant), eq(order.id, one.id)))
  // An order without a number is named by what it bills.
  expect(await call.order.previewMany({ ids: [one.id], type: 'charge' })).toMatchObject([
    { number: null, due: '2026-11-20', subscriptionName: null },
  ])

  const orders = [
    { id: one.id, expected: 10_000n },
    { id: three.id, expected: 699n },
  ]
  const outcomes = await call.order.operateMany({ type: 'charge', orders, attempt: attempt() })
  expect(outcomes).toMatchObject([
    { id: one.id, amount: 10_000n },
    { id: three.id, refusal: { description: expect.stringContaining('changed in the meantime') } },
  ])
  expect((await getOrder(shop, one.id)).status).toEqual({ charged: 100 })
  expect((await getOrder(shop, three.id)).status).toEqual({ ordered: 7 })
})

test('a confirmation with other orders, or in another sequence, never confuses two orders', async () => {
  const { shop, call } = await shopWithSupport()
  const [one, two] = [await orderOf(shop, 100), await orderOf(shop, 100)]
  const [first, second] = [one, two].map(({ id }) => ({ id, expected: 10_000n }))
  if (!first || !second) throw new Error('Two orders were created')
  const confirmed = { type: 'charge' as const, attempt: attempt() }
  await call.order.operateMany({ ...confirmed, orders: [first] })
  await call.order.operateMany({ ...confirmed, orders: [second, first] })
  for (const { id } of [one, two]) {
    const { status, event } = await getOrder(shop, id)
    expect(status).toEqual({ charged: 100 })
    expect(event.map(({ type }) => type)).toEqual(['order', 'charge'])
  }
})

test('a confirmation that has charged one order charges no other', async () => {
  const shop = await world.newMerchant()
  const [one, two] = [await orderOf(shop, 100), await orderOf(shop, 100)]
  const context = { ...shop.context, origin: 'one press' }
  await chargeCancelOrRefund(context, { orderId: one.id, event: { type: 'charge' } })
  const other = chargeCancelOrRefund(context, { orderId: two.id, event: { type: 'charge' } })
  await expect(other).rejects.toMatchObject({ code: 'order.changed' })
  expect((await getOrder(shop, two.id)).status).toEqual({ ordered: 100 })
})

test('confirmations of two merchants with the same name, which are looked up together, stay apart', async () => {
  const shops = [await world.newMerchant(), await world.newMerchant()]
  const orders = await Promise.all(shops.map(async (shop) => ({ shop, id: (await orderOf(shop, 100)).id })))
  const charge = () =>
    Promise.all(
      orders.map(({ shop, id: orderId }) =>
        chargeCancelOrRefund({ ...shop.context, origin: 'same' }, { orderId, event: { type: 'charge' } }),
      ),
    )
  expect(await charge()).toEqual(await charge())
})

test('a confirmation for several orders that is sent twice is applied once', async () => {
  const { shop, call } = await shopWithSupport()
  const { id } = await orderOf(shop, 100)
  const confirmed = { type: 'charge' as const, orders: [{ id, expected: 10_000n }], attempt: attempt() }
  const outcomes = await Promise.all([call.order.operateMany(confirmed), call.order.operateMany(confirmed)])
  expect(outcomes[0]).toEqual(outcomes[1])
  expect((await getOrder(shop, id)).event.map(({ type }) => type)).toEqual(['order', 'charge'])
})

test('orders of another merchant are left out and stay unchanged', async () => {
  const { call } = await shopWithSupport()
  const theirs = await world.newMerchant()
  const { id } = await orderOf(theirs, 100)
  expect(await call.order.previewMany({ ids: [id], type: 'cancel' })).toEqual([])
  const orders = [{ id, expected: 10_000n }]
  const [outcome] = await call.order.operateMany({ type: 'cancel', orders, attempt: attempt() })
  expect(outcome?.refusal).toMatchObject({ type: 'Order' })
  expect((await getOrder(theirs, id)).status).toEqual({ ordered: 100 })
})

test('orders are found by amount, card and failure', async () => {
  const { shop, call } = await shopWithSupport()
  const [small, large] = [await orderOf(shop, 9.99), await orderOf(shop, 1000)]
  const found = async (input: Parameters<typeof call.order.list>[0]) =>
    (await call.order.list(input)).orders.map(({ id }) => id)
  expect(await found({ least: '10' })).toEqual([large.id])
  expect(await found({ most: '9,99' })).toEqual([small.id])
  expect(await found({ least: '10', currency: 'EUR' })).toEqual([])
  expect(await found({ card: '1111' })).toEqual([large.id, small.id])
  expect(await found({ card: '0000' })).toEqual([])
  expect(await found({ failed: 'yes' })).toEqual([])
  await expect(found({ least: '1.001' })).rejects.toMatchObject({
    details: { content: { property: 'least' } },
  })
  await expect(found({ least: 'ten' })).rejects.toMatchObject({ details: { content: { property: 'least' } } })
})

test('a saved view is visible only to its owner', async () => {
  const { shop, call } = await shopWithSupport()
  const other = await dashboardAs(world.runtime, shop.merchant, 'owner')
  const view = await call.view.save({ list: 'orders', name: 'Refunds', query: 'status=refunded' })
  await expect(
    call.view.save({ list: 'orders', name: 'Refunds', query: 'status=charged' }),
  ).rejects.toMatchObject({ details: { content: { property: 'name' } } })
  expect(await call.view.list({ list: 'orders' })).toEqual([view])
  expect(await other.view.list({ list: 'orders' })).toEqual([])
  await expect(other.view.remove({ id: view.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await call.view.remove({ id: view.id })
  expect(await call.view.list({ list: 'orders' })).toEqual([])
})

const csvOf = async (shop: Awaited<ReturnType<typeof world.newMerchant>>, search = {}) => {
  const text = await new Response(exportOrders(shop.context, OrderSearch.parse(search))).text()
  return text.trimEnd().split('\n')
}

test('the export has every order of the search, newest first, and no formulas', async () => {
  const { shop } = await shopWithSupport()
  await orderOf(shop, 1)
  const payment = { type: 'card', card: await tokenFor(shop) }
  await call(shop.privateKey, 'POST', '/order', { number: '=1+1', items: 12.5, currency: 'SEK', payment })
  // The characters before the sign are invisible.
  const hidden = { ...payment, card: await tokenFor(shop) }
  await call(shop.privateKey, 'POST', '/order', {
    number: '\u00a0\u200b＝1',
    items: 2,
    currency: 'SEK',
    payment: hidden,
  })
  const [head, hiddenLine, ...lines] = await csvOf(shop)
  expect(hiddenLine).toContain(";'\u00a0\u200b＝1;")
  expect(head?.replace('\ufeff', '')).toBe(
    'id;number;created;currency;amount;ordered;pending;charged;refunded;cancelled;denied;' +
      'account;customer;email;card;last4;reference;subscription;due;day',
  )
  expect(lines).toHaveLength(2)
  expect(lines[0]).toContain(";'=1+1;")
  expect(lines[0]).toContain(';SEK;12,50;12,50;')
  expect(await csvOf(shop, { status: 'refunded' })).toHaveLength(1)
  const { id: account } = await accountWith(shop, visa)
  const customer = { name: 'Jane', email: 'jane@example.com' }
  await call(shop.privateKey, 'PUT', `/account/${account}/customer`, customer)
  const ofAccount = { items: 3, currency: 'SEK', payment: { type: 'account', account } }
  await call(shop.privateKey, 'POST', '/order', ofAccount)
  expect((await csvOf(shop))[1]).toContain(`;${account};Jane;jane@example.com;`)
})

test('an export of several batches contains every order once', async () => {
  const { shop } = await shopWithSupport()
  const { id } = await orderOf(shop, 1)
  await copyOrder(shop.merchant, id, 2100)
  const ids = (await csvOf(shop)).slice(1).map((line) => line.split(';')[0])
  expect(ids).toHaveLength(2101)
  expect(new Set(ids).size).toBe(2101)
})

/** Copies an order many times within the same millisecond. */
async function copyOrder(merchant: string, id: string, times: number) {
  await world.runtime.db.execute(sql`
    insert into "order" (merchant_id, id, currency, amount, ${paymentColumns}, service_reference, ordered, charged, refunded,
      cancelled, pending, denied, created)
    select merchant_id, translate(lpad(n::text, 16, '0'), '0123456789', 'abcdefghij'), currency, amount, ${paymentColumns},
      service_reference, ordered, charged, refunded, cancelled, pending, denied, created
    from "order", generate_series(1, ${times}::int) n where merchant_id = ${merchant} and id = ${id}`)
}

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getOrder, orderOf, post } from '@/test/call'
import { dashboardAs } from '@/test/members'
import { contextNow, type TestMerchant, testWorld } from '@/test/world'
import { days, later, minutes } from '../core/clock'
import { adoptChanges } from '../payment/adopt-changes'
import { todoOf } from './todo'

const world = testWorld()

async function todo(shop: TestMerchant, ahead = 0) {
  const context = await contextNow(world, shop)
  const now = later(context.clock.now(), ahead)
  const { items } = await todoOf({ ...context, clock: { now: () => now } })
  return items.filter(({ kind }) => kind === 'late failures' || kind === 'refused refunds')
}

async function shopWithMember() {
  const shop = await world.newMerchant()
  return { shop, mine: await dashboardAs(world.runtime, shop.merchant, 'support') }
}

/** An order whose refunds the card service refuses. */
async function unrefundable(shop: TestMerchant) {
  const { id } = await orderOf(shop, 100, { pan: '4000000000005126' })
  await post(shop, id, { type: 'charge' })
  return id
}

async function refuse(shop: TestMerchant, id: string, items: number) {
  world.clock.advance(minutes(1))
  expect((await post(shop, id, { type: 'refund', items })).status).toBe(400)
}

/** As if the card service had refused the last event of an order, a refund of 20 SEK. */
const refuseLast = (shop: TestMerchant, id: string) =>
  world.runtime.db.execute(sql`
    update order_event set type = 'fail', original = 'refund', amount = null
    where merchant_id = ${shop.merchant} and order_id = ${id} and amount = 2000 and type = 'refund'`)

test('a refused refund is to be dealt with until somebody notes what was done, once for each order', async () => {
  const { shop, mine } = await shopWithMember()
  const other = await world.newMerchant()
  const [first, second] = [await unrefundable(shop), await unrefundable(shop)]
  expect(await todo(shop)).toEqual([])
  await refuse(shop, first, 30)
  await refuse(shop, second, 10)
  await refuse(shop, second, 20)
  expect(await todo(shop)).toEqual([{ kind: 'refused refunds', count: 2, order: first }])
  expect(await todo(other)).toEqual([])
  expect((await mine.order.get({ id: second })).refusedRefund).toMatchObject({
    ...{ amount: 2000n, why: expect.stringMatching(/^The card service could not make the refund\./) },
  })
  world.clock.advance(minutes(1))
  await mine.note.add({
    subject: 'order',
    id: first,
    text: 'Paid by bank transfer',
    attempt: crypto.randomUUID(),
  })
  expect(await todo(shop)).toEqual([{ kind: 'refused refunds', count: 1, order: second }])
  expect((await mine.order.get({ id: first })).refusedRefund).toBeUndefined()
  expect(await todo(shop, days(181))).toEqual([])
})

test('a refused refund is dealt with by a later refund of its order, and not by an earlier one', async () => {
  const { shop, mine } = await shopWithMember()
  const { id } = await orderOf(shop, 100)
  await post(shop, id, { type: 'charge' })
  await post(shop, id, { type: 'refund', items: 10 })
  await post(shop, id, { type: 'refund', items: 20 })
  await refuseLast(shop, id)
  expect(await todo(shop)).toEqual([{ kind: 'refused refunds', count: 1, order: id }])
  expect((await mine.order.get({ id })).refusedRefund).toMatchObject({ amount: 2000n })
  await post(shop, id, { type: 'refund', items: 20 })
  expect(await todo(shop)).toEqual([])
  expect((await mine.order.get({ id })).refusedRefund).toBeUndefined()
})

test('a refused refund needs nothing while the bank has the money', async () => {
  const { shop, mine } = await shopWithMember()
  const id = await unrefundable(shop)
  await refuse(shop, id, 30)
  await world.runtime.db.execute(sql`
    insert into dispute (merchant_id, service, id, authorisation, order_id, amount, currency, reason, state, is_inquiry, opened)
    values (${shop.merchant}, 'stripe', 'dp_1', 'ch', ${id}, 100, 'SEK', 'fraud', 'lost', false, now())`)
  expect(await todo(shop)).toEqual([])
  expect((await mine.order.get({ id })).refusedRefund).toBeUndefined()
})

test.each([
  ['charge', 2000n],
  ['refund', 1000n],
] as const)('a refused refund is not counted beside a %s that failed later', async (kind, amount) => {
  const { shop, mine } = await shopWithMember()
  const { id } = await orderOf(shop, 20)
  await post(shop, id, { type: 'charge' })
  if (kind === 'refund') await post(shop, id, { type: 'refund', items: 10 })
  const refuse = () =>
    world.runtime.db.execute(sql`
        insert into order_event (merchant_id, order_id, sequence, type, original, date, currency)
        select merchant_id, order_id, max(sequence) + 1, 'fail', 'refund', ${world.clock.now().toISOString()}, 'SEK'
        from order_event where merchant_id = ${shop.merchant} and order_id = ${id} group by 1, 2`)
  await refuse()
  expect(await todo(shop)).toEqual([{ kind: 'refused refunds', count: 1, order: id }])
  const { event } = await getOrder(shop, id)
  const operation = event.find(({ type }) => type === kind)?.reference ?? ''
  const undone = { type: 'undone', kind, amount, operation } as const
  expect(await adoptChanges(shop.context, { orderId: id, changes: [undone] })).toMatchObject({
    status: 'adopted',
  })
  await refuse()
  expect(await todo(shop)).toEqual([{ kind: 'late failures', count: 1, order: id }])
  expect((await mine.order.get({ id })).refusedRefund).toBeUndefined()
})

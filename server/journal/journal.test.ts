import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { insertMany } from '@/db/many'
import { journalEntry } from '@/db/schema'
import { move, shopOn } from '@/test/billing'
import { getOrder, orderOf, post } from '@/test/call'
import { dashboardAs } from '@/test/members'
import { contextNow, type TestMerchant, testWorld } from '@/test/world'
import { bookAll } from '../booking/book'
import { dayIn, dayOf, monthOf } from '../model/calendar'
import { compareInPeriod, compareWithOrders } from './compare-with-orders'
import { sumJournal } from './sum-journal'
import { sumVat } from './sum-vat'

const world = testWorld()

let shop: TestMerchant
beforeAll(async () => {
  shop = await world.newMerchant()
})

test('charges, refunds and cancels at all rates agree with the orders, to the cent', async () => {
  const owner = await world.newMerchant()
  const month = dayOf(world.clock.now(), owner.row.timeZone).slice(0, 7)
  const period = { from: `${month}-01`, to: dayIn(monthOf(`${month}-01`), 31) }
  const lines = [
    { name: 'Coffee', price: 79.99, vat: 12, quantity: 3 },
    { name: 'Cheese', price: 33.333333, vat: 25, quantity: 2 },
    { name: 'Book', price: 0.01, vat: 6, quantity: 7 },
    { name: 'Stamps', price: 11.11, vat: 0 },
  ]
  const { id } = await orderOf(owner, lines)
  await post(owner, id, {
    type: 'charge',
    items: [
      { name: 'Coffee', quantity: 2 },
      { name: 'Cheese', quantity: 1 },
    ],
  })
  await post(owner, id, { type: 'cancel', items: [{ name: 'Cheese', quantity: 1 }] })
  const waiting = await compareInPeriod(owner.context, period)
  expect(waiting).toMatchObject({ orders: 1, waiting: 1, differing: 0 })
  await post(owner, id, { type: 'charge' })
  await post(owner, id, {
    type: 'refund',
    items: [
      { name: 'Coffee', quantity: 1 },
      { name: 'Book', quantity: 3 },
    ],
  })
  const { id: inPart } = await orderOf(owner, 237.01)
  await post(owner, inPart, { type: 'charge', items: 125.01 })
  await post(owner, inPart, { type: 'cancel' })
  await post(owner, inPart, { type: 'refund', items: 12.99 })
  await bookAll(owner.context)
  expect(await compareInPeriod(owner.context, period)).toMatchObject({
    orders: 2,
    waiting: 0,
    differing: 0,
  })
  // An order of which nothing was charged is not compared.
  await orderOf(owner, 1)
  expect(await compareWithOrders(owner.context)).toMatchObject({ orders: 2, waiting: 0, differing: 0 })
  const statuses = await Promise.all([id, inPart].map(async (each) => (await getOrder(owner, each)).status))
  const stated = statuses
    .map(({ charged = 0 }) => Math.round(charged * 100))
    .reduce((one, other) => one + other)
  const { rates, kinds } = await sumJournal(owner.context, period)
  const sold = rates.map(({ charged, refunded }) => charged.net + charged.vat - refunded.net - refunded.vat)
  expect(sold.reduce((one, other) => one + other)).toBe(BigInt(stated))
  expect(kinds.reduce((sum, { amount }) => sum + amount, 0n)).toBe(BigInt(stated))
  expect(rates.map(({ rate }) => rate)).toEqual([25, 12, 6, 0, null])

  // Nobody has booked this refund, and the orders say so.
  await world.runtime.db.execute(
    sql`update "order" set charged = charged - 1, refunded = refunded + 1 where id = ${id}`,
  )
  const caller = await dashboardAs(world.runtime, owner.merchant, 'viewer')
  const { differing, differences } = await caller.bookkeeping.agreement(period)
  expect([differing, differences.map(({ orderId }) => orderId)]).toEqual([1, [id]])
  expect(await caller.bookkeeping.get(period)).toMatchObject({
    chartName: 'BAS',
    hasSettlement: false,
    months: [{ ...period, isOver: false, closed: undefined }],
  })
  const { entries, next } = await caller.bookkeeping.entries(period)
  expect(next).toBeUndefined()
  expect(entries).toHaveLength(5)
  expect(entries.every(({ documentNumber }) => documentNumber !== null)).toBe(true)
  expect(entries.every(({ orderId, order }) => order?.id === orderId)).toBe(true)
})

test('a period of several months compares each order once, and adds up its VAT', async () => {
  const owner = await shopOn(world, '2026-12-30')
  const { id } = await orderOf(owner, [{ name: 'Coffee', price: 100, vat: 25, quantity: 3 }])
  await post(owner, id, { type: 'charge' })
  await bookAll(await contextNow(world, owner))
  await move(owner, { advance: { days: 5 } })
  const { id: other } = await orderOf(owner, 50)
  await post(owner, id, { type: 'refund', items: [{ name: 'Coffee', quantity: 1 }] })
  await post(owner, other, { type: 'charge' })
  const context = await contextNow(world, owner)
  await bookAll(context)
  const both = { from: '2026-12-01', to: '2027-01-31' }
  expect(await compareInPeriod(context, both)).toEqual({
    orders: 2,
    waiting: 0,
    differing: 0,
    differences: [],
  })
  const { countries } = await sumVat(context, both)
  expect(countries.map(({ rate, net, vat }) => [rate, net, vat])).toEqual([
    [25, 20_000n, 5000n],
    [null, 5000n, 0n],
  ])

  // Both months have movements of the first order. It differs once.
  await world.runtime.db.execute(
    sql`update "order" set charged = charged - 1, refunded = refunded + 1 where id = ${id}`,
  )
  expect(await compareInPeriod(context, both)).toMatchObject({
    orders: 2,
    differing: 1,
    differences: [{ orderId: id }],
  })
})

test('PostgreSQL rejects an entry whose parts do not add up to its amount', async () => {
  const row = {
    merchantId: shop.merchant,
    kind: 'charge' as const,
    source: 'wrong',
    bookedOn: '2026-10-01',
    moved: world.clock.now(),
    currency: 'SEK',
    amount: 10_000n,
    fee: 0n,
    vat: [{ rate: 25, net: '8000', vat: '1999' }],
    created: world.clock.now(),
  }
  await expect(insertMany(world.runtime.db, journalEntry, [row])).rejects.toMatchObject({
    cause: { code: '23514' },
  })
})

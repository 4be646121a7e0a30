// @module-tag slow

import { eq, type SQL, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { difference as differences } from '@/db/schema'
import { accountWith, call, getOrder, orderOf, postAll } from '@/test/call'
import { waitingForLock } from '@/test/race'
import { type TestMerchant, testWorld } from '@/test/world'
import { days, later } from '../../core/clock'
import type { Context } from '../../core/context'
import type { BookedPayment } from '../../model/card/books'
import { requireOrder } from '../../store/read-orders'
import { compareBooks, type FoundDifference } from './compare-books'
import { reconcile } from './reconcile'
import { explainUnknown } from './unknown-payments'

const world = testWorld()

let shop: TestMerchant
let id: string

/** Creates an order that was partly charged, cancelled and refunded. */
beforeEach(async () => {
  shop = await world.newMerchant()
  ;({ id } = await orderOf(shop, 100))
  await postAll(shop, id, [
    { type: 'charge', items: 60 },
    // A reason that somebody gave makes them no less Kassa's own.
    { type: 'cancel', items: 30, reason: 'duplicate' },
    { type: 'refund', items: 20, reason: 'fraud' },
  ])
})

const whole = { from: new Date(0), to: undefined }

const run = (context: Context, { adopt = false, range = whole } = {}) =>
  reconcile(context, { cause: 'command', range, adopt })

const found = async (context: Context, adopt = false) =>
  (await run(context, { adopt })).differences.map(({ kind, state }) => [kind, state])

const ofMerchant = () => sql`merchant_id = ${shop.merchant}`
const operation = (change: SQL, kind: string) =>
  sql`update operation set ${change} where ${ofMerchant()} and kind = ${kind}`
const entry = (change: SQL) =>
  sql`update acquirer_entry set ${change} where ${ofMerchant()} and kind = 'authorise'`
const lost = (kind: string) => sql`delete from acquirer_entry where ${ofMerchant()} and kind = ${kind}`

interface Planted {
  name: string
  change: () => SQL | SQL[]
  kind: string
  state: 'adopted' | 'noted'
  status?: Record<string, number>
}

const before = { ordered: 10, charged: 40, refunded: 20, cancelled: 30 }

test.each<Planted>([
  {
    name: 'a capture without its entry',
    change: () => lost('capture'),
    kind: 'charge missing there',
    state: 'noted',
    status: before,
  },
  {
    name: 'a refund that was not done there',
    change: () => [lost('refund'), entry(sql`refunded = 0`)],
    kind: 'refund missing there',
    state: 'adopted',
    status: { ordered: 10, charged: 60, cancelled: 30 },
  },
  {
    name: 'a cancellation that was not done there',
    change: () => [lost('cancel'), entry(sql`cancelled = 0`)],
    kind: 'cancel missing there',
    state: 'adopted',
    status: { ordered: 40, charged: 40, refunded: 20 },
  },
  {
    name: 'a payment without its entries',
    change: () => sql`delete from acquirer_entry where ${ofMerchant()}`,
    kind: 'missing there',
    state: 'adopted',
    status: { cancelled: 100 },
  },
  {
    name: 'a failed refund that was done',
    change: () => operation(sql`status = 'failed'`, 'refund'),
    kind: 'state',
    state: 'adopted',
    status: before,
  },
  {
    name: 'another amount of an operation',
    change: () => operation(sql`amount = amount + 1`, 'charge'),
    kind: 'own records',
    state: 'adopted',
    status: before,
  },
  {
    name: 'another currency of an operation',
    change: () => operation(sql`currency = 'EUR'`, 'cancel'),
    kind: 'own records',
    state: 'adopted',
    status: before,
  },
  {
    name: 'another kind of an operation',
    change: () => operation(sql`kind = 'cancel'`, 'refund'),
    kind: 'own records',
    state: 'adopted',
    status: before,
  },
  {
    name: 'an order that does not name its authorisation',
    change: () => sql`update order_event set reference = null where ${ofMerchant()} and type = 'order'`,
    kind: 'own records',
    state: 'noted',
    status: before,
  },
  {
    name: 'too much captured',
    change: () => entry(sql`captured = captured + 1`),
    kind: 'charge missing here',
    state: 'adopted',
    status: { ...before, ordered: 9.99, charged: 40.01 },
  },
  {
    name: 'too little captured',
    change: () => entry(sql`captured = captured - 1`),
    kind: 'amount',
    state: 'adopted',
    status: { ...before, ordered: 10.01, charged: 39.99 },
  },
  {
    name: 'too much refunded',
    change: () => entry(sql`refunded = refunded + 1`),
    kind: 'refund missing here',
    state: 'adopted',
    status: { ...before, charged: 39.99, refunded: 20.01 },
  },
  {
    name: 'too much cancelled',
    change: () => entry(sql`cancelled = cancelled + 1`),
    kind: 'cancel missing here',
    state: 'adopted',
    status: { ...before, ordered: 9.99, cancelled: 30.01 },
  },
  {
    name: 'too much authorised',
    change: () => entry(sql`amount = amount + 1`),
    kind: 'amount',
    state: 'noted',
    status: before,
  },
  {
    name: 'another currency there',
    change: () => entry(sql`currency = 'EUR'`),
    kind: 'currency',
    state: 'noted',
    status: before,
  },
  {
    name: 'another amount in the event of a charge',
    change: () => sql`update order_event set amount = amount + 1 where ${ofMerchant()} and type = 'charge'`,
    kind: 'own records',
    state: 'noted',
    status: before,
  },
])('finds $name once, only for its own merchant, and nothing after adopting it', async (planted) => {
  const other = await world.newMerchant()
  await orderOf(other, 10)
  expect(await found(shop.context)).toEqual([])
  for (const statement of [planted.change()].flat()) await world.runtime.db.execute(statement)
  expect(await found(shop.context)).toEqual([[planted.kind, 'open']])
  expect(await found(other.context)).toEqual([])
  expect(await found(shop.context, true)).toEqual([[planted.kind, planted.state]])
  expect((await getOrder(shop, id)).status).toEqual(planted.status)
  expect(await found(shop.context)).toEqual([])
})

test('counts operations in progress, which are not differences', async () => {
  await world.runtime.db.execute(operation(sql`status = 'accepted'`, 'refund'))
  expect(await run(shop.context)).toMatchObject({ differences: [], inProgress: 1, orders: 1, payments: 1 })
})

test('reports a noted difference again when it changes', async () => {
  await world.runtime.db.execute(entry(sql`amount = amount + 1`))
  expect(await found(shop.context, true)).toEqual([['amount', 'noted']])
  expect(await run(shop.context)).toMatchObject({ differences: [], noted: 1 })
  await world.runtime.db.execute(entry(sql`amount = amount + 1`))
  expect(await found(shop.context)).toEqual([['amount', 'open']])
  await world.runtime.db.execute(entry(sql`amount = amount - 2`))
  expect(await run(shop.context)).toMatchObject({ differences: [], noted: 0 })
})

test('checks known differences again, whatever the range', async () => {
  await world.runtime.db.execute(entry(sql`amount = amount + 1`))
  const range = { from: later(new Date(), days(1)), to: undefined }
  expect((await run(shop.context, { range })).differences).toEqual([])
  expect(await found(shop.context)).toHaveLength(1)
  expect((await run(shop.context, { range })).differences).toHaveLength(1)
})

test('compares orders on stored cards, on moved clocks and without payment', async () => {
  const { id: account } = await accountWith(shop, '4111111111111111')
  const subscribe = (items: number) =>
    call(shop.privateKey, 'POST', `/account/${account}/subscription`, {
      items,
      currency: 'SEK',
      schedule: 'monthly',
    })
  await subscribe(10)
  await call(shop.privateKey, 'POST', '/clock', { advance: { days: 70 } })
  const cardless = await accountWith(shop)
  await call(shop.privateKey, 'POST', `/account/${cardless.id}/subscription`, {
    items: 49.9,
    currency: 'SEK',
    schedule: 'monthly',
  })
  await call(shop.privateKey, 'POST', '/clock', { advance: { days: 1 } })
  const [row] = await world.runtime.db.execute<{ ahead: string }>(
    sql`select clock_ahead as ahead from merchant where id = ${shop.merchant}`,
  )
  const merchant = { ...shop.context.merchant, clockAhead: Number(row?.ahead) }
  const result = await run({ ...shop.context, merchant })
  expect(result.differences).toEqual([])
  expect(result.payments).toBeGreaterThan(2)
})

test.each([
  { orders: 2, unmatched: 1 },
  { orders: 3, unmatched: 2 },
  { orders: 1, unmatched: 100 },
])('compares in parts: %o', async (atOnce) => {
  const orders = [id]
  for (let count = 0; count < 6; count++) orders.push((await orderOf(shop, 10)).id)
  const compared = async () => {
    const kinds: [string, string | null][] = []
    const report = async (each: FoundDifference) => void kinds.push([each.kind, each.orderId])
    const counts = await compareBooks(shop.context, { service: 'test', range: whole, report, atOnce })
    return { kinds, counts }
  }
  const shift = async (hours: number, ...ids: (string | undefined)[]) => {
    for (const each of ids)
      await world.runtime.db.execute(
        sql`update "order" set created = created + make_interval(hours => ${hours}) where id = ${each}`,
      )
  }
  await shift(-5, orders[1], orders[2])
  await shift(30, orders[3], orders[4])
  const { kinds, counts } = await compared()
  expect(kinds).toEqual([])
  expect(counts).toMatchObject({ orders: 7, inProgress: 0 })
  await world.runtime.db.execute(entry(sql`cancelled = cancelled + 1`))
  expect((await compared()).kinds.toSorted()).toEqual(
    orders.map((each) => ['cancel missing here', each]).toSorted(),
  )
})

test('a payment that was recorded after its order had been looked for is no second payment', async () => {
  const { serviceReference: reference } = await requireOrder(shop.context, id)
  if (reference === null) throw new Error('The order was not authorised')
  const booked = await shop.context.cards
    .named('test')
    .books.payment({ merchantId: shop.merchant, reference })
  if (!booked) throw new Error('The simulator does not have the payment')
  const explained = (payment: BookedPayment) =>
    explainUnknown(shop.context, { service: 'test', payments: [payment] })
  expect(await explained(booked)).toEqual({ differences: [], inProgress: 0 })
  const second = { ...booked, reference: crypto.randomUUID(), order: id }
  expect((await explained(second)).differences).toMatchObject([{ kind: 'duplicate', orderId: id }])
})

test('a difference that somebody notes while the books are compared stays noted', async () => {
  const { db } = world.runtime
  await db.execute(entry(sql`amount = amount + 1`))
  const [difference] = (await run(shop.context)).differences
  if (!difference) throw new Error('Nothing was found')
  const isIt = eq(differences.key, difference.key)
  let comparing: ReturnType<typeof run> | undefined
  await db.transaction(async (tx) => {
    await tx.update(differences).set({ state: 'noted' }).where(isIt)
    comparing = run(shop.context)
    await expect.poll(() => waitingForLock(db)).toBe(1)
  })
  expect(await comparing).toMatchObject({ differences: [], noted: 1 })
  expect(await db.select({ state: differences.state }).from(differences).where(isIt)).toEqual([
    { state: 'noted' },
  ])
})

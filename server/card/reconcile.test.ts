import { type SQL, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { orderOf, post } from '@/test/call'
import { type TestMerchant, testWorld } from '@/test/world'
import { reconcile } from './reconcile'

const world = testWorld()

const pending = 'operation is still pending'
const onlyOurs = 'operation is done, and not at the acquirer'
const onlyTheirs = 'entry of the acquirer is done, and the operation is not'
const different = 'operation and entry differ in kind, amount or currency'
const held = 'order and authorisation differ in what is charged, refunded or cancelled'
const events = 'order and its events differ in what is charged, refunded or cancelled'

let shop: TestMerchant

/** Creates an order that was partly charged, cancelled and refunded. */
beforeEach(async () => {
  shop = await world.newMerchant()
  const { id } = await orderOf(shop, 100)
  for (const event of [
    { type: 'charge', items: 60 },
    { type: 'cancel', items: 30 },
    { type: 'refund', items: 20 },
  ]) {
    expect((await post(shop, id, event)).status).toBe(201)
  }
})

const found = async (merchant = shop.merchant) => [
  ...new Set((await reconcile(world.runtime.db, { merchantId: merchant })).map(({ what }) => what)),
]

const operation = (change: SQL, kind: string) =>
  sql`update operation set ${change} where merchant_id = ${shop.merchant} and kind = ${kind}`
const entry = (change: SQL) =>
  sql`update acquirer_entry set ${change} where merchant_id = ${shop.merchant} and kind = 'authorise'`
const event = (type: string) =>
  sql`update order_event set amount = amount + 1 where merchant_id = ${shop.merchant} and type = ${type}`

test.each<[string, () => SQL, string[]]>([
  ['a pending charge', () => operation(sql`status = 'pending'`, 'charge'), [onlyTheirs, pending]],
  [
    'a lost entry',
    () => sql`delete from acquirer_entry where merchant_id = ${shop.merchant} and kind = 'capture'`,
    [onlyOurs],
  ],
  ['a failed refund that was done', () => operation(sql`status = 'failed'`, 'refund'), [onlyTheirs]],
  ['another amount', () => operation(sql`amount = amount + 1`, 'charge'), [different]],
  ['another currency', () => operation(sql`currency = 'EUR'`, 'cancel'), [different]],
  ['another kind', () => operation(sql`kind = 'cancel'`, 'refund'), [different]],
  ['too much captured', () => entry(sql`captured = captured + 1`), [held]],
  ['too much refunded', () => entry(sql`refunded = refunded + 1`), [held]],
  ['too much cancelled', () => entry(sql`cancelled = cancelled + 1`), [held]],
  ['too much authorised', () => entry(sql`amount = amount + 1`), [different, held]],
  ['another amount in the event of a charge', () => event('charge'), [events]],
  ['another amount in the event of a refund', () => event('refund'), [events]],
  ['another amount in the event of a cancellation', () => event('cancel'), [events]],
])('finds %s, only for its own merchant', async (_, change, discrepancies) => {
  const other = await world.newMerchant()
  await orderOf(other, 10)
  expect(await found()).toEqual([])
  await world.runtime.db.execute(change())
  expect((await found()).sort()).toEqual([...discrepancies].sort())
  expect(await found(other.merchant)).toEqual([])
})

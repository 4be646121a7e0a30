// @module-tag slow

import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { paymentColumns, runBulk } from '@/test/bulk'
import { accountWith, orderOf } from '@/test/call'
import { rowsRead } from '@/test/rows-read'
import { type TestMerchant, testWorld } from '@/test/world'
import { addDays, dayOf } from '../model/calendar'
import { outcomesOf } from '../report/never-paid'
import { EventListQuery } from './event-query'
import { listEvents } from './list-events'
import { sumEvents, totalEvents } from './sum-events'

const world = testWorld()
const zone = 'Europe/Stockholm'
let shop: TestMerchant

/**
 * Creates 12,000 orders, five minutes apart, so that the days cross a change of the clocks if there is one. All are
 * charged, some refunded, and some charges and refunds fail later. Every tenth order is in EUR.
 */
beforeAll(async () => {
  shop = await world.newMerchant()
  const { id } = await orderOf(shop, 10)
  const { db } = world.runtime
  const own = sql`merchant_id = ${shop.merchant} and id <> ${id}`
  const event = (
    type: string,
    sequence: number,
    more: { amount?: boolean; original?: string; minutes?: number } = {},
  ) =>
    sql`select merchant_id, id, ${sequence}::int, ${type}, created + make_interval(mins => ${more.minutes ?? sequence}),
      ${more.amount === false ? sql`null::bigint` : sql`amount`}, currency, ${more.original ?? null}::text,
      case when ${type} in ('cancel', 'refund') then case when amount % 4 = 0 then 'fraud' else 'requested' end end,
      case amount % 3 when 0 then 'user:u' when 1 then 'private:k' end from "order" where ${own}`
  await runBulk(db, [
    sql`insert into "order" (merchant_id, id, number, currency, amount, ${paymentColumns}, service_reference, ordered, charged,
      refunded, cancelled, pending, denied, created)
    select merchant_id, translate(lpad(n::text, 16, '0'), '0123456789', 'abcdefghij'), 'N-' || n,
      case when n % 10 = 0 then 'EUR' else 'SEK' end, 1000 + n, ${paymentColumns}, 'ref', 0, 1000 + n, 0, 0, 0, 0,
      now() - make_interval(mins => 2000 + 5 * n)
    from generate_series(1, 12000) n, "order" where merchant_id = ${shop.merchant} and id = ${id}`,
    sql`insert into order_event (merchant_id, order_id, sequence, type, date, amount, currency, original, reason, actor)
    ${event('order', 1, { amount: false })} union all ${event('charge', 2)}
    union all ${event('refund', 3, { minutes: 700 })} and amount % 5 = 1
    union all ${event('fail', 4, { original: 'charge', minutes: 1000 })} and amount % 97 = 5
    union all ${event('fail', 5, { original: 'refund', minutes: 1100 })} and amount % 500 = 6
    union all ${event('fail', 6, { original: 'charge', amount: false })} and amount % 300 = 7
    union all ${event('cancel', 7)} and amount % 1000 = 8`,
  ])
  await db.execute(sql`vacuum analyze "order", order_event`)
})

const today = () => dayOf(world.clock.now(), zone)
const queryOf = (given: object) => EventListQuery.parse(given)

/** Returns a query's events as plain SQL finds them: `order:sequence`, newest first. */
async function expected(query: EventListQuery) {
  const { type, moved, start, end, currency, reason, actor, account, sort, least = 0, most = 1e9 } = query
  const day = sql`(date at time zone ${zone})::date`
  const reversed = sql`type = 'fail' and amount is not null and original`
  const rows = await world.runtime.db.execute<{ key: string }>(sql`
    select order_id || ':' || sequence as key from order_event where merchant_id = ${shop.merchant}
      and ${moved ? sql`(type in ('charge', 'refund') or ${reversed} in ('charge', 'refund'))` : type ? sql`(type = ${type} or ${reversed} = ${type})` : sql`true`}
      and ${start ? sql`${day} >= ${start}::date` : sql`true`} and ${end ? sql`${day} <= ${end}::date` : sql`true`}
      and ${currency ? sql`currency = ${currency}` : sql`true`} and ${reason ? sql`reason = ${reason}` : sql`true`}
      and (${query.least === undefined} or amount between ${least * 100} and ${most * 100})
      and ${actor ? (actor === 'kassa' ? sql`actor is null` : sql`actor like ${{ team: 'user', key: 'private', customer: 'account' }[actor]} || ':%'`) : sql`true`}
      and ${account ? sql`(select account_id from "order" o where o.merchant_id = ${shop.merchant} and o.id = order_id) = ${account}` : sql`true`}
    order by ${sort === 'oldest' ? sql`date, order_id, sequence` : sql`date desc, order_id desc, sequence desc`}`)
  return rows.map(({ key }) => key)
}

const queries = [
  {},
  { sort: 'oldest' },
  { moved: 'net' },
  { type: 'order' },
  { type: 'charge' },
  { type: 'charge', sort: 'oldest', currency: 'EUR' },
  { type: 'refund' },
  { type: 'fail' },
  { type: 'cancel', reason: 'fraud' },
  { reason: 'requested' },
  { actor: 'team', moved: 'net' },
  { actor: 'key', currency: 'EUR' },
  { actor: 'customer' },
  { actor: 'kassa', type: 'refund' },
  { type: 'refund', currency: 'SEK', least: '60', most: '100,5' },
  { moved: 'net', currency: 'EUR', least: '100' },
]

/** Returns a query's events as its pages list them. */
async function keysOf(query: EventListQuery) {
  const keys: string[] = []
  let after: string | undefined
  let pages = 0
  do {
    const page = await listEvents(shop.context, { ...query, after, limit: 5000 })
    keys.push(...page.rows.map(({ orderId, sequence }) => `${orderId}:${sequence}`))
    if (page.searchedTo) expect(page.next).toBeDefined()
    after = page.next
    pages++
  } while (after !== undefined && pages < 50)
  return keys
}

test.each(queries)('pages of %o contain every event once, in order', async (given) => {
  const query = queryOf(given)
  expect(await keysOf(query)).toEqual(await expected(query))
})

test.each(queries)('the first and a later page of %o read few rows', async (given) => {
  const first = await listEvents(shop.context, { ...queryOf(given), limit: 20 })
  for (const after of [undefined, first.next]) {
    const read = await rowsRead(world.databaseUrl, 'values', (db) =>
      listEvents({ ...shop.context, db }, { ...queryOf(given), after, limit: 20 }),
    )
    // Up to 10,000 of each of two kinds, once for the place where the search ends and once for the matches.
    expect(read).toBeLessThan(45_000)
  }
})

test.each(['lost', 'recovered'] as const)('%s payments are found by their index', async (moved) => {
  const read = await rowsRead(world.databaseUrl, 'values', async (db) => {
    await listEvents({ ...shop.context, db }, { ...queryOf({ moved }), limit: 20 })
    await outcomesOf({ ...shop.context, db }, { from: new Date(0), until: new Date() })
  })
  // A few hundred events, and not all 50,000.
  expect(read).toBeLessThan(5000)
})

test('counts and adds up exactly the rows that the list shows', async () => {
  const start = addDays(today(), -20)
  const periods = [
    { type: 'charge', start, end: addDays(start, 9) },
    { moved: 'net', start },
    { start, actor: 'team' },
  ]
  for (const given of [...queries, ...periods]) {
    const query = queryOf(given)
    const { rows } = await listEvents(shop.context, { ...query, limit: 40_000 })
    const { count, isMore, sums } = await totalEvents(shop.context, query)
    expect([count, isMore]).toEqual([(await expected(query)).length, false])
    // With filters, a page ends where enough events were checked.
    if (rows.length < count) continue
    for (const { currency, amount } of sums) {
      const own = rows.filter((row) => row.currency === currency)
      expect(amount).toBe(own.reduce((sum, row) => sum + (row.amount ?? 0n), 0n))
    }
  }
})

test('net is what was charged less what was refunded, with what was reversed', async () => {
  const amountOf = async (moved: 'net' | 'charge' | 'refund', currency: string) =>
    (await sumEvents(shop.context, { moved, currency })).reduce((sum, { amount }) => sum + (amount ?? 0n), 0n)
  for (const currency of ['SEK', 'EUR']) {
    const [net, charged, refunded] = await Promise.all(
      (['net', 'charge', 'refund'] as const).map((moved) => amountOf(moved, currency)),
    )
    expect(charged).toBeGreaterThan(0n)
    expect(net).toBe((charged ?? 0n) - (refunded ?? 0n))
  }
})

test('finds events by the same searches as their orders', async () => {
  const found = async (search: string, more: object = {}) =>
    (await listEvents(shop.context, { ...queryOf({ search, ...more }), limit: 500 })).rows
  const ofOne = await found('N-4711')
  expect(new Set(ofOne.map(({ number }) => number))).toEqual(new Set(['N-4711']))
  expect(ofOne.length).toBeGreaterThan(1)
  expect((await found('N-4711', { type: 'charge' })).map(({ type }) => type)).toEqual(['charge'])
  expect(new Set((await found('57,11')).map(({ number }) => number))).toContain('N-4711')
  expect(await found('%')).toEqual([])
  // More orders than are looked up by their ids.
  expect(await found('N-1', { type: 'refund' })).toHaveLength(500)
  expect(await totalEvents(shop.context, { search: 'N-4711' })).toMatchObject({ count: ofOne.length })
})

test('finds the events of an account, whether its orders are few or many', async () => {
  const [{ id: few }, { id: many }] = [await accountWith(shop), await accountWith(shop)]
  const some = sql`number in ('N-1', 'N-2', 'N-12000')`
  await world.runtime.db.execute(sql`update "order" set account_id = case when ${some} then ${few} else ${many} end
    where merchant_id = ${shop.merchant}`)
  for (const given of [{}, { type: 'charge' }, { moved: 'net', sort: 'oldest' }, { type: 'refund' }]) {
    for (const account of [few, many]) {
      const query = queryOf({ ...given, account })
      const keys = await expected(query)
      expect(await keysOf(query)).toEqual(keys)
      expect(await totalEvents(shop.context, query)).toMatchObject({ count: keys.length, isMore: false })
    }
  }
})

test('does not show or count events of another merchant', async () => {
  const other = await world.newMerchant()
  expect((await listEvents(other.context, { ...queryOf({}), limit: 10 })).rows).toEqual([])
  expect(await totalEvents(other.context, { moved: 'net' })).toEqual({
    count: 0,
    isMore: false,
    sums: [],
  })
})

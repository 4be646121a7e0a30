// @module-tag slow

import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { runBulk } from '@/test/bulk'
import { accountWith } from '@/test/call'
import { rowsRead } from '@/test/rows-read'
import { type TestMerchant, testWorld } from '@/test/world'
import { listAllSubscriptions, SubscriptionListQuery } from './list-subscriptions'

const world = testWorld()
let shop: TestMerchant

/**
 * Creates 40,000 accounts with one subscription each. Every tenth has ended, every hundredth has an order that is
 * retried.
 */
beforeAll(async () => {
  shop = await world.newMerchant()
  await accountWith(shop)
  const { db } = world.runtime
  const letters = sql`translate(lpad(n::text, 16, '0'), '0123456789', 'abcdefghij')`
  const series = sql`generate_series(1, 40000) n`
  await runBulk(db, [
    // Without the triggers, which take a minute for so many rows.
    sql`set local session_replication_role = replica`,
    sql`insert into account (merchant_id, id, number, customer, status, created)
    select ${shop.merchant}, ${letters}, 'K-' || n, jsonb_build_object('name', 'Payer ' || n, 'email', 'p' || n || '@example.com'),
      case when n % 500 = 0 then 'suspended' else 'active' end, now() - make_interval(secs => n) from ${series}`,
    sql`insert into subscription (merchant_id, account_id, id, number, items, currency, amount, schedule, start, due, ended, created)
    select ${shop.merchant}, ${letters}, 'Abcd', case when n > 20000 and n <= 31000 then 'LONG-' else 'S-' end || n, '99.5'::jsonb, 'SEK', 9950, '{"frequency":"monthly"}'::jsonb, '2026-01-01',
      case when n % 10 > 0 then '2030-01-01'::date + n % 3 end, case when n % 10 = 0 then now() end,
      now() - make_interval(secs => n / 5) from ${series}`,
    sql`insert into "order" (merchant_id, id, currency, amount, account_id, service, payment_reference, ordered, charged, refunded,
      cancelled, pending, denied, subscription_id, due, created)
    select ${shop.merchant}, ${letters}, 'SEK', 9950, ${letters}, 'test', gen_random_uuid(), 0, case when n % 100 > 0 then 9950 else 0 end, 0, 0,
      case when n % 100 = 0 then 9950 else 0 end, 0, 'Abcd', '2026-01-01', now() from ${series}`,
  ])
  await db.execute(sql`vacuum analyze account, subscription, "order"`)
})

const list = (query: object, limit = 50) =>
  listAllSubscriptions(shop.context, { ...SubscriptionListQuery.parse(query), limit })

/**
 * How many rows a page may read: far fewer than the 120,000 that reading and sorting everything would take. No index
 * finds a text of two letters, and PostgreSQL may follow the due dates to the few subscriptions that are retried.
 */
const most = ({ search, due, status }: { search?: string; due?: string; status?: string }) =>
  search === 'zz' || (due && status === 'retrying') ? 50_000 : 20_000

test.each([
  {},
  { status: 'active' },
  { status: 'retrying' },
  { status: 'suspended' },
  { status: 'ended' },
  { due: '2030-01-02' },
  { due: '2030-01-03', status: 'retrying' },
  { due: '2030-01-03', status: 'active' },
  { search: 'payer 4711' },
  { search: 'S-4711' },
  { search: 'e' },
  { search: 'example.com' },
  { search: 'payer', status: 'ended' },
  { search: 'zz' },
  { account: 'aaaaaaaaaaaaaahh' },
])('a page of 100,000 subscriptions with %o reads few rows, both the first and the next', async (query) => {
  const first = await list(query)
  if ('account' in query) expect(first.rows.map(({ row }) => row.accountId)).toEqual([query.account])
  for (const after of [undefined, first.next]) {
    const page = { ...SubscriptionListQuery.parse({ ...query, ...(after && { after }) }), limit: 50 }
    const read = await rowsRead(world.databaseUrl, 'values', (db) =>
      listAllSubscriptions({ ...shop.context, db }, page),
    )
    expect(read).toBeLessThan(most(query))
  }
})

test('a search for a text that is in the sample of the statistics reads few rows', async () => {
  const [row] = await world.runtime.db.execute<{ bounds: string[] }>(sql`
    select histogram_bounds::text::text[] as bounds from pg_stats where tablename = 'account' and attname = 'search_text'`)
  const search = /payer \d+/.exec(row?.bounds[50] ?? '')?.[0]
  expect(search).toBeDefined()
  const query = { ...SubscriptionListQuery.parse({ search }), limit: 50 }
  const read = await rowsRead(world.databaseUrl, 'values', (db) =>
    listAllSubscriptions({ ...shop.context, db }, query),
  )
  expect(read).toBeLessThan(20_000)
})

test('a search for the number of an old subscription reads few rows', async () => {
  const query = { ...SubscriptionListQuery.parse({ search: 'S-398' }), limit: 12 }
  const read = await rowsRead(world.databaseUrl, 'values', async (db) => {
    const { rows } = await listAllSubscriptions({ ...shop.context, db }, query)
    expect(rows.map(({ row }) => row.number).slice(10)).toEqual(['S-3985', 'S-39804'])
  })
  expect(read).toBeLessThan(20_000)
})

test('of many subscriptions with a part of a number, only those shown are read with their accounts', async () => {
  const query = { ...SubscriptionListQuery.parse({ search: 'S-37' }), limit: 12 }
  const read = await rowsRead(world.databaseUrl, 'values', (db) =>
    listAllSubscriptions({ ...shop.context, db }, query),
  )
  // 1,111 of them are found and sorted. Reading them again and their accounts would be another 2,222.
  expect(read).toBeLessThan(10_000)
})

test('pages of a search with more matches than are sorted contain each once', async () => {
  const query = { search: 'LONG-', status: 'retrying' }
  const first = await list(query, 60)
  const second = await list({ ...query, after: first.next }, 60)
  const numbers = [...first.rows, ...second.rows].map(({ row }) => row.number)
  expect(numbers).toEqual(Array.from({ length: 110 }, (_, place) => `LONG-${20_100 + place * 100}`))
  expect(second.next).toBeUndefined()
})

test('pages contain every subscription once, in order, whatever values they share', async () => {
  for (const query of [
    { search: 'payer 12' },
    { search: 'payer 12', due: '2030-01-03' },
    { search: 'S-12', status: 'active' },
  ]) {
    const seen: string[] = []
    const places: string[] = []
    let after: string | undefined
    do {
      const { rows, next } = await list({ ...query, ...(after && { after }) }, 37)
      for (const { row } of rows) {
        seen.push(row.accountId)
        places.push('due' in query ? String(row.due) : String(9e15 - row.created.getTime()))
      }
      after = next
    } while (after)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBeGreaterThan(600)
    expect(places).toEqual(places.toSorted())
  }
})

test.each([
  ['retrying', 400],
  ['ended', 4000],
  ['suspended', 0],
] as const)('the filter for those that are %s finds exactly them', async (status, count) => {
  const { rows } = await list({ status }, 40_001)
  expect(rows.length).toBe(count)
})

test('rejects a cursor of another list and a malformed one', async () => {
  const { next } = await list({})
  for (const [query, after] of [
    [{ due: '2030-01-03' }, next],
    [{}, 'x'],
    [{}, Buffer.from('2026-13-99.aaaaaaaaaaaaaaaa.Abcd').toString('base64url')],
    [{ due: '2030-01-01' }, Buffer.from('2026-02-31.aaaaaaaaaaaaaaaa.Abcd').toString('base64url')],
  ] as const) {
    await expect(list({ ...query, after })).rejects.toMatchObject({ code: 'cursor.invalid' })
  }
})

test('another merchant sees none of them', async () => {
  const other = await world.newMerchant()
  for (const query of [
    {},
    { status: 'retrying' },
    { search: 'payer' },
    { search: 'S-1' },
    { due: '2031-01-01' },
  ]) {
    const page = { ...SubscriptionListQuery.parse(query), limit: 10 }
    expect((await listAllSubscriptions(other.context, page)).rows).toEqual([])
  }
})

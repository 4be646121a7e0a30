// @module-tag slow

import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { runBulk } from '@/test/bulk'
import { rowsRead } from '@/test/rows-read'
import { type TestMerchant, testWorld } from '@/test/world'
import { AccountSearchQuery, searchAccounts } from './search-accounts'

const world = testWorld()
let shop: TestMerchant

/** Creates 50,000 accounts with a card each. Every tenth has no name, and each hundred share a creation time. */
beforeAll(async () => {
  shop = await world.newMerchant()
  const { db } = world.runtime
  const letters = sql`translate(lpad(n::text, 16, '0'), '0123456789', 'abcdefghij')`
  const series = sql`generate_series(1, 30000) n`
  await runBulk(db, [
    sql`insert into account (merchant_id, id, number, customer, status, created)
    select ${shop.merchant}, ${letters}, 'K-' || n, case when n % 10 > 0 then
        jsonb_build_object('name', case when n % 3 = 0 then 'Payer ' else 'payer ' end || md5(n::text), 'email', 'p' || n || '@example.com') end,
      case when n % 500 = 0 then 'suspended' else 'active' end, now() - make_interval(secs => n / 100) from ${series}`,
    sql`insert into method (merchant_id, account_id, id, position, service, service_reference, fingerprint, token, scheme,
      iin, last4, expires, created)
    select ${shop.merchant}, ${letters}, ${letters}, 0, 'test', 'x', 'x', 'x', 'visa', '411111',
      case when n % 500 = 0 then '4711' else '1111' end, '[12, 30]'::jsonb, now() from ${series}`,
  ])
  // Statistics of all rows, not of a random sample, so that PostgreSQL chooses the same plans each time. They keep
  // evenly spaced values: an odd number of them, because every tenth account is alike.
  await db.execute(sql`alter table account alter search_text set statistics 997`)
  await db.execute(sql`alter table method alter last4 set statistics 997`)
  await db.execute(sql`vacuum analyze account, method`)
})

const list = (query: object, limit = 50) =>
  searchAccounts(shop.context, { ...AccountSearchQuery.parse(query), limit })

const searches = [
  {},
  { search: 'payer' },
  { search: '1111' },
  { search: '4711' },
  { search: 'zzzz' },
  { status: 'suspended' },
]
/**
 * How many rows a page may read: far fewer than the 90,000 that reading and sorting everything would take. A card
 * that nearly every account has may be found either way.
 */
const most = ({ search }: { search?: string }) => (search === '1111' ? 30_000 : 15_000)
const sorts = ['newest', 'oldest', 'name', 'name-down']
/** One of each pair of sort orders that differ only in direction. */
const measuredSorts = ['newest', 'name']

test.each(searches.flatMap((search) => measuredSorts.map((sort) => ({ ...search, sort }))))(
  'a page of 50,000 accounts with %o reads few rows, both the first and the next',
  async (query) => {
    const first = await list(query)
    for (const after of [undefined, first.next]) {
      const page = { ...AccountSearchQuery.parse({ ...query, ...(after && { after }) }), limit: 50 }
      const read = await rowsRead(world.databaseUrl, 'values', (db) =>
        searchAccounts({ ...shop.context, db }, page),
      )
      expect(read).toBeLessThan(most(query))
    }
  },
)

test('finds cards by their last four digits, and account numbers that contain them', async () => {
  const { rows } = await list({ search: '4711' }, 1000)
  const byCard = rows.filter(({ methods }) => methods[0]?.last4 === '4711')
  const byNumber = rows.filter(({ number, customer }) =>
    `${number} ${JSON.stringify(customer)}`.includes('4711'),
  )
  expect(byCard.length).toBe(60)
  expect(byNumber.length).toBeGreaterThan(10)
  expect(new Set([...byCard, ...byNumber]).size).toBe(rows.length)
})

test.each(sorts)('pages contain every account once, by %s', async (sort) => {
  const ids: string[] = []
  let after: string | undefined
  do {
    const { rows, next } = await list({ search: 'k-12', sort, ...(after && { after }) }, 97)
    ids.push(...rows.map(({ id }) => id))
    after = next
  } while (after)
  expect(new Set(ids).size).toBe(ids.length)
  const { rows } = await list({ search: 'k-12', sort }, 5000)
  expect(ids).toEqual(rows.map(({ id }) => id))
  expect(ids.length).toBe(1111)
})

test('sorts by the displayed name, ignoring case', async () => {
  const called = (rows: Awaited<ReturnType<typeof list>>['rows']) =>
    rows.map(({ customer, id }) => (customer?.name ?? customer?.email ?? id).toLowerCase())
  const up = called((await list({ sort: 'name', search: 'k-12' }, 5000)).rows)
  expect(called((await list({ sort: 'name-down', search: 'k-12' }, 5000)).rows)).toEqual(up.toReversed())
  expect(up).toEqual(up.toSorted((one, other) => (one < other ? -1 : 1)))
})

test('rejects a malformed cursor and one of another sort order', async () => {
  const { next } = await list({ sort: 'name' })
  const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const id = 'aaaaaaaaaaaaaaaa'
  for (const after of [
    next,
    'x',
    cursor(['newest', 'x', id]),
    cursor(['newest', '2026-01-01T00:00:00.000Z', 'x']),
    cursor(1),
  ]) {
    await expect(list({ after })).rejects.toMatchObject({ code: 'cursor.invalid' })
  }
  await expect(list({ sort: 'name', after: cursor(['name', '\0', id]) })).rejects.toMatchObject({
    code: 'cursor.invalid',
  })
})
